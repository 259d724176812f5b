package io.penstock.collective;

import io.penstock.array.pack.Kernel;
import io.penstock.array.pack.Walk;
import io.penstock.file.ArrayFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/// A stretch of the file in memory, its elements in native byte order.
///
/// @param buffer where it is
/// @param start the position of its first element in the file
/// @param width of an element in memory, in bytes
record Piece(MemorySegment buffer, long start, int width) {
  /// Copies elements `from` to `to` of a walk over the file to their places here.
  ///
  /// @param inMemory where they are, from its element `first` on
  void put(
      Kernel kernel, Object memory, Walk inMemory, long first, Walk inFile, long from, long to) {
    inFile.seek(from);
    inMemory.seek(first);
    while (inFile.element() < to) {
      long n = Math.min(Math.min(inFile.run(), inMemory.run()), to - inFile.element());
      kernel.pack(
          memory,
          inMemory.position(),
          inMemory.step(),
          buffer,
          (inFile.position() - start) * width,
          inFile.step() * width,
          n);
      inFile.advance(n);
      inMemory.advance(n);
    }
  }

  /// Copies elements `from` to `to` of a walk over the file from their places here.
  ///
  /// @param inMemory where they go, from its element `first` on
  void get(
      Kernel kernel, Object memory, Walk inMemory, long first, Walk inFile, long from, long to) {
    inFile.seek(from);
    inMemory.seek(first);
    while (inFile.element() < to) {
      long n = Math.min(Math.min(inFile.run(), inMemory.run()), to - inFile.element());
      kernel.unpack(
          buffer,
          (inFile.position() - start) * width,
          inFile.step() * width,
          memory,
          inMemory.position(),
          inMemory.step(),
          n);
      inFile.advance(n);
      inMemory.advance(n);
    }
  }

  void read(ArrayFile file, long from, long to) throws IOException {
    file.readAt(from, slice(from, to));
  }

  void write(ArrayFile file, long from, long to) throws IOException {
    file.writeAt(from, slice(from, to));
  }

  private MemorySegment slice(long from, long to) {
    return buffer.asSlice((from - start) * width, (to - from) * width);
  }
}
