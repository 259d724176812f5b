package io.penstock.evaluate.messages;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Locale;
import java.util.Optional;

/// Marks at both ends of a block, by which a block that two owners have is noticed.
final class Stamps {
  private static final int SALT_SHIFT = 40;
  private static final int MEMBER_SHIFT = 32;

  private Stamps() {}

  /// The first of the stamps of a thread in a run; the next 2^32 are its own too.
  static long first(long salt, int member) {
    return salt << SALT_SHIFT | (long) member << MEMBER_SHIFT;
  }

  /// Marks a block of so many bytes, which may have more room.
  static void mark(MemorySegment block, long bytes, long stamp) {
    block.set(ValueLayout.JAVA_BYTE, 0, (byte) stamp);
    block.set(ValueLayout.JAVA_BYTE, bytes - 1, (byte) ~stamp);
    if (bytes >= 2 * Long.BYTES) {
      block.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, stamp);
      block.set(ValueLayout.JAVA_LONG_UNALIGNED, bytes - Long.BYTES, ~stamp);
    }
  }

  /// Where the marks are not those that were made.
  static Optional<String> difference(MemorySegment block, long bytes, long stamp) {
    if (bytes < 2 * Long.BYTES) {
      return Optional.empty();
    }
    long first = block.get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
    long last = block.get(ValueLayout.JAVA_LONG_UNALIGNED, bytes - Long.BYTES);
    return first == stamp && last == ~stamp
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "a block of %d bytes marked %x and %x holds %x and %x",
                bytes,
                stamp,
                ~stamp,
                first,
                last));
  }
}
