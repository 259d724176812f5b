package io.penstock.array.pack;

import java.nio.ByteOrder;

/// The two byte orders that packed bytes can have, seen from this machine.
final class PackedOrder {
  static final ByteOrder NATIVE = ByteOrder.nativeOrder();
  static final ByteOrder FOREIGN =
      NATIVE == ByteOrder.BIG_ENDIAN ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;

  private PackedOrder() {}
}
