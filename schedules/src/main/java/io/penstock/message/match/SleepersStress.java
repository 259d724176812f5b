package io.penstock.message.match;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicBoolean;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/// A thread goes to sleep, by entering and looking once more, while another brings about what it
/// waits for, and wakes: it sees that, or is woken.
@JCStressTest
@State
@Outcome(id = "true, true", expect = ACCEPTABLE, desc = "seen, and woken")
@Outcome(id = "true, false", expect = ACCEPTABLE, desc = "seen in time")
@Outcome(id = "false, true", expect = ACCEPTABLE, desc = "woken")
@Outcome(id = "false, false", expect = FORBIDDEN, desc = "slept through")
public class SleepersStress {
  private final AtomicBoolean alarm = new AtomicBoolean();
  private final Sleepers sleepers = new Sleepers(() -> alarm.setPlain(true));
  private volatile boolean happened;

  @Actor
  public void sleep(ZZ_Result result) {
    sleepers.enter();
    result.r1 = happened;
  }

  @Actor
  public void wake(ZZ_Result result) {
    happened = true;
    sleepers.wake();
    result.r2 = alarm.getPlain();
  }

  /// A planted bug: the thread looks before it enters.
  @JCStressTest
  @State
  @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "seen, and woken")
  @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "seen in time")
  @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "woken")
  @Outcome(id = "false, false", expect = FORBIDDEN, desc = "slept through")
  public static class PlantedLookFirst {
    private final AtomicBoolean alarm = new AtomicBoolean();
    private final Sleepers sleepers = new Sleepers(() -> alarm.setPlain(true));
    private volatile boolean happened;

    @Actor
    public void sleep(ZZ_Result result) {
      result.r1 = happened;
      sleepers.enter();
    }

    @Actor
    public void wake(ZZ_Result result) {
      happened = true;
      sleepers.wake();
      result.r2 = alarm.getPlain();
    }
  }
}
