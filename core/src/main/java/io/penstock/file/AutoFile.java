package io.penstock.file;

import io.penstock.array.ElementType;
import io.penstock.ffi.LibC;
import io.penstock.ffi.NativeAccess;
import io.penstock.file.EngineFile.ExtentList;
import io.penstock.file.TransferCosts.Way;
import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.memory.PoolExhaustedException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A file whose ranges move in the way that has cost least so far, as [TransferCosts] has it.
///
/// What is not in the page cache is read through a chunk, whatever it costs: in every other way a
/// read would hold up the JVM while it waits for the device.
final class AutoFile extends ForwardingFile {
  /// Shorter reads do not ask where the array lies.
  private static final long SHORT = 64 << 10;

  /// Of longer reads not every page is asked for, and the page tables are filled by a call.
  private static final long MOST_ASKED = 2 << 20;

  /// To give fewer pages back at once is not worth the calls.
  private static final long LEAST_ONCE = 512 << 10;

  /// A file below this is not worth a mapping, nor that anything is learned from it: reading it
  /// takes less time than opening it.
  private static final long SMALL = 64 << 10;

  /// A file of this length is, as one is that has been read for so long: to map a file and to give
  /// the mapping back takes about half a millisecond.
  private static final long LARGE = 32 << 20;

  private static final long MAPPING_NANOS = 5_000_000;

  private static final long PAGE = 4096;

  /// Shorter writes come through their caller's own chunk, and are not measured.
  private static final long LEAST_WRITE = 32 << 10;

  /// Some processors copy slowly to places less than this ahead of their source within a page.
  private static final long NEAR = 32;

  private static final TransferCosts NOTHING_LEARNED = new TransferCosts(0);

  private final Path path;
  private final @Nullable String posixObstacle;
  private final @Nullable LibC libc; // null where it cannot be called
  private final boolean small;
  private final boolean mappable;
  private final long size;
  private final TransferCosts reads;
  private final TransferCosts writes;
  private final boolean listable;
  private final int forced;
  private final ReadMapping mapping;
  private long passes;
  private volatile @Nullable ListReader listReader;
  private volatile @Nullable ListWriter listWriter;

  /// @param posixObstacle why `calls` are not those of the system itself; null where they are
  /// @param forced as for [TransferCosts#of]
  AutoFile(
      Path path,
      EngineFile calls,
      FileEngine mappedEngine,
      @Nullable String posixObstacle,
      OpenMode mode,
      int forced)
      throws IOException {
    super(calls);
    this.path = path;
    this.posixObstacle = posixObstacle;
    this.libc = NativeAccess.libc().orElse(null);
    this.size = calls.size();
    this.forced = forced;
    this.mappable = mode == OpenMode.READ && size >= SMALL;
    this.small = mode == OpenMode.READ && size < SMALL && forced == 0;
    this.reads = small ? NOTHING_LEARNED : TransferCosts.of(TransferDirection.READ, size, forced);
    this.writes =
        mode.writes() ? TransferCosts.of(TransferDirection.WRITE, size, forced) : NOTHING_LEARNED;
    this.mapping =
        mappable
            ? ReadMapping.of(path, calls, mappedEngine, size)
            : ReadMapping.never(path, calls, mappedEngine);
    this.listable = mode == OpenMode.READ_WRITE && libc != null;
  }

  /// The size that the file had when it was opened.
  long sizeAtOpening() {
    return size;
  }

  @Override
  public long tryRead(long offset, Object array, long at, long length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (small) {
      return readChunks(Way.CHUNK_256K, offset, array, at, length);
    }
    long read = readCached(offset, array, at, length, false);
    return read > 0 ? read : readUncached(offset, array, at, length);
  }

  @Override
  public long tryReadNow(long offset, Object array, long at, long length) throws IOException {
    return length == 0 || small ? 0 : readCached(offset, array, at, length, true);
  }

  /// Reads the cheapest way, which is the same for what is cached whether the caller can wait or
  /// not.
  ///
  /// @param now whether a chunk must not wait either
  /// @return 0 if a device may have to be waited for
  private long readCached(long offset, Object array, long at, long length, boolean now)
      throws IOException {
    int kind = TransferCosts.lengthClass(length);
    boolean measured = reads.isDue(kind);
    if (mapping.hasMet(offset)) {
      if (!measured && reads.prefersKnownPages(kind) && calls.cached(offset, length)) {
        return mapping.readAgain(offset, array, at, length);
      }
      measured |= !reads.hasMeasured(kind, Way.MAPPING_AGAIN); // there are few such reads at first
    }
    Way way = choose(kind, measured, offset, array, at, length);
    if (!isReady(way, kind, measured, offset, length)) {
      return 0;
    }
    long start = measured ? System.nanoTime() : 0;
    if (needsPages(way) && !arePagesThere(way, kind, offset, length)) {
      return 0;
    }
    long read =
        switch (way) {
          case STRAIGHT, STRAIGHT_NEAR -> calls.tryRead(offset, array, at, length);
          case MAPPING_FIRST, MAPPING_AGAIN -> mapping.read(offset, array, at, length);
          case MAPPING_ONCE -> mapping.readOnce(offset, array, at, length);
          case CHUNK_256K, CHUNK_1M, CHUNK_4M ->
              now
                  ? readChunksNow(way, offset, array, at, length)
                  : readChunks(way, offset, array, at, length);
        };
    if (measured && read == length) {
      reads.add(kind, way, System.nanoTime() - start, length);
    }
    return read;
  }

