package io.penstock.array;

/// A distribution of the indices of one axis over the processes along it, as in
/// `MPI_Type_create_darray` (MPI 4.1, section 5.1.4).
public sealed interface Dealing {
  /// The part of `extent` indices that goes to process `coordinate` of `processes`.
  AxisSelection part(long extent, long processes, long coordinate);

  /// `a * b`, or `limit` where that is less: neither overflows.
  private static long atMost(long limit, long a, long b) {
    return Math.multiplyHigh(a, b) != 0 || a * b < 0 ? limit : Math.min(limit, a * b);
  }

  /// Every process gets the whole axis; there must be one process along it.
  static Dealing whole() {
    return new Whole();
  }

  /// One block each, of `ceil(extent / processes)` indices: the last processes may get fewer, or
  /// nothing.
  static Dealing block() {
    return new Block();
  }

  /// Single indices in turn.
  static Dealing cyclic() {
    return cyclic(1);
  }

  /// Blocks of `block` indices in turn.
  ///
  /// @throws IllegalArgumentException if `block` is below 1
  static Dealing cyclic(long block) {
    return new Cyclic(block);
  }

  /// See [Dealing#whole()].
  record Whole() implements Dealing {
    @Override
    public AxisSelection part(long extent, long processes, long coordinate) {
      if (processes != 1) {
        throw new IllegalArgumentException(
            "an undistributed axis takes 1 process, not " + processes);
      }
      return AxisSelection.range(0, extent);
    }
  }

  /// See [Dealing#block()].
  record Block() implements Dealing {
    @Override
    public AxisSelection part(long extent, long processes, long coordinate) {
      long block = Math.ceilDiv(extent, processes);
      long start = atMost(extent, block, coordinate);
      return AxisSelection.range(start, Math.min(block, extent - start));
    }
  }

  /// See [Dealing#cyclic(long)].
  record Cyclic(long block) implements Dealing {
    /// Checks the block.
    ///
    /// @throws IllegalArgumentException if `block` is below 1
    public Cyclic {
      if (block < 1) {
        throw new IllegalArgumentException("block " + block + " must be at least 1");
      }
    }

    @Override
    public AxisSelection part(long extent, long processes, long coordinate) {
      long start = atMost(extent, block, coordinate);
      if (start == extent) {
        return AxisSelection.range(0, 0);
      }
      long left = extent - start;
      long stride = atMost(left, block, processes);
      long count = Math.ceilDiv(left, stride);
      long last = Math.min(block, left - (count - 1) * stride);
      return new AxisSelection(start, stride, count, count == 1 ? last : block, last);
    }
  }
}
