package io.penstock.object;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.OptionalInt;

/// Booleans as bytes 0 and 1.
final class BooleanBytes {
  private static final VarHandle EIGHT =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final long STRANGE = 0xfefe_fefe_fefe_fefeL;

  private BooleanBytes() {}

  static void pack(boolean[] source, int from, byte[] target, int count) {
    for (int i = 0; i < count; i++) {
      target[i] = (byte) (source[from + i] ? 1 : 0);
    }
  }

  /// Returns where the first byte is that is neither 0 nor 1.
  static OptionalInt unpack(byte[] source, int count, boolean[] target, int at) {
    // The mask spares a branch for each.
    for (int i = 0; i < count; i++) {
      target[at + i] = (source[i] & 1) != 0;
    }
    return strange(source, count);
  }

  private static OptionalInt strange(byte[] source, int count) {
    int sound = 0;
    while (sound + Long.BYTES <= count && ((long) EIGHT.get(source, sound) & STRANGE) == 0) {
      sound += Long.BYTES;
    }
    for (int i = sound; i < count; i++) {
      if ((source[i] & ~1) != 0) {
        return OptionalInt.of(i);
      }
    }
    return OptionalInt.empty();
  }
}
