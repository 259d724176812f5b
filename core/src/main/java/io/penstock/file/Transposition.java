package io.penstock.file;

import io.penstock.array.kernel.Kernel;
import io.penstock.array.pack.Walk;
import java.lang.foreign.MemorySegment;

/// Moves many parallel runs between a chunk, where they lie one after the other, and memory, where
/// they are interleaved: the columns of a Fortran-order file and the rows of a Java array.
///
/// Run by run, each element would bring in a cache line and a page of its own and leave it again.
/// So a few elements of every run are moved before the next few.
final class Transposition {
  /// Pages that a CPU core's first-level address cache holds, with some to spare.
  private static final long BAND = 32;

  private Transposition() {}

  /// How many elements of whole parallel runs lie ahead, at most `most`; 0 where runs are better
  /// moved one by one.
  static long elements(Walk memory, long most) {
    if (memory.step() == 1 || memory.run() <= BAND) {
      return 0;
    }
    long runs = Math.min(memory.parallelRuns(), most / memory.run());
    return runs > 1 ? runs * memory.run() : 0;
  }

  /// Moves `count` elements, as [#elements] gave them, from a chunk to memory; the walk stays where
  /// it is.
  static void unpack(
      Kernel kernel, MemorySegment chunk, long from, Object target, Walk memory, long count) {
    int width = kernel.storedBytes();
    long length = memory.run();
    for (long band = 0; band < length; band += BAND) {
      long n = Math.min(BAND, length - band);
      for (long run = 0; run * length < count; run++) {
        long at = memory.position() + run * memory.runDistance() + band * memory.step();
        kernel.unpack(
            chunk, from + (run * length + band) * width, width, target, at, memory.step(), n);
      }
    }
  }

  /// Moves `count` elements, as [#elements] gave them, from memory to a chunk; the walk stays where
  /// it is.
  static void pack(
      Kernel kernel, Object source, Walk memory, MemorySegment chunk, long to, long count) {
    int width = kernel.storedBytes();
    long length = memory.run();
    for (long band = 0; band < length; band += BAND) {
      long n = Math.min(BAND, length - band);
      for (long run = 0; run * length < count; run++) {
        long at = memory.position() + run * memory.runDistance() + band * memory.step();
        kernel.pack(source, at, memory.step(), chunk, to + (run * length + band) * width, width, n);
      }
    }
  }
}
