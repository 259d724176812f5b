package io.penstock.codecs.deflate;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// The bits of an array, from the lowest of each byte on. For one thread.
final class Bits {
  /// What an array must have behind its bits: they are read by 64.
  static final int SLACK_BYTES = Long.BYTES;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final byte[] bytes;
  private long at;

  Bits(byte[] bytes, int from) {
    this.bytes = bytes;
    this.at = 8L * from;
  }

  /// How many bits stand before the next one.
  long position() {
    return at;
  }

  /// The next 57 bits or more.
  long peek() {
    return (long) LONG.get(bytes, (int) (at >>> 3)) >>> (at & 7);
  }

  void skip(long count) {
    at += count;
  }

  int take(int count) {
    int value = (int) peek() & ((1 << count) - 1);
    at += count;
    return value;
  }

  /// Goes on at the next whole byte.
  int align() {
    at = (at + 7) & -8L;
    return (int) (at >>> 3);
  }
}
