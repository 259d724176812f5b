package io.penstock.file;

import io.penstock.array.kernel.Kernel;
import io.penstock.array.pack.Walk;
import io.penstock.file.EngineFile.ExtentList;
import io.penstock.memory.PageFaults;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// The loop that writes: from the memory's runs, straight or through a chunk, to the file's runs.
///
/// Only selected bytes are ever written: what lies between two runs belongs to others, who may be
/// writing it at this moment. Runs are joined where they touch, and written together where they do
/// not. Belongs to a [TransferContext].
final class Writer {
  /// Shorter stretches are copied, so that several become one system call.
  static final long LEAST_STRAIGHT = 32 << 10;

  /// The engine is given so much at a time.
  private static final long WINDOW = 8 << 20;

  private final TransferContext space;
  private final Walk inFile;
  private final Walk inMemory;
  private final ExtentList extents = new ExtentList();

  private long dataOffset;
  private int width;
  private boolean straight;
  private @Nullable MemorySegment offHeap;
  private boolean fromHeap;
  private long last;

  Writer(TransferContext space) {
    this.space = space;
    this.inFile = space.inFile;
    this.inMemory = space.inMemory;
  }

  void run(FileHandle handle, long offsetOfData, Kernel kernel, long from, long to)
      throws IOException {
    dataOffset = offsetOfData;
    width = kernel.storedBytes();
    straight = kernel.verbatim();
    offHeap = space.offHeap();
    fromHeap = !(space.memory() instanceof MemorySegment);
    last = to;
    inFile.seek(from);
    inMemory.seek(from);
    while (inFile.element() < last) {
      long written = writeRun(handle, Math.min(fileRun(), inMemory.run()) * width) / width;
      if (written > 0) {
        inFile.advance(written);
        inMemory.advance(written);
      } else {
        writeExtents(handle, kernel);
      }
    }
  }

  /// Writes bytes of the current run of memory straight to the file.
  ///
  /// @return how many; 0 if they must go through the chunk
  private long writeRun(FileHandle handle, long bytes) throws IOException {
    if (!straight || !evenly() || bytes < LEAST_STRAIGHT) {
      return 0;
    }
    EngineFile file = handle.engineFile();
    long at = inMemory.position() * width;
    handle.enter();
    try {
      if (fromHeap) {
        return file.tryWrite(offset(), space.memory(), at, Math.min(bytes, WINDOW));
      }
      if (offHeap == null) {
        return 0;
      }
      file.write(offset(), offHeap, at, bytes);
      return bytes;
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

  /// Writes the next extents of the file, as many as go into the chunk, in one call.
  private void writeExtents(FileHandle handle, Kernel kernel) throws IOException {
    EngineFile file = handle.engineFile();
    long pad = TransferContext.pad(file, offset());
    gather(handle);
    long elements = extents.bytes() / width;
    if (writeStraight(handle, elements)) {
      inMemory.advance(elements);
      return;
    }
    for (long done = 0; done < elements; ) {
      done += pack(kernel, pad + done * width, elements - done);
    }
    if (!fromHeap) { // it may be a mapping that was cut, and the chunk has the bytes of others then
      PageFaults.await(extents.bytes());
    }
    handle.enter();
    try {
      if (extents.count() == 1) {
        file.write(extents.offset(0), space.chunk, pad, extents.bytes());
      } else {
        file.writeList(extents, space.chunk, pad);
      }
    } finally {
      handle.leave();
    }
  }

  /// Gathers the next extents of the file, as many as go into the chunk; where the engine has an
  /// alignment one alone, since each has a place of its own there.
  private void gather(FileHandle handle) {
    boolean single = handle.engineFile().alignment() > 1;
    long begin = offset();
    long room = handle.pieceEnd(begin) - begin;
    extents.clear();
    do {
      long left = Math.max(1, (room - extents.bytes()) / width);
      long n = Math.min(fileRun(), left);
      boolean _ = extents.add(offset(), n * width);
      inFile.advance(n);
      if (!isNext()) {
        room = single ? 0 : Math.min(handle.chunkBytes(), ExtentList.MOST_BYTES);
      }
    } while (inFile.element() < last
        && extents.bytes() + width <= room
        && (isNext() || extents.count() < ExtentList.MOST));
  }

  /// Whether the next elements touch the last extent.
  private boolean isNext() {
    return inFile.element() < last && offset() == extents.end();
  }

  /// Leaves the extents to the engine, if their elements lie side by side in a Java array.
  ///
  /// @return whether they have been written
  private boolean writeStraight(FileHandle handle, long elements) throws IOException {
    boolean dense = inMemory.step() == 1 && inMemory.run() >= elements;
    if (!straight || !fromHeap || !dense || extents.count() == 1) {
      return false;
    }
    handle.enter();
    try {
      long at = inMemory.position() * width;
      return handle.engineFile().tryWriteList(extents, space.memory(), at);
    } finally {
      handle.leave();
    }
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
}
