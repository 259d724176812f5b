package io.penstock.message;

import io.penstock.array.kernel.IndexKernel;
import io.penstock.array.kernel.Kernel;
import io.penstock.array.pack.Walk;
import io.penstock.memory.PageFaults;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/// Moves elements of one type between a message, in one byte order, and one kind of memory: Java
/// arrays or segments.
///
/// Positions in memory are in elements and must be inside; offsets in the packed bytes are in
/// bytes. Safe for any thread.
final class ElementMover {
  /// A kernel counts the elements of one call in an `int`.
  private static final long MOST = 1L << 30;

  /// Longer runs are moved one by one.
  private static final long MOST_IN_ROWS = 1 << 12;

  private static final ElementMover[][] ARRAYS = table(false);
  private static final ElementMover[][] SEGMENTS = table(true);

  private final Kernel runs;
  private final IndexKernel indexed;
  private final int bytes;

  private ElementMover(Kernel runs, IndexKernel indexed) {
    this.runs = runs;
    this.indexed = indexed;
    this.bytes = runs.storedBytes();
  }

  static ElementMover of(SectionType type, Object memory, ByteOrder order) {
    ElementMover[][] table = memory instanceof MemorySegment ? SEGMENTS : ARRAYS;
    return table[order == ByteOrder.BIG_ENDIAN ? 1 : 0][type.code()];
  }

  private static ElementMover[][] table(boolean segments) {
    return new ElementMover[][] {
      row(segments, ByteOrder.LITTLE_ENDIAN), row(segments, ByteOrder.BIG_ENDIAN)
    };
  }

  private static ElementMover[] row(boolean segments, ByteOrder order) {
    ElementMover[] row = new ElementMover[SectionType.OBJECT.code()];
    for (int code = 1; code < row.length; code++) {
      SectionType type = SectionType.ofCode(code);
      row[code] = segments ? segments(type, order) : arrays(type, order);
    }
    return row;
  }

  private static ElementMover arrays(SectionType type, ByteOrder order) {
    return type == SectionType.BOOLEAN
        ? new ElementMover(Kernel.forBooleans(), IndexKernel.forBooleans())
        : new ElementMover(
            Kernel.forArrays(type.element(), order), IndexKernel.forArrays(type.element(), order));
  }

  private static ElementMover segments(SectionType type, ByteOrder order) {
    return new ElementMover(
        Kernel.forSegments(type.element(), order), IndexKernel.forSegments(type.element(), order));
  }

  void pack(Object memory, long from, long count, MemorySegment packed, long offset) {
    for (long done = 0; done < count; done += MOST) {
      long some = Math.min(MOST, count - done);
      runs.pack(memory, from + done, 1, packed, offset + done * bytes, bytes, some);
    }
    PageFaults.await(memory, count);
  }

  void unpack(MemorySegment packed, long offset, Object memory, long from, long count) {
    for (long done = 0; done < count; done += MOST) {
      long some = Math.min(MOST, count - done);
      runs.unpack(packed, offset + done * bytes, bytes, memory, from + done, 1, some);
    }
    PageFaults.await(memory, count);
  }

  /// Packs what a walk goes over.
  void pack(Object memory, Walk walk, MemorySegment packed, long offset) {
    long moved;
    for (walk.seek(0); walk.remaining() > 0; go(walk, moved)) {
      long to = offset + walk.element() * bytes;
      moved = whole(walk);
      if (moved > walk.run()) {
        long rows = moved / walk.run();
        runs.packRows(
            memory, walk.position(), walk.step(), walk.run(), walk.runDistance(), rows, packed, to);
      } else {
        runs.pack(memory, walk.position(), walk.step(), packed, to, bytes, moved);
      }
    }
    PageFaults.await(memory, walk.size());
  }

  /// Unpacks to where a walk goes.
  void unpack(MemorySegment packed, long offset, Object memory, Walk walk) {
    long moved;
    for (walk.seek(0); walk.remaining() > 0; go(walk, moved)) {
      long from = offset + walk.element() * bytes;
      moved = whole(walk);
      if (moved > walk.run()) {
        long rows = moved / walk.run();
        runs.unpackRows(
            packed,
            from,
            memory,
            walk.position(),
            walk.step(),
            walk.run(),
            walk.runDistance(),
            rows);
      } else {
        runs.unpack(packed, from, bytes, memory, walk.position(), walk.step(), moved);
      }
    }
    PageFaults.await(memory, walk.size());
  }

  /// How many elements to move at once: whole parallel runs, or what one call takes of a run.
  private static long whole(Walk walk) {
    long run = walk.run();
    return run > MOST_IN_ROWS
        ? Math.min(MOST, run)
        : run * Math.min(walk.parallelRuns(), MOST / run);
  }

  private static void go(Walk walk, long moved) {
    if (moved <= walk.run()) {
      walk.advance(moved);
    } else {
      walk.seek(walk.element() + moved);
    }
  }

  void gather(
      Object memory, int[] indexes, int from, int count, MemorySegment packed, long offset) {
    indexed.gather(memory, indexes, from, count, packed, offset);
    PageFaults.await(memory, count);
  }

  void gather(
      Object memory, long[] indexes, int from, int count, MemorySegment packed, long offset) {
    indexed.gather(memory, indexes, from, count, packed, offset);
    PageFaults.await(memory, count);
  }

  void scatter(
      MemorySegment packed, long offset, Object memory, int[] indexes, int from, int count) {
    indexed.scatter(packed, offset, memory, indexes, from, count);
    PageFaults.await(memory, count);
  }

  void scatter(
      MemorySegment packed, long offset, Object memory, long[] indexes, int from, int count) {
    indexed.scatter(packed, offset, memory, indexes, from, count);
    PageFaults.await(memory, count);
  }
}
