package io.penstock.stream;

import java.nio.ByteOrder;

/// A piece of memory in which values and arrays lie in one byte order, at any alignment.
///
/// Places are in bytes from the beginning; each access is checked against the block's end.
abstract class Block {
  private final boolean swapped;

  Block(ByteOrder order) {
    this.swapped = order != ByteOrder.nativeOrder();
  }

  abstract int size();

  abstract byte getByte(int at);

  abstract void putByte(int at, byte value);

  final short getShort(int at) {
    short value = ownShort(at);
    return swapped ? Short.reverseBytes(value) : value;
  }

  final void putShort(int at, short value) {
    ownShort(at, swapped ? Short.reverseBytes(value) : value);
  }

  final int getInt(int at) {
    int value = ownInt(at);
    return swapped ? Integer.reverseBytes(value) : value;
  }

  final void putInt(int at, int value) {
    ownInt(at, swapped ? Integer.reverseBytes(value) : value);
  }

  final long getLong(int at) {
    long value = ownLong(at);
    return swapped ? Long.reverseBytes(value) : value;
  }

  final void putLong(int at, long value) {
    ownLong(at, swapped ? Long.reverseBytes(value) : value);
  }

  abstract void get(int at, byte[] target, int from, int count);

  abstract void put(int at, byte[] source, int from, int count);

  /// Fills elements of an array of any primitive type but boolean and byte.
  abstract void getArray(int at, Object target, int from, int count);

  /// Takes in elements of an array of any primitive type but boolean and byte.
  abstract void putArray(int at, Object source, int from, int count);

  /// Moves bytes to the beginning.
  abstract void slide(int at, int count);

  abstract short ownShort(int at);

  abstract void ownShort(int at, short value);

  abstract int ownInt(int at);

  abstract void ownInt(int at, int value);

  abstract long ownLong(int at);

  abstract void ownLong(int at, long value);
}
