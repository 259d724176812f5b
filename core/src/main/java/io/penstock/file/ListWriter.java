package io.penstock.file;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.penstock.array.ElementType;
import io.penstock.ffi.Errno;
import io.penstock.ffi.LibC;
import io.penstock.ffi.MemoryFile;
import io.penstock.file.EngineFile.ExtentList;
import io.penstock.file.TransferCosts.Way;
import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.memory.PageFaults;
import io.penstock.memory.PoolExhaustedException;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A writer of lists of extents, in the way that has cost least: one by one, or together through a
/// shared mapping of the file, to which the kernel copies them.
///
/// preadv(2) from a file in memory takes up to 1,024 extents, where pwrite(2) takes one. The thread
/// is in native code meanwhile, so that a page that has to be read, and a writer that the kernel
/// slows down, hold up no safepoint; a page that is gone is an error number and no signal. The last
/// extent is left to pwrite(2): the kernel notes when a file was changed where a page becomes
/// writable, and not at later stores to it. Whatever the mapping does not take goes one by one.
///
/// Safe for any thread until it is closed.
final class ListWriter implements Closeable {
  private static final TransferCosts OF_ALL = new TransferCosts(0);

  private final LibC libc;
  private final EngineFile calls;
  private final boolean forced;
  private final TransferCosts costs;
  private final ExtentList.Residency residency = new ExtentList.Residency();
  private volatile long size;

  /// The mapping; null before it is made, and where there can be none.
  private volatile @Nullable Mapping mapping;

  /// Why the file cannot be mapped; null as long as it may be.
  private volatile @Nullable String obstacle;

  /// A shared mapping of the file.
  private record Mapping(long address, long bytes, Places met, Staging staging) {
    boolean holds(ExtentList extents) {
      return extents.end() <= bytes && extents.bytes() <= ExtentList.MOST_BYTES;
    }

    boolean hasMet(ExtentList extents) {
      return met.isMet(extents.offset(0));
    }

    /// Writes extents that have been staged.
    ///
    /// @return how many, from the first on; never the last one
    int copy(int place, ExtentList extents) {
      int done = staging.copy(place, extents, address);
      for (int i = 0; i < done; i++) {
        met.meet(extents.offset(i), extents.length(i));
      }
      return done;
    }
  }

  /// @param calls by which extents go one by one
  /// @param forced as for [TransferCosts#of]
  ListWriter(LibC libc, EngineFile calls, int forced) throws IOException {
    this.libc = libc;
    this.calls = calls;
    this.size = calls.size();
    this.forced = forced != 0;
    this.costs = new TransferCosts(OF_ALL, size, forced);
  }

  /// Writes extents as [EngineFile#writeList] and [EngineFile#tryWriteList] do.
  ///
  /// @param memory a Java array, or a segment off the heap
  /// @return false if there is no memory for a chunk: nothing has been written
  boolean write(ExtentList extents, Object memory, long at) throws IOException {
    // What is not cached is not measured, and pages need not be read to be overwritten as a whole.
    if (!residency.has(extents, calls)) {
      return call(extents, memory, at);
    }
    long bytes = extents.bytes();
    int kind = TransferCosts.lengthClass(bytes / extents.count());
    Way way = costs.next(kind, bytes, Way.CHUNK_256K.bit() | mapping(extents), uses(extents));
    if (way.isMapping()) {
      map();
    }
    long start = System.nanoTime();
    boolean copied = way.isMapping() && copy(extents, memory, at);
    boolean written = copied || call(extents, memory, at);
    if (written && copied == way.isMapping()) { // else it was another way, or nothing
      costs.add(kind, way, System.nanoTime() - start, bytes);
    }
    return written;
  }

  /// How often new pages of the mapping are likely to be used. Tiles side by side have rows in the
  /// same pages.
  long uses(ExtentList extents) {
    long passes = 1 + costs.movedBytes() / Math.max(1, size);
    long length = extents.length(0);
    Mapping mapped = mapping;
    boolean shares = mapped != null && mapped.met.continues(extents.offset(0), length);
    return shares ? passes * Math.max(1, Places.WRITE_FAULT / length) : passes;
  }

