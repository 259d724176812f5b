package io.penstock.stream;

import java.io.DataInput;
import java.io.IOException;

/// A [DataInput] that also fills whole arrays.
///
/// An array is read as its elements one after the other, each in the input's byte order, as a loop
/// over the method for one element would do it; the bits of a float or double are taken as they
/// are.
///
/// Every array method fills its range exactly and touches nothing beyond it. It throws
/// [IndexOutOfBoundsException] if the range leaves the array, and then has read nothing; it throws
/// [java.io.EOFException] if the input ends before, which says how many elements were read: those
/// are in the array, and the input stands at its end. Whoever implements this interface supplies
/// [#readArray(Elements)]; the typed methods are its checked forms.
public non-sealed interface ArrayDataInput extends DataInput, ArrayReads {

  /// Fills an array from two bytes for each element.
  default void readShortArray(short[] target) throws IOException {
    readArray(target);
  }

  /// Fills `count` elements from two bytes each.
  default void readShortArray(short[] target, int from, int count) throws IOException {
    readArray(target, from, count);
  }

  /// Fills an array from two bytes for each element.
  default void readCharArray(char[] target) throws IOException {
    readArray(target);
  }

  /// Fills `count` elements from two bytes each.
  default void readCharArray(char[] target, int from, int count) throws IOException {
    readArray(target, from, count);
  }

  /// Fills an array from four bytes for each element.
  default void readIntArray(int[] target) throws IOException {
    readArray(target);
  }

  /// Fills `count` elements from four bytes each.
  default void readIntArray(int[] target, int from, int count) throws IOException {
    readArray(target, from, count);
  }

  /// Fills an array from eight bytes for each element.
  default void readLongArray(long[] target) throws IOException {
    readArray(target);
  }

  /// Fills `count` elements from eight bytes each.
  default void readLongArray(long[] target, int from, int count) throws IOException {
    readArray(target, from, count);
  }

  /// Fills an array from four bytes for each element.
  default void readFloatArray(float[] target) throws IOException {
    readArray(target);
  }

  /// Fills `count` elements from four bytes each.
  default void readFloatArray(float[] target, int from, int count) throws IOException {
    readArray(target, from, count);
  }

  /// Fills an array from eight bytes for each element.
  default void readDoubleArray(double[] target) throws IOException {
    readArray(target);
  }

  /// Fills `count` elements from eight bytes each.
  default void readDoubleArray(double[] target, int from, int count) throws IOException {
    readArray(target, from, count);
  }

  @Override
  default void readFully(byte[] target) throws IOException {
    readFully(target, 0, target.length);
  }

  @Override
  default boolean readBoolean() throws IOException {
    return readByte() != 0;
  }

  @Override
  default int readUnsignedByte() throws IOException {
    return Byte.toUnsignedInt(readByte());
  }

  @Override
  default int readUnsignedShort() throws IOException {
    return Short.toUnsignedInt(readShort());
  }

  @Override
  default char readChar() throws IOException {
    return (char) readShort();
  }

  @Override
  default float readFloat() throws IOException {
    return Float.intBitsToFloat(readInt());
  }

  @Override
  default double readDouble() throws IOException {
    return Double.longBitsToDouble(readLong());
  }
}
