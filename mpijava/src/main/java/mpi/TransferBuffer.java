package mpi;

import io.penstock.array.Elements;
import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.message.Shares;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The elements of one range, or of one range for each rank, as a communicator moves them: where
/// they lie, or packed in memory of the pool.
final class TransferBuffer implements AutoCloseable {
  private final TypedRange[] ranges;
  private final Elements data;
  private final Shares shares;
  private final @Nullable Block block;

  private TransferBuffer(TypedRange[] ranges, Elements data, Shares shares, @Nullable Block block) {
    this.ranges = ranges;
    this.data = data;
    this.shares = shares;
    this.block = block;
  }

  /// Where they lie if that can be, else room for them.
  static TransferBuffer of(TypedRange... ranges) {
    return Arrays.stream(ranges).allMatch(TypedRange::isStraight)
        ? straight(ranges)
        : packed(ranges);
  }

  /// Elements to be sent.
  static TransferBuffer out(TypedRange... ranges) {
    TransferBuffer buffer = of(ranges);
    buffer.gather();
    return buffer;
  }

  /// A copy of elements to be sent, whatever becomes of them where they lie.
  static TransferBuffer copy(TypedRange... ranges) {
    TransferBuffer buffer = packed(ranges);
    buffer.gather();
    return buffer;
  }

  private static TransferBuffer straight(TypedRange... ranges) {
    int from = Integer.MAX_VALUE;
    long end = 0;
    for (TypedRange range : ranges) {
      if (range.count() > 0) {
        from = Math.min(from, range.first());
        end = Math.max(end, range.first() + range.elements());
      }
    }
    int first = end == 0 ? 0 : from;
    long[] counts = Arrays.stream(ranges).mapToLong(TypedRange::elements).toArray();
    long[] places =
        Arrays.stream(ranges).mapToLong(p -> p.count() == 0 ? 0 : p.first() - first).toArray();
    return new TransferBuffer(
        ranges, longest(ranges).run(first, end - first), Shares.of(counts, places), null);
  }

  private static TypedRange longest(TypedRange... ranges) {
    TypedRange longest = ranges[0];
    for (TypedRange range : ranges) {
      longest = range.count() > longest.count() ? range : longest;
    }
    return longest;
  }

  /// Room for elements in memory of the pool.
  static TransferBuffer packed(TypedRange... ranges) {
    long[] counts = Arrays.stream(ranges).mapToLong(TypedRange::elements).toArray();
    long bytes = Arrays.stream(ranges).mapToLong(TypedRange::bytes).sum();
    BaseType base = ranges[0].base();
    Block block = BufferPool.shared().take(bytes);
    MemorySegment memory = block.memory().asSlice(0, bytes);
    Elements data =
        base == BaseType.PACKED ? Elements.of(memory) : Elements.of(memory, base.carrier());
    return new TransferBuffer(ranges, data, Shares.of(counts), block);
  }

  /// What the communicator moves.
  Elements data() {
    return data;
  }

  /// The places of the ranges in the data.
  Shares shares() {
    return shares;
  }

  private void gather() {
    if (block != null) {
      for (int i = 0; i < ranges.length; i++) {
        ranges[i].gather(block.memory(), shares.displacement(i) * ranges[i].base().bytes());
      }
    }
  }

  /// The number of elements that a received message has, as the data count them: messages without a
  /// type are bytes.
  long elementsOf(io.penstock.message.Status status) {
    return status.bytes() / ranges[0].base().bytes();
  }

  /// Puts what has been received in its place, all of it.
  void scatter() {
    for (int i = 0; i < ranges.length; i++) {
      scatter(i, ranges[i].elements());
    }
  }

  /// Puts what has been received for the only range in its place.
  void scatter(long elements) {
    scatter(0, elements);
  }

  private void scatter(int range, long elements) {
    if (block != null) {
      long at = shares.displacement(range) * ranges[range].base().bytes();
      ranges[range].scatter(block.memory(), at, elements);
    }
  }

  @Override
  public void close() {
    if (block != null) {
      block.release();
    }
  }
}
