package io.penstock.file;

import io.penstock.array.pack.Kernel;
import io.penstock.array.pack.Walk;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/// The loop that writes: from the memory's runs, straight or through a chunk, to the file's runs.
///
/// Only selected bytes are ever written: what lies between two runs belongs to others, who may be
/// writing it at this moment. Runs are joined where they touch. Belongs to a [Workspace].
final class Writer implements Mover {
  /// Shorter stretches are copied, so that several become one system call.
  private static final long LEAST_STRAIGHT = 32 << 10;

  /// The engine is given so much at a time.
  private static final long WINDOW = 8 << 20;

  private final Workspace space;
  private final Walk inFile;
  private final Walk inMemory;

  private long dataOffset;
  private int width;
  private Optional<MemorySegment> straight = Optional.empty();
  private boolean fromHeap;
  private long last;

  Writer(Workspace space) {
    this.space = space;
    this.inFile = space.inFile;
    this.inMemory = space.inMemory;
  }

  @Override
  public void run(FileHandle handle, long offsetOfData, Kernel kernel, long from, long to)
      throws IOException {
    dataOffset = offsetOfData;
    width = kernel.storedBytes();
    straight = kernel.verbatim() ? space.offHeap() : Optional.empty();
    fromHeap = kernel.verbatim() && !(space.memory() instanceof MemorySegment);
    last = to;
    inFile.seek(from);
    inMemory.seek(from);
    while (inFile.element() < last) {
      long n = Math.min(fileRun(), inMemory.run());
      if (straight.isPresent() && evenly() && n * width >= LEAST_STRAIGHT) {
        write(handle, offset(), straight.get(), inMemory.position() * width, n * width);
        inFile.advance(n);
        inMemory.advance(n);
      } else if (!tryWrite(handle, n)) {
        writeChunk(handle, kernel);
      }
    }
  }

  /// Leaves the next elements of the heap to the engine, as far as it takes them.
  private boolean tryWrite(FileHandle handle, long elements) throws IOException {
    if (!fromHeap || !evenly() || elements * width < LEAST_STRAIGHT) {
      return false;
    }
    long bytes = Math.min(elements * width, WINDOW);
    handle.enter();
    try {
      long written =
          handle
              .engineFile()
              .tryWrite(offset(), space.memory(), inMemory.position() * width, bytes);
      inFile.advance(written / width);
      inMemory.advance(written / width);
      return written > 0;
    } finally {
      handle.leave();
    }
  }

  private boolean evenly() {
    return inFile.step() == 1 && inMemory.step() == 1;
  }

  private long offset() {
    return dataOffset + inFile.position() * width;
  }

  /// How many elements of the file follow one another without a gap.
  private long fileRun() {
    return inFile.step() == 1 ? Math.min(inFile.run(), last - inFile.element()) : 1;
  }

  /// Packs what touches in the file, as far as the chunk goes, and writes it in one piece.
  private void writeChunk(FileHandle handle, Kernel kernel) throws IOException {
    long begin = offset();
    long limit = handle.pieceEnd(begin);
    long pad = Workspace.pad(handle.engineFile(), begin);
    long end = begin;
    while (inFile.element() < last && offset() == end && (end == begin || end + width <= limit)) {
      long room = Math.max(1, (limit - end) / width);
      long n = pack(kernel, pad + end - begin, Math.min(fileRun(), room));
      end += n * width;
      inFile.advance(n);
    }
    write(handle, begin, space.chunk, pad, end - begin);
  }

  /// Packs the next elements of memory, at most `most`, to the chunk.
  ///
  /// @return how many
  private long pack(Kernel kernel, long to, long most) {
    long many = Transposition.elements(inMemory, most);
    if (many > 0) {
      Transposition.pack(kernel, space.memory(), inMemory, space.chunk, to, many);
      inMemory.seek(inMemory.element() + many);
      return many;
    }
    long n = Math.min(inMemory.run(), most);
    kernel.pack(space.memory(), inMemory.position(), inMemory.step(), space.chunk, to, width, n);
    inMemory.advance(n);
    return n;
  }

  private static void write(
      FileHandle handle, long offset, MemorySegment source, long at, long bytes)
      throws IOException {
    handle.enter();
    try {
      handle.engineFile().write(offset, source, at, bytes);
    } finally {
      handle.leave();
    }
  }
}
