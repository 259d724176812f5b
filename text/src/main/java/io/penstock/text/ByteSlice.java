package io.penstock.text;

import io.penstock.text.number.DecimalParser;
import io.penstock.text.number.DoubleParser;
import io.penstock.text.number.LongParser;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.SplittableRandom;

/// A view of some bytes of an array that its owner fills: a line, a field, a token.
///
/// The method that hands out a slice says for how long it shows the same bytes, mostly until the
/// next one is asked for; [#copy] and [#toString] outlive that. Offsets are in bytes from the
/// slice's begin. Belongs to one thread at a time.
///
/// Slices do not take part in [Object#equals], since their bytes change: see [#contentEquals].
public sealed class ByteSlice permits Line {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final byte[] NOTHING = {};
  private static final long MIX = 0x9E3779B97F4A7C15L;

  /// Unknown to the author of a text, so that keys of a map do not collide on purpose.
  private static final long SEED = new SplittableRandom().nextLong();

  private static final long SECRET = new SplittableRandom().nextLong() | 1;

  private byte[] array = NOTHING;
  private int from;
  private int to;

  /// Shows nothing as yet.
  public ByteSlice() {}

  /// All bytes of an array, which is not copied.
  public static ByteSlice of(byte[] array) {
    return new ByteSlice().set(array, 0, array.length);
  }

  /// The bytes of a String in UTF-8.
  public static ByteSlice of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  /// Shows other bytes from now on.
  ///
  /// @param from the first one
  /// @param to behind the last one
  /// @return this slice
  /// @throws IndexOutOfBoundsException if the range leaves the array
  @SuppressWarnings("ReferenceEquality")
  public final ByteSlice set(byte[] array, int from, int to) {
    Objects.checkFromToIndex(from, to, array.length);
    // Storing a reference costs more than a look at it: a garbage collector wants to know.
    if (this.array != array) {
      this.array = array;
    }
    this.from = from;
    this.to = to;
    return this;
  }

  /// Shows what another slice shows.
  ///
  /// @return this slice
  public final ByteSlice set(ByteSlice other) {
    return set(other.array, other.from, other.to);
  }

  /// For loops of the caller's own: its bytes lie here, from [#from] to [#to]. What lies around
  /// them is not the caller's, and nothing may be changed.
  public final byte[] array() {
    return array;
  }

  /// Where it begins in [#array].
  public final int from() {
    return from;
  }

  /// Where it ends in [#array].
  public final int to() {
    return to;
  }

  /// How many bytes it has.
  public final int length() {
    return to - from;
  }

  /// Whether it has no bytes.
  public final boolean isEmpty() {
    return to == from;
  }

  /// One byte.
  ///
  /// @throws IndexOutOfBoundsException if it has no such byte
  public final byte at(int index) {
    return array[from + Objects.checkIndex(index, to - from)];
  }

  /// A part, as a slice of its own of the same bytes.
  ///
  /// @throws IndexOutOfBoundsException if the range leaves this slice
  public final ByteSlice slice(int begin, int end) {
    Objects.checkFromToIndex(begin, end, length());
    return new ByteSlice().set(array, from + begin, from + end);
  }

  /// The same bytes in an array of their own.
  public final ByteSlice copy() {
    return of(toByteArray());
  }

  /// A copy of the bytes.
  public final byte[] toByteArray() {
    return Arrays.copyOfRange(array, from, to);
  }

  // ---- looking ---------------------------------------------------------------------------------

  /// Where a byte is met first.
  ///
  /// @return -1 if it is not there
  public final int indexOf(byte wanted) {
    return indexOf(wanted, 0);
  }

  /// Where a byte is met first from a place on.
  ///
  /// @return -1 if it is not there
  /// @throws IndexOutOfBoundsException if `begin` is negative or behind the end
  public final int indexOf(byte wanted, int begin) {
    Objects.checkFromToIndex(begin, length(), length());
    int at = ByteScan.find(array, from + begin, to, wanted);
    return at == to ? -1 : at - from;
  }

