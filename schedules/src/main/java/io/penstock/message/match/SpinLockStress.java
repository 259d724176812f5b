package io.penstock.message.match;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.util.concurrent.atomic.AtomicBoolean;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/// Two threads count under the lock: no count is lost.
@JCStressTest
@State
@Outcome(id = "2", expect = ACCEPTABLE, desc = "both counted")
public class SpinLockStress {
  private final SpinLock lock = new SpinLock();
  private int count;

  private void add() {
    lock.lock();
    try {
      count++;
    } finally {
      lock.unlock();
    }
  }

  @Actor
  public void one() {
    add();
  }

  @Actor
  public void other() {
    add();
  }

  @Arbiter
  public void sum(I_Result result) {
    result.r1 = count;
  }

  /// A planted bug: a lock that looks first and takes it then.
  @JCStressTest
  @State
  @Outcome(id = "2", expect = ACCEPTABLE, desc = "both counted")
  public static class PlantedLookFirst {
    private final AtomicBoolean taken = new AtomicBoolean();
    private int count;

    private void add() {
      while (taken.get()) {
        Thread.onSpinWait();
      }
      taken.set(true);
      count++;
      taken.setRelease(false);
    }

    @Actor
    public void one() {
      add();
    }

    @Actor
    public void other() {
      add();
    }

    @Arbiter
    public void sum(I_Result result) {
      result.r1 = count;
    }
  }
}
