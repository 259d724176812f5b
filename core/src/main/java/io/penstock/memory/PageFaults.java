package io.penstock.memory;

import java.lang.foreign.MemorySegment;

/// The errors of accesses to pages that are gone, as those of a mapped file that was cut are. The
/// JVM throws an [InternalError] for each, but compiled code does so late.
public final class PageFaults {
  private PageFaults() {}

  /// Lets the error of a fault in the copy before come up here.
  ///
  /// Compiled code raises it not where the fault is but where it next looks whether it must stop,
  /// which can be long after the `try` block. A loop whose turns the compiler cannot count looks at
  /// the end of each turn. This one takes eight turns and more, since the first may be peeled off.
  ///
  /// @param length how long the copy was
  public static void await(long length) {
    long bits = length | 0xff;
    while (bits != 0) {
      bits &= bits - 1;
    }
  }

  /// Lets the error of a fault in a copy come up here if one of its sides is mapped memory.
  ///
  /// @param memory an array or a segment that was copied from, or to
  /// @param length how long the copy was
  public static void await(Object memory, long length) {
    if (memory instanceof MemorySegment segment && segment.isMapped()) {
      await(length);
    }
  }
}
