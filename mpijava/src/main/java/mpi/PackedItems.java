package mpi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Items of any datatype one after the other in an array of bytes: elements in native byte order,
/// objects as their length and their bytes.
final class PackedItems {
  private static final int LENGTH_BYTES = Integer.BYTES;

  private PackedItems() {}

  static int size(int count, Datatype type) {
    if (type.base().isObject()) {
      throw new MPIException("objects have no size before they are packed");
    }
    if (count < 0) {
      throw new MPIException(count + " items: a count is 0 or more");
    }
    return MPIException.telling(
        () ->
            Math.multiplyExact(
                count, Math.multiplyExact(type.layout().size(), type.base().bytes())));
  }

  /// Packs a range, and returns the position after it.
  static int pack(TypedRange range, byte[] packed, int position) {
    if (!range.base().isObject()) {
      long bytes = range.bytes();
      requireRoom(packed, position, bytes);
      range.gather(MemorySegment.ofArray(packed), position);
      return position + (int) bytes;
    }
    byte[] objects = ObjectBytes.of(range.objects());
    requireRoom(packed, position, (long) LENGTH_BYTES + objects.length);
    MemorySegment.ofArray(packed).set(ValueLayout.JAVA_INT_UNALIGNED, position, objects.length);
    System.arraycopy(objects, 0, packed, position + LENGTH_BYTES, objects.length);
    return position + LENGTH_BYTES + objects.length;
  }

  /// Unpacks a range, and returns the position after it.
  static int unpack(byte[] packed, int position, TypedRange range) {
    if (!range.base().isObject()) {
      long bytes = range.bytes();
      requireRoom(packed, position, bytes);
      range.scatter(MemorySegment.ofArray(packed), position, range.elements());
      return position + (int) bytes;
    }
    requireRoom(packed, position, LENGTH_BYTES);
    int length = MemorySegment.ofArray(packed).get(ValueLayout.JAVA_INT_UNALIGNED, position);
    requireRoom(packed, position, length < 0 ? -1 : (long) LENGTH_BYTES + length);
    @Nullable Object[] objects = ObjectBytes.read(packed, position + LENGTH_BYTES, length);
    range.takeObjects(objects);
    return position + LENGTH_BYTES + length;
  }

  private static void requireRoom(byte[] packed, int position, long bytes) {
    if (position < 0 || bytes < 0 || position + bytes > packed.length) {
      throw new MPIException(
          String.format(
              Locale.ROOT,
              "%d bytes from %d on in an array of %d",
              bytes,
              position,
              packed.length));
    }
  }
}