  /// Reads the beginning of a range that is not cached, through a chunk. What the kernel reads
  /// ahead meanwhile can then go the cheapest way.
  private long readUncached(long offset, Object array, long at, long length) throws IOException {
    Way chunk = coldChunk(length);
    return readChunks(chunk, offset, array, at, Math.min(length, chunk.chunkBytes));
  }

  @Override
  public boolean tryReadList(ExtentList extents, Object array, long at) throws IOException {
    if (!mappable || libc == null) {
      return false;
    }
    passes = reads.movedBytes() / Math.max(1, size);
    return listReader().read(extents, array, at, passes, worthMapping());
  }

  private ListReader listReader() {
    ListReader made = listReader;
    return made == null ? madeListReader() : made;
  }

  private synchronized ListReader madeListReader() {
    ListReader made = listReader;
    if (made == null) {
      made = new ListReader(path, calls, mapping, size, forced);
      listReader = made;
    }
    return made;
  }

  private Way choose(int kind, boolean measured, long offset, Object array, long at, long length) {
    int ways = chunks(length) | straight(offset, array, at, length) | mapped(offset, length);
    long uses = mapping.uses(offset, length, passes);
    if (measured) {
      passes = reads.movedBytes() / Math.max(1, size);
      return reads.next(kind, length, ways, uses);
    }
    return reads.usual(kind, ways, uses);
  }

  /// Whether a way can be gone and measured. Chunks are not measured while they wait for a device;
  /// nobody else asks for them what is cached, so that their cost is without the question. A
  /// mapping has to ask each time, and a straight read does so itself.
  private boolean isReady(Way way, int kind, boolean measured, long offset, long length) {
    return switch (way) {
      case STRAIGHT, STRAIGHT_NEAR -> true;
      case CHUNK_256K, CHUNK_1M, CHUNK_4M ->
          !measured || isProbablyCached(way, kind, offset, length);
      case MAPPING_FIRST, MAPPING_ONCE -> mapping.map();
      case MAPPING_AGAIN -> true;
    };
  }

  private static boolean needsPages(Way way) {
    return way.isMapping() || way == Way.MAPPING_ONCE;
  }

  /// Whether a copy out of the mapping will hardly wait for a device. A long range is entered into
  /// the page tables by a call, during which the JVM can stop; that reads what is missing too.
  private boolean arePagesThere(Way way, int kind, long offset, long length) {
    if (way == Way.MAPPING_AGAIN || length <= MOST_ASKED) {
      return calls.cached(offset, length);
    }
    if (!isProbablyCached(way, kind, offset, length)) {
      return false;
    }
    mapping.populate(offset, length);
    return true;
  }

  /// Whether a range is cached; of a long one the ends are asked for, since to ask for every page
  /// may take a tenth of the time that it takes to read it. A way on trial would be blamed for the
  /// device, and for long not be tried again; and to enter a hole may take memory for good.
  private boolean isProbablyCached(Way way, int kind, long offset, long length) {
    if (length <= MOST_ASKED
        || reads.isOnTrial(kind, way)
        || (needsPages(way) && calls.fillsHoles())) {
      return calls.cached(offset, length);
    }
    return calls.cached(offset, PAGE) && calls.cached(offset + length - PAGE, PAGE);
  }

  private int chunks(long length) {
    return Way.CHUNK_256K.bit()
        | (forced != 0 || length > Way.CHUNK_256K.chunkBytes ? Way.CHUNK_1M.bit() : 0)
        | (forced != 0 || length > Way.CHUNK_1M.chunkBytes ? Way.CHUNK_4M.bit() : 0);
  }

  /// Whether the array lies badly is asked for where that is worth a call.
  private int straight(long offset, Object array, long at, long length) {
    if (libc == null) {
      return 0;
    }
    if (length < SHORT) {
      return Way.STRAIGHT.bit();
    }
    long ahead = (libc.address(array) + at - offset) & (PAGE - 1);
    return (ahead > 0 && ahead < NEAR ? Way.STRAIGHT_NEAR : Way.STRAIGHT).bit();
  }

  /// A device is asked for as much as may be at once.
  private static Way coldChunk(long length) {
    return length > Way.CHUNK_256K.chunkBytes ? Way.CHUNK_1M : Way.CHUNK_256K;
  }

  /// To give few pages back at once is not worth the calls.
  private int mapped(long offset, long length) {
    int ways = mapping.ways(offset, worthMapping());
    return length >= LEAST_ONCE || forced != 0 ? ways : ways & ~Way.MAPPING_ONCE.bit();
  }

