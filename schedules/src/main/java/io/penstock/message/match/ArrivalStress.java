package io.penstock.message.match;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.penstock.memory.BufferPool;
import io.penstock.message.MessageKind;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/// A staged payload is filled in while a receive claims it: one of the two threads unloads it, and
/// all of it is there.
@JCStressTest
@State
@Outcome(id = "leaves it, unloads", expect = ACCEPTABLE, desc = "it was full when it was claimed")
@Outcome(id = "unloads, leaves it", expect = ACCEPTABLE, desc = "it was claimed when it was full")
public class ArrivalStress {
  private final Arrival arrival = new Arrival();
  private final Transfer receive = new Transfer(new Sleepers(() -> {}));

  public ArrivalStress() {
    arrival
        .envelope(1, 0, 0, MessageKind.BYTES, ByteOrder.nativeOrder(), Integer.BYTES)
        .staged(BufferPool.shared());
  }

  private String unload() {
    return arrival.memory().get(ValueLayout.JAVA_INT_UNALIGNED, 0) == 42 ? "unloads" : "too early";
  }

  @Actor
  public void fill(LL_Result result) {
    arrival.memory().set(ValueLayout.JAVA_INT_UNALIGNED, 0, 42);
    Transfer claimant = arrival.full();
    result.r1 = claimant == receive ? unload() : "leaves it";
  }

  @Actor
  public void claim(LL_Result result) {
    result.r2 = arrival.claim(receive) ? unload() : "leaves it";
  }
}
