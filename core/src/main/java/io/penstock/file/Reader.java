package io.penstock.file;

import io.penstock.array.kernel.Kernel;
import io.penstock.array.pack.Walk;
import io.penstock.file.EngineFile.ExtentList;
import io.penstock.memory.PageFaults;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// The loop that reads: from the file's runs, straight or through a chunk, to the memory's runs.
///
/// Short runs that lie close together are read in one piece with what lies between them, since a
/// system call costs as much as copying a few kilobytes. Bytes go straight to where they belong if
/// they need no conversion and the engine can reach the place; else to the chunk and from there,
/// converted. Belongs to a [TransferContext].
final class Reader {
  /// Runs no further apart are read together.
  static final long SIEVE = 4 << 10;

  /// Runs at least this long are not gathered with others.
  private static final long LONG_RUN = 32 << 10;

  /// Shorter runs that lie close together are unpacked by a kernel faster than one by one.
  private static final long LEAST_OF_LIST = 128;

  /// Shorter stretches are not worth a system call of their own.
  static final long LEAST_STRAIGHT = 512;

  /// The engine is asked again after so much whether it reaches the heap.
  private static final long WINDOW = 8 << 20;

  private final TransferContext space;
  private final Walk inFile;
  private final Walk inMemory;
  private final ExtentList extents = new ExtentList();

  private long dataOffset;
  private int width;
  private boolean straight;
  private @Nullable MemorySegment offHeap;
  private boolean ontoHeap;

  /// Whether the engine may still take lists of extents in this transfer.
  private boolean lists;

  private long last;

  /// What the chunk's first byte stands for.
  private long offsetOfChunk;

  Reader(TransferContext space) {
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
    ontoHeap = !(space.memory() instanceof MemorySegment);
    lists = straight && ontoHeap;
    last = to;
    inFile.seek(from);
    inMemory.seek(from);
    while (inFile.element() < last) {
      long run = fileRun();
      boolean lastRun = run == last - inFile.element();
      if (inFile.step() == 1 && (lastRun || run * width >= LONG_RUN)) {
        long offset = offset();
        inFile.advance(run);
        readRun(handle, kernel, offset, run);
      } else if (!readList(handle)) {
        gather(handle, kernel);
      }
    }
    if (!ontoHeap) { // it may be a mapping that was cut
      PageFaults.await(to - from);
    }
  }

  private long offset() {
    return dataOffset + inFile.position() * width;
  }

  private long fileRun() {
    return Math.min(inFile.run(), last - inFile.element());
  }

  /// Reads neighbouring elements of the file to one or several runs of memory.
  private void readRun(FileHandle handle, Kernel kernel, long offset, long elements)
      throws IOException {
    long at = offset;
    for (long left = elements; left > 0; ) {
      long moved = readStraight(handle, at, Math.min(left, inMemory.run()) * width) / width;
      if (moved > 0) {
        inMemory.advance(moved);
      } else {
        moved = Math.min(left, chunkElements(handle, at));
        readChunk(handle, at, moved * width);
        unpack(kernel, TransferContext.pad(handle.engineFile(), at), moved);
      }
      at += moved * width;
      left -= moved;
    }
  }

  /// Reads bytes from `offset` on straight to the current run of memory.
  ///
  /// @return how many; 0 if they must go through the chunk
  private long readStraight(FileHandle handle, long offset, long bytes) throws IOException {
    if (!straight || inMemory.step() != 1 || bytes < LEAST_STRAIGHT) {
      return 0;
    }
    EngineFile file = handle.engineFile();
    long at = inMemory.position() * width;
    handle.enter();
    try {
      if (ontoHeap) {
        return file.tryRead(offset, space.memory(), at, Math.min(bytes, WINDOW));
      }
      if (offHeap == null) {
        return 0;
      }
      file.read(offset, offHeap, at, bytes);
      return bytes;
    } finally {
      handle.leave();
    }
  }

  /// Leaves the next runs of the file to the engine, if their elements lie side by side in an
  /// array.
  ///
  /// @return whether they have been read; if not, the engine is not asked again in this transfer
  private boolean readList(FileHandle handle) throws IOException {
    if (!lists || inMemory.step() != 1) {
      return false;
    }
    long first = inFile.element();
    gatherList();
    if (extents.count() > 1 && tryReadList(handle)) {
      inMemory.advance(extents.bytes() / width);
      return true;
    }
    lists = false;
    inFile.seek(first);
    return false;
  }