  /// Writes extents one by one.
  ///
  /// @return false if there is no memory for a chunk
  private boolean call(ExtentList extents, Object memory, long at) throws IOException {
    if (memory instanceof MemorySegment segment) {
      calls.writeList(extents, segment, at);
      return true;
    }
    try (Block chunk = BufferPool.shared().take(extents.bytes())) {
      copy(memory, at, chunk.memory(), 0, extents.bytes());
      calls.writeList(extents, chunk.memory(), 0);
      return true;
    } catch (PoolExhaustedException e) {
      return false;
    }
  }

  private static void copy(Object memory, long at, MemorySegment target, long to, long length) {
    if (memory instanceof MemorySegment segment) {
      MemorySegment.copy(segment, at, target, to, length);
      PageFaults.await(length); // before what the target held is written
    } else {
      ElementType type = ElementType.of(memory.getClass());
      int index = Math.toIntExact(at / type.bytes());
      int count = (int) (length / type.bytes());
      MemorySegment.copy(memory, index, target, type.layout(), to, count);
    }
  }

  private int mapping(ExtentList extents) throws IOException {
    Mapping mapped = mapping;
    if (mapped == null) {
      return obstacle == null && isWorthMapping(extents) ? Way.MAPPING_FIRST.bit() : 0;
    }
    if (!mapped.holds(extents)) {
      return 0;
    }
    return (mapped.hasMet(extents) ? Way.MAPPING_AGAIN : Way.MAPPING_FIRST).bit();
  }

  private boolean isWorthMapping(ExtentList extents) throws IOException {
    if (extents.end() > size) {
      size = calls.size();
    }
    return extents.end() <= size && (forced || AutoFile.isWorthMapping(size, costs));
  }

  /// Makes the mapping, unless it cannot be had.
  private void map() {
    if (mapping == null) {
      mapAlone();
    }
  }

  private synchronized void mapAlone() {
    if (mapping == null && obstacle == null) {
      try {
        mapping = mapped();
      } catch (IOException | LinkageError e) { // also a C library without one of the functions
        obstacle = String.valueOf(e.getMessage());
      }
    }
  }

  /// By the descriptor that is open: the locks that this process has on the file would end if
  /// another one of it were closed (fcntl(2)).
  private Mapping mapped() throws IOException {
    OptionalInt descriptor = calls.descriptor();
    if (descriptor.isEmpty()) {
      throw new IOException("it is open by no descriptor of the system");
    }
    Staging staging = Staging.shared();
    long bytes = size;
    Places met = new Places(bytes, Places.WRITE_FAULT);
    long address = require("mmap", libc.map(descriptor.getAsInt(), 0, bytes, true));
    return new Mapping(address, bytes, met, staging);
  }

  private static long require(String call, long result) throws IOException {
    if (result < 0) {
      throw new IOException(call + ": " + Errno.describe((int) -result));
    }
    return result;
  }

  /// Writes extents through the mapping, and what that does not take one by one.
  ///
  /// @return false if nothing has been written: as many threads do so now as may at once
  private boolean copy(ExtentList extents, Object memory, long at) throws IOException {
    // There may be none, and another thread may have mapped the file when it was shorter.
    Mapping mapped = mapping;
    if (mapped == null || !mapped.holds(extents)) {
      return false;
    }
    int place = mapped.staging.take();
    if (place < 0) {
      return false;
    }
    try {
      MemorySegment staged = mapped.staging.bytes.get(place);
      stage(extents, memory, at, staged);
      writeRest(isInFile(extents) ? mapped.copy(place, extents) : 0, extents, staged);
      return true;
    } finally {
      mapped.staging.give(place);
    }
  }

  /// What is stored behind the end of a file, in the page that it ends in, is lost. It is asked for
  /// before anything is stored there: afterwards somebody may have made the file longer again,
  /// which fills that page with zeros.
  private boolean isInFile(ExtentList extents) throws IOException {
    return calls.size() >= extents.end();
  }

