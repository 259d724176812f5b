package io.penstock.memory;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.lang.foreign.ValueLayout;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/// A thread releases a block that another took, and takes its own, while that one takes from the
/// same size class and takes over what threads keep: memory belongs to one of them at a time.
@JCStressTest
@State
@Outcome(id = "true, true", expect = ACCEPTABLE, desc = "each had its own")
public class CachedPoolStress {
  private static final int BYTES = 4096;

  private static final BufferPool POOL = new CachedPool(PoolOptions.defaults());

  private final Block handedOver = POOL.take(BYTES);

  private static boolean use(int mark) {
    Block block = POOL.take(BYTES);
    try {
      block.memory().set(ValueLayout.JAVA_INT, 0, mark);
      block.memory().set(ValueLayout.JAVA_INT, BYTES - Integer.BYTES, mark);
      return block.memory().get(ValueLayout.JAVA_INT, 0) == mark
          && block.memory().get(ValueLayout.JAVA_INT, BYTES - Integer.BYTES) == mark;
    } finally {
      block.release();
    }
  }

  @Actor
  public void release(ZZ_Result result) {
    handedOver.release();
    result.r1 = use(1);
  }

  @Actor
  public void takeOver(ZZ_Result result) {
    boolean alone = use(2);
    long _ = POOL.trim();
    result.r2 = alone && use(3);
  }
}