  /// Short runs that lie close together are not for lists.
  private void gatherList() {
    long room = Math.min(inMemory.run(), ExtentList.MOST_BYTES / width);
    extents.clear();
    while (inFile.element() < last && inFile.step() == 1) {
      long n = fileRun();
      boolean sieved = extents.count() > 0 && n * width < LEAST_OF_LIST && isNear(extents.end());
      if (n > room || sieved || !extents.add(offset(), n * width)) {
        return;
      }
      inFile.advance(n);
      room -= n;
    }
  }

  private boolean isNear(long end) {
    return offset() - end <= SIEVE;
  }

  private boolean tryReadList(FileHandle handle) throws IOException {
    handle.enter();
    try {
      long at = inMemory.position() * width;
      return handle.engineFile().tryReadList(extents, space.memory(), at);
    } finally {
      handle.leave();
    }
  }

  /// Ends chunks where a multiple of the engine's preferred size ends in the file.
  private long chunkElements(FileHandle handle, long offset) {
    return Math.max(1, (handle.pieceEnd(offset) - offset) / width);
  }

  /// Where a byte of the chunk is from.
  long offsetInFile(long offsetInChunk) {
    return offsetOfChunk + offsetInChunk;
  }

  private void readChunk(FileHandle handle, long offset, long bytes) throws IOException {
    EngineFile file = handle.engineFile();
    long pad = TransferContext.pad(file, offset);
    offsetOfChunk = offset - pad;
    handle.enter();
    try {
      file.read(offset, space.chunk, pad, bytes);
    } finally {
      handle.leave();
    }
  }

  /// Unpacks neighbouring elements from the chunk, the first of them at `from`.
  private void unpack(Kernel kernel, long from, long elements) {
    long at = from;
    for (long left = elements; left > 0; ) {
      long n = Transposition.elements(inMemory, left);
      if (n > 0) {
        Transposition.unpack(kernel, space.chunk, at, space.memory(), inMemory, n);
        inMemory.seek(inMemory.element() + n);
      } else {
        n = Math.min(left, inMemory.run());
        kernel.unpack(
            space.chunk, at, width, space.memory(), inMemory.position(), inMemory.step(), n);
        inMemory.advance(n);
      }
      at += n * width;
      left -= n;
    }
  }

  /// Reads as many of the next runs as lie close together and fit the chunk.
  private void gather(FileHandle handle, Kernel kernel) throws IOException {
    long first = inFile.element();
    long begin = offset();
    long limit = handle.pieceEnd(begin);
    boolean oneRun = inFile.step() == 1;
    long end = begin;
    while (inFile.element() < last) {
      long offset = offset();
      boolean far = offset - end > SIEVE || offset + width > limit;
      if (end > begin && far) {
        break;
      }
      oneRun &= end == begin;
      long step = inFile.step() * width;
      boolean sparse = step - width > SIEVE;
      long wanted = sparse ? 1 : fileRun();
      long n = Math.max(1, Math.min(wanted, (limit - offset - width) / step + 1));
      end = offset + (n - 1) * step + width;
      inFile.advance(n);
      if (sparse || n < wanted) {
        break;
      }
    }
    if (oneRun) {
      readRun(handle, kernel, begin, (end - begin) / width);
    } else {
      readChunk(handle, begin, end - begin);
      unpackRuns(kernel, first, inFile.element());
    }
  }

  /// Unpacks elements `first` to `next` from the chunk.
  private void unpackRuns(Kernel kernel, long first, long next) {
    inFile.seek(first);
    while (inFile.element() < next) {
      long n = Math.min(Math.min(inFile.run(), inMemory.run()), next - inFile.element());
      kernel.unpack(
          space.chunk,
          offset() - offsetOfChunk,
          inFile.step() * width,
          space.memory(),
          inMemory.position(),
          inMemory.step(),
          n);
      inFile.advance(n);
      inMemory.advance(n);
    }
  }
}
