package io.penstock.stream;

import io.penstock.file.EngineFile;
import io.penstock.file.FileEngines;
import java.io.IOException;
import java.nio.ByteOrder;

/// A piece of memory in which values and arrays lie in one byte order, at any alignment.
///
/// Places are in bytes from the beginning; each access is checked against the block's end.
abstract class ElementBlock {
  private final boolean swapped;

  ElementBlock(ByteOrder order) {
    this.swapped = order != ByteOrder.nativeOrder();
  }

  /// A block that bytes of a file are read to and written from: off the heap, or a byte array as
  /// long as engines take some milliseconds to begin with. So does the first memory segment of a
  /// JVM, for which many a program is done too soon.
  static ElementBlock forFile(int size, ByteOrder order) {
    return FileEngines.areReady() ? new NativeBlock(size, order) : new HeapBlock(size, order);
  }

  abstract int size();

  /// Reads a range of a file to the block.
  abstract void read(EngineFile file, long offset, int at, int count) throws IOException;

  /// Writes a range of the block to a file.
  abstract void write(EngineFile file, long offset, int at, int count) throws IOException;

  /// Gives the memory back: nobody may use the block any more.
  abstract void release();

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
