package io.penstock.object;

import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Array;
import java.nio.ByteOrder;
import java.util.Locale;

/// Arrays of primitive types as a header of 12 bytes and their elements, copied piece by piece.
///
/// | byte | |
/// |---|---|
/// | 0 | `a7 7a`, which is no other object's beginning |
/// | 2 | the type, as in the names of array classes: `B`, `C`, `D`, `F`, `I`, `J`, `S`, `Z` |
/// | 3 | 0 where the elements are big-endian, 1 where they are little-endian |
/// | 4 | how many elements there are, big-endian |
/// | 12 | the elements, each `boolean` as a byte 0 or 1 |
///
/// Written in the machine's own byte order; either is read. For codecs: every codec of objects
/// writes such arrays so.
public final class PrimitiveArray {
  /// The first two bytes.
  public static final int MAGIC = 0xa77a;

  private static final int HEADER = 12;
  private static final int PIECE = 64 << 10;
  private static final int SMALL_PIECE = 4 << 10;
  private static final int LITTLE = 1;

  private static final VarHandle EIGHT =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final long STRANGE = 0xfefe_fefe_fefe_fefeL;

  private PrimitiveArray() {}

  /// Whether an object is an array of a primitive type.
  public static boolean is(Object value) {
    return value.getClass().isArray() && value.getClass().getComponentType().isPrimitive();
  }

  /// Writes an array with its header.
  ///
  /// @param elements all of an array, of type `boolean` too
  /// @throws IllegalArgumentException if they are not
  /// @throws IOException if the stream fails
  public static void write(Elements elements, OutputStream out) throws IOException {
    Object array = elements.whole();
    if (!is(array)) {
      throw new IllegalArgumentException("an array is written whole, not a part or a segment");
    }
    char type = array.getClass().getName().charAt(1);
    int length = Array.getLength(array);
    out.write(header(type, length));
    switch (array) {
      case byte[] bytes -> out.write(bytes);
      case boolean[] booleans -> writeBooleans(booleans, out);
      default -> writeElements(memory(array), out);
    }
  }

  private static byte[] header(char type, int length) {
    int order = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? LITTLE : 0;
    byte[] header = {
      (byte) (MAGIC >>> 8), (byte) MAGIC, (byte) type, (byte) order, 0, 0, 0, 0, 0, 0, 0, 0
    };
    for (int i = 0; i < Integer.BYTES; i++) {
      header[HEADER - 1 - i] = (byte) (length >>> (8 * i));
    }
    return header;
  }

  private static void writeElements(MemorySegment elements, OutputStream out) throws IOException {
    byte[] piece = new byte[(int) Math.min(piece(out), elements.byteSize())];
    MemorySegment target = MemorySegment.ofArray(piece);
    for (long at = 0; at < elements.byteSize(); at += piece.length) {
      int count = (int) Math.min(piece.length, elements.byteSize() - at);
      MemorySegment.copy(elements, at, target, 0, count);
      out.write(piece, 0, count);
    }
  }

  private static void writeBooleans(boolean[] elements, OutputStream out) throws IOException {
    byte[] piece = new byte[Math.min(piece(out), elements.length)];
    for (int at = 0; at < elements.length; at += piece.length) {
      int count = Math.min(piece.length, elements.length - at);
      for (int i = 0; i < count; i++) {
        piece[i] = (byte) (elements[at + i] ? 1 : 0);
      }
      out.write(piece, 0, count);
    }
  }

  // Between arrays a piece should stay in the processor's first cache, elsewhere it should save
  // calls of the system.
  private static int piece(Object stream) {
    return stream instanceof ByteArrayOutputStream || stream instanceof ByteArrayInputStream
        ? SMALL_PIECE
        : PIECE;
  }

  /// Reads an array after the first two bytes, and not a byte beyond it. Memory grows with what has
  /// come, not with the length that is claimed.
  ///
  /// @throws IOException if the stream fails, ends too early, or holds what is no array within the
  ///   limits
  public static Object read(InputStream in, ObjectLimits limits) throws IOException {
    byte[] header = in.readNBytes(HEADER - 2);
    if (header.length < HEADER - 2) {
      throw cut(2 + header.length);
    }
    Class<?> type = type((char) (header[0] & 0xff));
    if (header[1] != 0 && header[1] != LITTLE) {
      throw new ObjectException("object refused at byte 3: unknown byte order " + header[1]);
    }
    long length = 0;
    for (int i = 2; i < header.length; i++) {
      length = (length << 8) | (header[i] & 0xff);
    }
    requireWithin(limits, length, width(type));
    ByteOrder order = header[1] == LITTLE ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    return elements(in, type, order, (int) length);
  }

  private static Class<?> type(char code) throws ObjectException {
    return switch (code) {
      case 'B' -> byte.class;
      case 'C' -> char.class;
      case 'D' -> double.class;
      case 'F' -> float.class;
      case 'I' -> int.class;
      case 'J' -> long.class;
      case 'S' -> short.class;
      case 'Z' -> boolean.class;
      default ->
          throw new ObjectException(
              String.format(
                  Locale.ROOT,
                  "object refused at byte 2: an array of the unknown type 0x%02x",
                  (int) code));
    };
  }