  /// The last extent comes first, since it is written from there by a call of its own.
  private static void stage(ExtentList extents, Object memory, long at, MemorySegment staged) {
    long last = extents.length(extents.count() - 1);
    long others = extents.bytes() - last;
    copy(memory, at + others, staged, 0, last);
    copy(memory, at, staged, last, others);
  }

  /// Writes staged extents one by one, from a number on.
  private void writeRest(int first, ExtentList extents, MemorySegment staged) throws IOException {
    int last = extents.count() - 1;
    long from = extents.length(last);
    for (int i = 0; i < last; i++) {
      if (i >= first) {
        calls.write(extents.offset(i), staged, from, extents.length(i));
      }
      from += extents.length(i);
    }
    calls.write(extents.offset(last), staged, 0, extents.length(last));
  }

  /// The costs, for the user; nothing if nothing was measured.
  String explain() {
    return costs.explain() + (obstacle == null ? "" : ", not mapped: " + obstacle);
  }

  @Override
  public void close() {
    Mapping mapped = mapping;
    if (mapped != null) {
      int _ = libc.unmap(mapped.address, mapped.bytes);
    }
  }

  /// A file in memory from which the kernel reads extents, with a place for each thread that writes
  /// at the same moment, as far as there are.
  static final class Staging {
    private static final int PLACES = 16;

    /// struct iovec { void *iov_base; size_t iov_len; }
    private static final int IOVEC = 16;

    private static final long PLACE = ExtentList.MOST_BYTES + IOVEC * ExtentList.MOST;

    private static @Nullable Staging shared;

    private final MemoryFile file;

    /// By place.
    final List<MemorySegment> bytes;

    /// By place, behind the bytes.
    private final List<MemorySegment> vectors;

    /// Bits of the places that nobody uses.
    private final AtomicInteger free = new AtomicInteger((1 << PLACES) - 1);

    private Staging(MemoryFile file, MemorySegment memory) {
      this.file = file;
      this.bytes =
          IntStream.range(0, PLACES)
              .mapToObj(place -> memory.asSlice(place * PLACE, ExtentList.MOST_BYTES))
              .toList();
      this.vectors =
          IntStream.range(0, PLACES)
              .mapToObj(place -> memory.asSlice(place * PLACE + ExtentList.MOST_BYTES))
              .toList();
    }

    /// The one of this process, which keeps it once it was needed.
    static synchronized Staging shared() throws IOException {
      if (shared == null) {
        shared = made();
      }
      return shared;
    }

    static Staging made() throws IOException {
      MemoryFile file = MemoryFile.ofBytes("penstock-extents", PLACES * PLACE);
      boolean mapped = false;
      try {
        MemorySegment memory = file.map(PLACES * PLACE);
        mapped = true;
        return new Staging(file, memory);
      } finally {
        if (!mapped) {
          file.close();
        }
      }
    }

    /// Takes a place that nobody uses.
    ///
    /// @return negative if there is none
    int take() {
      int bits = free.get();
      while (bits != 0 && !free.weakCompareAndSetVolatile(bits, bits & (bits - 1))) {
        bits = free.get();
      }
      return bits == 0 ? -1 : Integer.numberOfTrailingZeros(bits);
    }

    void give(int place) {
      int _ = free.getAndAccumulate(1 << place, (bits, bit) -> bits | bit);
    }

    /// Copies all extents but the last one to where they are mapped.
    ///
    /// @param address of the file's first byte
    /// @return how many were copied as a whole
    int copy(int place, ExtentList extents, long address) {
      int pieces = extents.count() - 1;
      MemorySegment vector = vectors.get(place);
      for (int i = 0; i < pieces; i++) {
        vector.set(JAVA_LONG, (long) i * IOVEC, address + extents.offset(i));
        vector.set(JAVA_LONG, (long) i * IOVEC + Long.BYTES, extents.length(i));
      }
      long last = extents.length(pieces);
      long copied = file.readVector(vector, pieces, place * PLACE + last);
      return copied == extents.bytes() - last ? pieces : whole(extents, copied);
    }

    private static int whole(ExtentList extents, long copied) {
      int whole = 0;
      for (long left = copied; left >= extents.length(whole); whole++) {
        left -= extents.length(whole);
      }
      return whole;
    }
  }
}
