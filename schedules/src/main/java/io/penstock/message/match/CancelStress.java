package io.penstock.message.match;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.penstock.memory.BufferPool;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/// A receive is taken back while a send comes that it wants: either is it taken back or met.
@JCStressTest
@State
@Outcome(id = "true, false", expect = ACCEPTABLE, desc = "taken back")
@Outcome(id = "false, true", expect = ACCEPTABLE, desc = "met")
public class CancelStress {
  private final Matcher matcher = new Matcher(0, 2, 0, BufferPool.shared());
  private final Transfer receive = new Transfer(new Sleepers(() -> {}));
  private final Transfer send = new Transfer(new Sleepers(() -> {}));

  public CancelStress() {
    receive.of(new byte[1]).with(Transfer.ANY, 1, Transfer.ANY);
    send.of(new byte[1]).with(0, 1, 7);
    if (matcher.meet(receive) != Arrival.NONE) {
      throw new AssertionError("a receive has met what nobody sent");
    }
  }

  @Actor
  public void cancel(ZZ_Result result) {
    result.r1 = matcher.cancel(receive);
  }

  @Actor
  public void send(ZZ_Result result) {
    result.r2 = matcher.meet(send, 1) == receive;
  }
}
