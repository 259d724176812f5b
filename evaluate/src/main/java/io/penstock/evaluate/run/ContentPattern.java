package io.penstock.evaluate.run;

import io.penstock.array.ElementType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// The contents of a file in closed form: what stands at any offset can be computed, in memory's
/// and in foreign byte order.
///
/// A little-endian file is a sequence of 64-bit little-endian words; word `i` under a salt is
/// [#word]. No word is a NaN, as a `double` or as two `float`s. A big-endian file has the same
/// elements, each with its bytes reversed. The same form stands in `pattern.h` and `contestant.py`.
///
/// @param salt sets one content apart from another
/// @param swapBytes the width of the units whose bytes are reversed: 1 for none, else 2, 4 or 8
record ContentPattern(long salt, int swapBytes) {
  private static final ValueLayout.OfLong WORD =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final long STRIDE = 0x9E3779B97F4A7C15L;
  private static final long SALT = 0xD1B54A32D192ED03L;
  private static final long MULTIPLIER = 0xBF58476D1CE4E5B9L;
  private static final long NO_NAN = 0xBFFFFFFF_BFFFFFFFL;
  private static final int STRIP_WORDS = 512;
  private static final long SLICE_BYTES = 1L << 20;

  /// @throws IllegalArgumentException if no element has that width
  ContentPattern {
    if (swapBytes < 1 || swapBytes > 8 || Integer.bitCount(swapBytes) != 1) {
      throw new IllegalArgumentException("elements have 1, 2, 4 or 8 bytes: " + swapBytes);
    }
  }

  /// The content of elements of `type` in byte order `order`.
  static ContentPattern of(long salt, ElementType type, ByteOrder order) {
    return new ContentPattern(salt, order == ByteOrder.LITTLE_ENDIAN ? 1 : type.bytes());
  }

  /// A number scattered evenly over all 64 bits.
  static long mix(long index, long salt) {
    long z = index * STRIDE + salt * SALT;
    z = (z ^ (z >>> 32)) * MULTIPLIER;
    return z ^ (z >>> 29);
  }

  /// Word number `index` of a little-endian file.
  static long word(long index, long salt) {
    return mix(index, salt) & NO_NAN;
  }

  /// Request number `k` of a scattered sequence over `requests` places.
  static long scattered(long k, long seed, long requests) {
    return (mix(k, seed) >>> 1) % requests;
  }

  /// The content of the array of a task, where elements lie in native byte order, whatever the
  /// file's.
  static ContentPattern inMemory(long salt, Task task) {
    return of(salt, task.work().type(), ByteOrder.nativeOrder());
  }

  /// Fills the array of a task with what a write is to move.
  void fill(MemorySegment array, Task task) {
    slices(task).forEach(slice -> fill(in(array, slice), slice.inFile()));
  }

  /// Makes every byte of the array of a task differ from what a read is to move.
  void spoil(MemorySegment array, Task task) {
    slices(task).forEach(slice -> spoil(in(array, slice), slice.inFile()));
  }

  /// Says in one line where the array of a task differs from what a read should have moved.
  Optional<String> difference(MemorySegment array, Task task) {
    return slices(task)
        .map(slice -> difference(array, slice, task.file()))
        .flatMap(Optional::stream)
        .findAny();
  }

