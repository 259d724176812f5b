package io.penstock.array;

import java.util.Locale;

/// One axis of a selection: `count` blocks of `block` neighbouring indices, one every `stride`
/// indices from `start` on; the last block may be cut short to `last` indices.
///
/// ```
/// index   0 1 2 3 4 5 6 7 8 9
/// start 1     stride 4, block 2, count 3, last 1
///           # #     # #     #
/// ```
///
/// One that selects nothing has `count` 0 and `last` 0.
public record AxisSelection(long start, long stride, long count, long block, long last) {
  /// Checks that no blocks overlap.
  ///
  /// @throws IllegalArgumentException if a value is negative, blocks overlap, or the indices leave
  ///   the range of a `long`
  public AxisSelection {
    require(start >= 0, "start", start, "must not be negative");
    require(stride >= 1, "stride", stride, "must be at least 1");
    require(count >= 0, "count", count, "must not be negative");
    require(block >= 1, "block", block, "must be at least 1");
    require(
        count == 0 ? last == 0 : last >= 1 && last <= block,
        "last block",
        last,
        "must fit the block of " + block);
    require(
        count <= 1 || stride >= block,
        "stride",
        stride,
        "must not be below the block of " + block + ": blocks would overlap");
    if (overflows(start, stride, count, last)) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "selected indices overflow: start %d, stride %d, count %d",
              start,
              stride,
              count));
    }
  }

  private static boolean overflows(long start, long stride, long count, long last) {
    long gaps = Math.max(count - 1, 0);
    long span = gaps * stride;
    boolean wrapped = Math.multiplyHigh(gaps, stride) != 0;
    return wrapped || span < 0 || start + span < 0 || start + span + last < 0;
  }

  private static void require(boolean met, String what, long value, String rule) {
    if (!met) {
      throw new IllegalArgumentException(what + " " + value + " " + rule);
    }
  }

  /// The indices from `start` to `start + length - 1`.
  public static AxisSelection range(long start, long length) {
    return length == 0
        ? new AxisSelection(start, 1, 0, 1, 0)
        : new AxisSelection(start, length, 1, length, length);
  }

  /// How many indices are selected.
  public long size() {
    return count == 0 ? 0 : (count - 1) * block + last;
  }

  /// One past the last selected index; `start` where nothing is selected.
  public long end() {
    return count == 0 ? start : start + (count - 1) * stride + last;
  }
}