  private static int width(Class<?> type) {
    return switch (type.getName()) {
      case "byte", "boolean" -> 1;
      case "char", "short" -> 2;
      case "int", "float" -> 4;
      default -> 8;
    };
  }

  private static void requireWithin(ObjectLimits limits, long length, int width)
      throws ObjectException {
    if (length < 0 || length > limits.arrayLength()) {
      throw new ObjectException(
          "object refused at byte 4: an array of "
              + length
              + " elements, above the limit of "
              + limits.arrayLength());
    }
    if (length > (limits.bytes() - HEADER) / width) {
      throw new ObjectException(
          "object refused at byte 4: longer than the limit of " + limits.bytes() + " bytes");
    }
  }

  private static ObjectException cut(long bytes) {
    return new ObjectException(
        "object refused: it ends after " + bytes + " bytes, in the middle", new EOFException());
  }

  /// The array grows with what has come.
  private static Object elements(InputStream in, Class<?> type, ByteOrder order, int length)
      throws IOException {
    int width = width(type);
    Object array = Array.newInstance(type, first(in, length, width));
    byte[] piece = new byte[(int) Math.min(piece(in), (long) length * width)];
    int filled = 0;
    while (true) {
      int room = Array.getLength(array);
      long found = fill(array, filled, room - filled, in, order, piece);
      if (found < (long) (room - filled) * width) {
        throw cut(HEADER + (long) filled * width + found);
      }
      if (room == length) {
        return array;
      }
      filled = room;
      array = grown(array, type, filled, Math.min(length, 4L * filled));
    }
  }

  // What is there already is no claim.
  private static int first(InputStream in, int length, int width) throws IOException {
    if ((long) length * width <= PIECE) {
      return length;
    }
    return Math.min(length, Math.max(PIECE, in.available()) / width);
  }

  private static Object grown(Object array, Class<?> type, int filled, long length) {
    Object grown = Array.newInstance(type, Math.toIntExact(length));
    System.arraycopy(array, 0, grown, 0, filled);
    return grown;
  }

  /// Takes elements from a stream, through a piece where they cannot be read in place.
  ///
  /// @return how many bytes were found
  private static long fill(
      Object array, int from, int count, InputStream in, ByteOrder order, byte[] piece)
      throws IOException {
    return switch (array) {
      case byte[] bytes -> in.readNBytes(bytes, from, count);
      case boolean[] booleans -> fillBooleans(booleans, from, count, in, piece);
      default -> fillMemory(array, from, count, in, order, piece);
    };
  }

  private static long fillBooleans(
      boolean[] target, int from, int count, InputStream in, byte[] piece) throws IOException {
    int filled = 0;
    for (int found = piece.length; filled < count && found == piece.length; filled += found) {
      int wanted = Math.min(piece.length, count - filled);
      found = in.readNBytes(piece, 0, wanted);
      int at = from + filled;
      int strange = unpack(piece, found, target, at);
      if (strange < found) {
        throw new ObjectException(
            String.format(
                Locale.ROOT,
                "object refused at byte %d: a boolean of value %d",
                HEADER + (long) at + strange,
                piece[strange]));
      }
    }
    return filled;
  }

  private static long fillMemory(
      Object array, int from, int count, InputStream in, ByteOrder order, byte[] piece)
      throws IOException {
    MemorySegment source = MemorySegment.ofArray(piece);
    MemorySegment target = memory(array);
    ValueLayout layout = layout(array);
    long start = from * layout.byteSize();
    long bytes = count * layout.byteSize();
    for (long filled = 0; filled < bytes; filled += piece.length) {
      int wanted = (int) Math.min(piece.length, bytes - filled);
      int found = in.readNBytes(piece, 0, wanted);
      if (found < wanted) {
        return filled + found;
      }
      if (order == ByteOrder.nativeOrder()) {
        MemorySegment.copy(source, 0, target, start + filled, wanted);
      } else {
        long elements = wanted / layout.byteSize();
        MemorySegment.copy(
            source, layout.withOrder(order), 0, target, layout, start + filled, elements);
      }
    }
    return bytes;
  }

  private static MemorySegment memory(Object array) {
    return Elements.of(array).segment();
  }

  private static ValueLayout layout(Object array) {
    return ElementType.of(array.getClass()).layout();
  }

  /// @return where the first byte is that is neither 0 nor 1; `count` if there is none
  private static int unpack(byte[] source, int count, boolean[] target, int at) {
    // The mask spares a branch for each.
    for (int i = 0; i < count; i++) {
      target[at + i] = (source[i] & 1) != 0;
    }
    int sound = 0;
    while (sound + Long.BYTES <= count && ((long) EIGHT.get(source, sound) & STRANGE) == 0) {
      sound += Long.BYTES;
    }
    while (sound < count && (source[sound] & ~1) == 0) {
      sound++;
    }
    return sound;
  }
}