  private boolean worthMapping() {
    return mappable && (forced != 0 || isWorthMapping(size, reads));
  }

  /// Whether transfers of a file may be worth what it takes to map it.
  static boolean isWorthMapping(long size, TransferCosts costs) {
    return size >= LARGE || costs.spentNanos() >= MAPPING_NANOS;
  }

  /// @return 0 if there is no memory for a chunk
  private long readChunks(Way way, long offset, Object array, long at, long length)
      throws IOException {
    ElementType type = ElementType.of(array.getClass());
    long bytes = Math.min(way.chunkBytes, length);
    try (Block chunk = BufferPool.shared().take(bytes)) {
      for (long done = 0; done < length; ) {
        long n = Math.min(bytes, length - done);
        calls.read(offset + done, chunk.memory(), 0, n);
        int index = Math.toIntExact((at + done) / type.bytes());
        int count = (int) (n / type.bytes());
        MemorySegment.copy(chunk.memory(), type.layout(), 0, array, index, count);
        done += n;
      }
      return length;
    } catch (PoolExhaustedException e) {
      return 0;
    }
  }

  /// The same as far as it takes no wait for a device.
  private long readChunksNow(Way way, long offset, Object array, long at, long length)
      throws IOException {
    ElementType type = ElementType.of(array.getClass());
    long bytes = Math.min(way.chunkBytes, length);
    try (Block chunk = BufferPool.shared().take(bytes)) {
      long done = 0;
      for (long n = bytes; n == bytes && done < length; done += n) {
        n = calls.readNow(offset + done, chunk.memory(), 0, Math.min(bytes, length - done));
        int index = Math.toIntExact((at + done) / type.bytes());
        MemorySegment.copy(
            chunk.memory(), type.layout(), 0, array, index, (int) (n / type.bytes()));
      }
      return done - done % type.bytes();
    } catch (PoolExhaustedException e) {
      return 0;
    }
  }

  @Override
  public long tryWrite(long offset, Object array, long at, long length) throws IOException {
    if (length < LEAST_WRITE) {
      return 0;
    }
    int kind = TransferCosts.lengthClass(length);
    Way way = writes.next(kind, length, chunks(length), 0);
    long start = System.nanoTime();
    long written = writeChunks(way, offset, array, at, length);
    if (written == length) {
      writes.add(kind, way, System.nanoTime() - start, length);
    }
    return written;
  }

  @Override
  public void writeList(ExtentList extents, MemorySegment source, long at) throws IOException {
    if (extents.count() == 1 || !listable || !listWriter().write(extents, source, at)) {
      calls.writeList(extents, source, at);
    }
  }

  @Override
  public boolean tryWriteList(ExtentList extents, Object array, long at) throws IOException {
    return listable && listWriter().write(extents, array, at);
  }

  private ListWriter listWriter() throws IOException {
    ListWriter made = listWriter;
    return made == null ? madeListWriter() : made;
  }

  private synchronized ListWriter madeListWriter() throws IOException {
    ListWriter made = listWriter;
    if (made == null) {
      made = new ListWriter(Objects.requireNonNull(libc), calls, forced);
      listWriter = made;
    }
    return made;
  }

  /// @return 0 if there is no memory for a chunk
  private long writeChunks(Way way, long offset, Object array, long at, long length)
      throws IOException {
    ElementType type = ElementType.of(array.getClass());
    long bytes = Math.min(way.chunkBytes, length);
    try (Block chunk = BufferPool.shared().take(bytes)) {
      for (long done = 0; done < length; ) {
        long n = Math.min(bytes, length - done);
        int index = Math.toIntExact((at + done) / type.bytes());
        int count = (int) (n / type.bytes());
        MemorySegment.copy(array, index, chunk.memory(), type.layout(), 0, count);
        calls.write(offset + done, chunk.memory(), 0, n);
        done += n;
      }
      return length;
    } catch (PoolExhaustedException e) {
      return 0;
    }
  }

  @Override
  public void close() throws IOException {
    try (calls;
        ListWriter _ = listWriter) {
      long start = System.nanoTime();
      mapping.close();
      reads.addRelease(System.nanoTime() - start, mapping.metBytes());
    }
  }

  @Override
  public void advise(long offset, long length, Advice advice) {
    mapping.advise(offset, length, advice);
    calls.advise(offset, length, advice);
  }

  @Override
  public String explain() {
    return "auto: "
        + calls.explain()
        + (posixObstacle == null ? "" : "; not posix: " + posixObstacle)
        + mapping.explain()
        + measured("; reads: ", reads.explain())
        + measured("; tiles read: ", explainListReader())
        + measured("; writes: ", writes.explain())
        + measured("; tiles written: ", explainListWriter());
  }

  private String explainListReader() {
    ListReader made = listReader;
    return made == null ? "" : made.explain();
  }

  private String explainListWriter() {
    ListWriter made = listWriter;
    return made == null ? "" : made.explain();
  }

  private static String measured(String what, String measured) {
    return measured.isEmpty() ? "" : what + measured;
  }
}
