package io.penstock.message.match;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.penstock.message.MessageKind;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/// A transfer ends while its user asks whether it has, and has something run when it has: who sees
/// that it is done sees its outcome, and what is to be run is run when that can be read.
@JCStressTest
@State
@Outcome(id = "outcome, run", expect = ACCEPTABLE, desc = "done in time")
@Outcome(id = "not done, run", expect = ACCEPTABLE, desc = "done later")
public class TransferStress {
  private final Transfer transfer = new Transfer(new Sleepers(() -> {}));
  private final AtomicInteger queued = new AtomicInteger();

  public TransferStress() {
    transfer.with(0, 0, 0).begin();
  }

  /// As the entry of a completion queue.
  private void queueOnce() {
    if (transfer.met()) {
      queued.compareAndSet(0, 1);
    }
  }

  @Actor
  public void end() {
    transfer.note(3, 5, MessageKind.INT, 64);
    transfer.end();
  }

  @Actor
  public void ask(LL_Result result) {
    transfer.whenDone(this::queueOnce);
    boolean done = transfer.met();
    queueOnce();
    if (done) {
      boolean noted =
          transfer.source() == 3
              && transfer.sentTag() == 5
              && transfer.sentKind() == MessageKind.INT
              && transfer.sentBytes() == 64;
      result.r1 = noted ? "outcome" : "done without an outcome";
    } else {
      result.r1 = "not done";
    }
  }

  @Arbiter
  public void look(LL_Result result) {
    result.r2 = queued.get() == 1 ? "run" : "forgotten";
  }
}
