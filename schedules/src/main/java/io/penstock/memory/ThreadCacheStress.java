package io.penstock.memory;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.penstock.ffi.ProcessBarrier;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/// A thread enters its cache by plain stores while another bars it and issues a barrier in all
/// threads: who is in is seen.
@JCStressTest
@State
@Outcome(id = "true, true", expect = ACCEPTABLE, desc = "in, and seen")
@Outcome(id = "false, true", expect = ACCEPTABLE, desc = "on its way out again")
@Outcome(id = "false, false", expect = ACCEPTABLE, desc = "kept out")
@Outcome(id = "true, false", expect = FORBIDDEN, desc = "in, and taken for out")
public class ThreadCacheStress {
  private static final long OWNER = 0;

  private static final CachedPool POOL = new CachedPool(PoolOptions.defaults());

  private final ThreadCache cache = new ThreadCache(POOL, 0);

  @Actor
  public void enter(ZZ_Result result) {
    result.r1 = cache.enter(OWNER);
  }

  @Actor
  public void bar(ZZ_Result result) {
    cache.bar(true);
    ProcessBarrier.issue();
    result.r2 = cache.isInUse();
  }

  /// A planted bug: the same without the barrier. No interleaving shows it, only what processors
  /// and compilers reorder.
  @JCStressTest
  @State
  @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "in, and seen")
  @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "on its way out again")
  @Outcome(id = "false, false", expect = ACCEPTABLE, desc = "kept out")
  @Outcome(id = "true, false", expect = FORBIDDEN, desc = "in, and taken for out")
  public static class PlantedWithoutBarrier {
    private final ThreadCache cache = new ThreadCache(POOL, 0);

    @Actor
    public void enter(ZZ_Result result) {
      result.r1 = cache.enter(OWNER);
    }

    @Actor
    public void bar(ZZ_Result result) {
      cache.bar(true);
      result.r2 = cache.isInUse();
    }
  }
}
