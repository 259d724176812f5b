package mpi;

import io.penstock.array.Elements;
import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.message.Shares;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The elements of one part, or of one part for each rank, as a communicator moves them: where they
/// lie, or packed in memory of the pool.
final class Passage implements AutoCloseable {
  private final Part[] parts;
  private final Elements data;
  private final Shares shares;
  private final @Nullable Block block;

  private Passage(Part[] parts, Elements data, Shares shares, @Nullable Block block) {
    this.parts = parts;
    this.data = data;
    this.shares = shares;
    this.block = block;
  }

  /// Where they lie if that can be, else room for them.
  static Passage of(Part... parts) {
    return Arrays.stream(parts).allMatch(Part::isStraight) ? straight(parts) : packed(parts);
  }

  /// Elements to be sent.
  static Passage out(Part... parts) {
    Passage passage = of(parts);
    passage.gather();
    return passage;
  }

  /// A copy of elements to be sent, whatever becomes of them where they lie.
  static Passage copy(Part... parts) {
    Passage passage = packed(parts);
    passage.gather();
    return passage;
  }

  private static Passage straight(Part... parts) {
    int from = Integer.MAX_VALUE;
    long end = 0;
    for (Part part : parts) {
      if (part.count() > 0) {
        from = Math.min(from, part.first());
        end = Math.max(end, part.first() + part.elements());
      }
    }
    int first = end == 0 ? 0 : from;
    long[] counts = Arrays.stream(parts).mapToLong(Part::elements).toArray();
    long[] places =
        Arrays.stream(parts).mapToLong(p -> p.count() == 0 ? 0 : p.first() - first).toArray();
    return new Passage(
        parts, longest(parts).run(first, end - first), Shares.of(counts, places), null);
  }

  private static Part longest(Part... parts) {
    Part longest = parts[0];
    for (Part part : parts) {
      longest = part.count() > longest.count() ? part : longest;
    }
    return longest;
  }

  /// Room for elements in memory of the pool.
  static Passage packed(Part... parts) {
    long[] counts = Arrays.stream(parts).mapToLong(Part::elements).toArray();
    long bytes = Arrays.stream(parts).mapToLong(Part::bytes).sum();
    Base base = parts[0].base();
    Block block = BufferPool.shared().take(bytes);
    MemorySegment memory = block.memory().asSlice(0, bytes);
    Elements data = base == Base.PACKED ? Elements.of(memory) : Elements.of(memory, base.carrier());
    return new Passage(parts, data, Shares.of(counts), block);
  }

  /// What the communicator moves.
  Elements data() {
    return data;
  }

  /// The places of the parts in the data.
  Shares shares() {
    return shares;
  }

  private void gather() {
    if (block != null) {
      for (int i = 0; i < parts.length; i++) {
        parts[i].gather(block.memory(), shares.displacement(i) * parts[i].base().bytes());
      }
    }
  }

  /// The number of elements that a received message has, as the data count them: messages without a
  /// type are bytes.
  long elementsOf(io.penstock.message.Status status) {
    return status.bytes() / parts[0].base().bytes();
  }

  /// Puts what has been received in its place, all of it.
  void scatter() {
    for (int i = 0; i < parts.length; i++) {
      scatter(i, parts[i].elements());
    }
  }

  /// Puts what has been received for the only part in its place.
  void scatter(long elements) {
    scatter(0, elements);
  }

  private void scatter(int part, long elements) {
    if (block != null) {
      long at = shares.displacement(part) * parts[part].base().bytes();
      parts[part].scatter(block.memory(), at, elements);
    }
  }

  @Override
  public void close() {
    if (block != null) {
      block.release();
    }
  }
}
