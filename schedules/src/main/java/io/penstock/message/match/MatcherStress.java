package io.penstock.message.match;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.penstock.memory.BufferPool;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/// A receive and a send that fit come at the same time: one of them meets the other, with its data
/// to be had, and the second to come is the one.
@JCStressTest
@State
@Outcome(id = "waits, meets the receive", expect = ACCEPTABLE, desc = "the receive was first")
@Outcome(id = "meets the send, waits", expect = ACCEPTABLE, desc = "the send was first")
public class MatcherStress {
  private static final int CONTEXT = 1;
  private static final int TAG = 7;

  private final Matcher matcher = new Matcher(0, 2, 0, BufferPool.shared());
  private final Transfer receive = new Transfer(new Sleepers(() -> {}));
  private final Transfer send = new Transfer(new Sleepers(() -> {}));

  public MatcherStress() {
    receive.of(new byte[1]).with(1, CONTEXT, TAG);
    send.of(new byte[1]).with(0, CONTEXT, TAG);
  }

  @Actor
  public void receive(LL_Result result) {
    Arrival arrival = matcher.meet(receive);
    if (arrival == Arrival.NONE) {
      result.r1 = "waits";
    } else {
      result.r1 = arrival.sender() == send ? "meets the send" : "meets another";
    }
  }

  @Actor
  public void send(LL_Result result) {
    Transfer met = matcher.meet(send, 1);
    if (met == Transfer.NONE) {
      result.r2 = "waits";
    } else {
      result.r2 = met == receive ? "meets the receive" : "meets another";
    }
  }
}
