package io.penstock.message.ranks;

import io.penstock.message.MessageBuffer;
import io.penstock.message.MessageKind;
import io.penstock.message.Wire;
import java.lang.foreign.MemorySegment;

/// A message buffer in a collective operation: its length goes ahead.
final class WholeMessage {
  private final Collective call;
  private final MessageBuffer buffer;
  private final Wire wire;

  WholeMessage(Collective call, MessageBuffer buffer) {
    this.call = call;
    this.buffer = buffer;
    this.wire = buffer.wire();
  }

  void broadcast(Broadcasting broadcasting, boolean outgoing) {
    wire.hold();
    try {
      if (outgoing) {
        send(broadcasting);
      } else {
        receive(broadcasting);
      }
    } finally {
      wire.letGo();
    }
  }

  private void send(Broadcasting broadcasting) {
    BufferPayload payload = new BufferPayload().outgoing(buffer);
    broadcasting.run(Region.of(new long[] {payload.bytes()}));
    Region bytes = call.scratch(MessageKind.BYTE, payload.bytes());
    payload.copyTo(0, bytes.memory(), 0, bytes.bytes());
    broadcasting.run(bytes);
  }

  private void receive(Broadcasting broadcasting) {
    new BufferPayload().incoming(buffer);
    long[] length = new long[1];
    broadcasting.run(Region.of(length));
    wire.arriving(length[0]);
    MemorySegment room = wire.memory(0).asSlice(wire.offset(0), length[0]);
    broadcasting.run(new Region(room, MessageKind.BYTE));
    wire.arrived();
  }
}
