package io.penstock.stream;

import java.io.DataOutput;
import java.io.IOException;

/// A [DataOutput] that also takes whole arrays.
///
/// An array is written as its elements one after the other, each in the output's byte order and
/// with nothing before or between them, so that a loop over the method for one element leaves the
/// same bytes. One exception: the bits of a float or double that is not a number are kept as they
/// are in an array, while [#writeFloat] and [#writeDouble], as in the JDK, write every such value
/// as the same one.
///
/// Every array method throws [IndexOutOfBoundsException] if its range leaves the array; then
/// nothing has been written. Whoever implements this interface supplies [#writeArray(Elements)];
/// the typed methods are its checked forms.
public non-sealed interface ArrayDataOutput extends DataOutput, ArrayWrites {

  /// Writes two bytes for each element.
  default void writeShortArray(short[] source) throws IOException {
    writeArray(source);
  }

  /// Writes two bytes for each of `count` elements.
  default void writeShortArray(short[] source, int from, int count) throws IOException {
    writeArray(source, from, count);
  }

  /// Writes two bytes for each element.
  default void writeCharArray(char[] source) throws IOException {
    writeArray(source);
  }

  /// Writes two bytes for each of `count` elements.
  default void writeCharArray(char[] source, int from, int count) throws IOException {
    writeArray(source, from, count);
  }

  /// Writes four bytes for each element.
  default void writeIntArray(int[] source) throws IOException {
    writeArray(source);
  }

  /// Writes four bytes for each of `count` elements.
  default void writeIntArray(int[] source, int from, int count) throws IOException {
    writeArray(source, from, count);
  }

  /// Writes eight bytes for each element.
  default void writeLongArray(long[] source) throws IOException {
    writeArray(source);
  }

  /// Writes eight bytes for each of `count` elements.
  default void writeLongArray(long[] source, int from, int count) throws IOException {
    writeArray(source, from, count);
  }

  /// Writes the four bytes of each element's bits.
  default void writeFloatArray(float[] source) throws IOException {
    writeArray(source);
  }

  /// Writes the four bytes of the bits of `count` elements.
  default void writeFloatArray(float[] source, int from, int count) throws IOException {
    writeArray(source, from, count);
  }

  /// Writes the eight bytes of each element's bits.
  default void writeDoubleArray(double[] source) throws IOException {
    writeArray(source);
  }

  /// Writes the eight bytes of the bits of `count` elements.
  default void writeDoubleArray(double[] source, int from, int count) throws IOException {
    writeArray(source, from, count);
  }

  @Override
  default void write(byte[] bytes) throws IOException {
    write(bytes, 0, bytes.length);
  }

  @Override
  default void writeBoolean(boolean value) throws IOException {
    write(value ? 1 : 0);
  }

  @Override
  default void writeByte(int value) throws IOException {
    write(value);
  }

  @Override
  default void writeChar(int value) throws IOException {
    writeShort(value);
  }

  @Override
  default void writeFloat(float value) throws IOException {
    writeInt(Float.floatToIntBits(value));
  }

  @Override
  default void writeDouble(double value) throws IOException {
    writeLong(Double.doubleToLongBits(value));
  }
}
