package io.penstock.message;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/// A transport of the simplest kind.
final class Delivery {
  private Delivery() {}

  /// Copies a message into another buffer, which can then be read.
  static void deliver(MessageBuffer from, MessageBuffer to) {
    Wire source = from.wire();
    to.wire().arriving(source.messageBytes());
    long at = to.wire().offset(0);
    for (int part = 0; part < source.parts(); part++) {
      MemorySegment.copy(
          source.memory(part), source.offset(part), to.wire().memory(0), at, source.bytes(part));
      at += source.bytes(part);
    }
    to.wire().arrived();
  }

  /// The bytes of a message, by its byte buffers.
  static byte[] bytes(MessageBuffer message) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Wire wire = message.wire();
    for (int part = 0; part < wire.parts(); part++) {
      ByteBuffer buffer = wire.buffer(part, 0);
      byte[] some = new byte[buffer.remaining()];
      buffer.get(some);
      bytes.writeBytes(some);
    }
    return bytes.toByteArray();
  }

  /// Lets bytes arrive, whatever they are.
  static void deliver(byte[] bytes, MessageBuffer to) {
    to.wire().arriving(bytes.length);
    MemorySegment.copy(
        bytes, 0, to.wire().memory(0), ValueLayout.JAVA_BYTE, to.wire().offset(0), bytes.length);
    to.wire().arrived();
  }
}