  /// Whether it begins with these bytes.
  public final boolean startsWith(byte[] prefix) {
    return length() >= prefix.length
        && Arrays.equals(array, from, from + prefix.length, prefix, 0, prefix.length);
  }

  /// Whether it ends with these bytes.
  public final boolean endsWith(byte[] suffix) {
    return length() >= suffix.length
        && Arrays.equals(array, to - suffix.length, to, suffix, 0, suffix.length);
  }

  /// Whether another slice has the same bytes.
  public final boolean contentEquals(ByteSlice other) {
    return Arrays.equals(array, from, to, other.array, other.from, other.to);
  }

  /// Whether these are its bytes.
  public final boolean contentEquals(byte[] bytes) {
    return Arrays.equals(array, from, to, bytes, 0, bytes.length);
  }

  /// A hash of the bytes, the same for the same bytes in one version of Penstock.
  public final int contentHash() {
    long hash = length();
    int at = from;
    for (; at <= to - Long.BYTES; at += Long.BYTES) {
      hash = (hash ^ (long) LONGS.get(array, at)) * MIX;
      hash ^= hash >>> 32;
    }
    long rest = 0;
    for (; at < to; at++) {
      rest = (rest << 8) | (array[at] & 0xff);
    }
    hash = (hash ^ rest) * MIX;
    return (int) (hash ^ (hash >>> 32));
  }

  /// A hash of the bytes that is another one in each process.
  ///
  /// Each word of bytes is multiplied by a secret, and both halves of the product are kept: which
  /// bytes collide depends on the secret, where that of [#contentHash] are the same for everybody.
  final int secretHash() {
    long hash = SEED ^ length();
    int at = from;
    for (; at <= to - Long.BYTES; at += Long.BYTES) {
      hash = mixed(hash ^ (long) LONGS.get(array, at));
    }
    long rest = 0;
    for (; at < to; at++) {
      rest = (rest << 8) | (array[at] & 0xff);
    }
    hash = mixed(mixed(hash ^ rest));
    return (int) (hash ^ (hash >>> 32));
  }

  private static long mixed(long word) {
    return word * SECRET ^ Math.unsignedMultiplyHigh(word, SECRET);
  }

  /// Which of the two comes first, byte by byte, each from 0 to 255: for text in UTF-8 the order of
  /// its code points.
  ///
  /// @return less than 0 if this one does, more than 0 if the other one does
  public final int compareContent(ByteSlice other) {
    return Arrays.compareUnsigned(array, from, to, other.array, other.from, other.to);
  }

  // ---- numbers ---------------------------------------------------------------------------------

  /// The number it says, in decimal digits with an optional sign.
  ///
  /// @throws NumberFormatException if it says none, or one beyond `long`
  public final long parseLong() {
    return LongParser.parse(array, from, to);
  }

  /// The number it says, as a count of units that are the `scale`th decimal place: with a scale of
  /// 2, `-3.1` is -310.
  ///
  /// @param scale 0 to 18
  /// @throws NumberFormatException if it says none, has more decimal places, or goes beyond `long`
  public final long parseDecimal(int scale) {
    return DecimalParser.parse(array, from, to, scale);
  }

  /// The `double` that is nearest to the number it says, as [Double#parseDouble] finds it.
  ///
  /// @throws NumberFormatException if it says none
  public final double parseDouble() {
    return DoubleParser.parse(array, from, to);
  }

  // ---- Strings ---------------------------------------------------------------------------------

  /// The text that its bytes are in UTF-8; what is none is replaced by U+FFFD.
  @Override
  public final String toString() {
    return toString(StandardCharsets.UTF_8);
  }

  /// The text that its bytes are in a charset; what is none is replaced.
  public final String toString(Charset charset) {
    return new String(array, from, length(), charset);
  }
}