  private Optional<String> difference(MemorySegment array, Task.Piece slice, Path file) {
    OptionalLong found = mismatch(in(array, slice), slice.inFile());
    return found.isEmpty()
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "byte %d of the array is not byte %d of %s",
                slice.inArray() + found.getAsLong(),
                slice.inFile() + found.getAsLong(),
                file));
  }

  private static MemorySegment in(MemorySegment array, Task.Piece slice) {
    return array.asSlice(slice.inArray(), slice.length());
  }

  private static Stream<Task.Piece> slices(Task task) {
    return task.pieces().toList().parallelStream().flatMap(ContentPattern::sliced);
  }

  private static Stream<Task.Piece> sliced(Task.Piece piece) {
    return LongStream.iterate(0, at -> at < piece.length(), at -> at + SLICE_BYTES)
        .mapToObj(
            at ->
                new Task.Piece(
                    piece.inArray() + at,
                    piece.inFile() + at,
                    Math.min(SLICE_BYTES, piece.length() - at)));
  }

  /// Fills memory with what stands in the file from offset `position` on.
  void fill(MemorySegment memory, long position) {
    fill(memory, position, 0);
  }

  /// Fills memory so that every byte differs from what stands in the file from offset `position`
  /// on.
  void spoil(MemorySegment memory, long position) {
    fill(memory, position, -1);
  }

  /// The offset in memory of the first byte that differs from the file's from offset `position` on;
  /// empty if there is none.
  OptionalLong mismatch(MemorySegment memory, long position) {
    long size = memory.byteSize();
    long head = head(position, size);
    long words = (size - head) / 8;
    OptionalLong found = mismatchInBytes(memory, position, 0, head);
    for (long strip = 0; found.isEmpty() && strip < words; strip += STRIP_WORDS) {
      int count = (int) Math.min(STRIP_WORDS, words - strip);
      long at = head + strip * 8;
      if (differs(memory.asSlice(at, count * 8L), (position + at) / 8, count)) {
        found = mismatchInBytes(memory, position, at, at + count * 8L);
      }
    }
    return found.isPresent() ? found : mismatchInBytes(memory, position, head + words * 8, size);
  }

  private void fill(MemorySegment memory, long position, long flip) {
    long size = memory.byteSize();
    long head = head(position, size);
    long words = (size - head) / 8;
    fillBytes(memory, position, 0, head, flip);
    for (long strip = 0; strip < words; strip += STRIP_WORDS) {
      int count = (int) Math.min(STRIP_WORDS, words - strip);
      long at = head + strip * 8;
      fillWords(memory.asSlice(at, count * 8L), (position + at) / 8, count, flip);
    }
    fillBytes(memory, position, head + words * 8, size, flip);
  }

  private void fillWords(MemorySegment memory, long first, int count, long flip) {
    if (swapBytes == 1) {
      for (int i = 0; i < count; i++) {
        memory.set(WORD, 8L * i, word(first + i, salt) ^ flip);
      }
    } else {
      for (int i = 0; i < count; i++) {
        memory.set(WORD, 8L * i, swapped(word(first + i, salt)) ^ flip);
      }
    }
  }

  private boolean differs(MemorySegment memory, long first, int count) {
    long difference = 0;
    if (swapBytes == 1) {
      for (int i = 0; i < count; i++) {
        difference |= memory.get(WORD, 8L * i) ^ word(first + i, salt);
      }
    } else {
      for (int i = 0; i < count; i++) {
        difference |= memory.get(WORD, 8L * i) ^ swapped(word(first + i, salt));
      }
    }
    return difference != 0;
  }

  private void fillBytes(MemorySegment memory, long position, long from, long to, long flip) {
    for (long at = from; at < to; at++) {
      memory.set(ValueLayout.JAVA_BYTE, at, (byte) (byteAt(position + at) ^ flip));
    }
  }

  private OptionalLong mismatchInBytes(MemorySegment memory, long position, long from, long to) {
    for (long at = from; at < to; at++) {
      if (memory.get(ValueLayout.JAVA_BYTE, at) != byteAt(position + at)) {
        return OptionalLong.of(at);
      }
    }
    return OptionalLong.empty();
  }

  private byte byteAt(long position) {
    return (byte) (swapped(word(position / 8, salt)) >>> (position % 8 * 8));
  }

  private long swapped(long word) {
    return switch (swapBytes) {
      case 1 -> word;
      case 2 -> ((word & 0x00FF00FF_00FF00FFL) << 8) | ((word >>> 8) & 0x00FF00FF_00FF00FFL);
      case 4 -> Long.rotateLeft(Long.reverseBytes(word), 32);
      default -> Long.reverseBytes(word);
    };
  }

  /// The bytes before the first whole word.
  private static long head(long position, long size) {
    return Math.min(size, -position & 7);
  }
}
