package io.penstock.file;

import io.penstock.array.ElementType;
import io.penstock.ffi.LibC;
import io.penstock.ffi.NativeAccess;
import io.penstock.file.TransferCosts.Way;
import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.memory.PoolExhaustedException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// A file whose ranges move in the way that has cost least so far, as [TransferCosts] has it.
///
/// What is not in the page cache is read through a chunk, whatever it costs: in every other way a
/// read would hold up the JVM while it waits for the device.
final class AutoFile implements EngineFile {
  /// Shorter reads do not ask where the array lies, and may share what a fault brings in.
  private static final long SHORT = 64 << 10;

  /// A file below this is not worth a mapping, nor that anything is learned from it: reading it
  /// takes less time than opening it.
  private static final long SMALL = 64 << 10;

  /// A file of this length is, as one is that has been read for so long: to map a file and to give
  /// the mapping back takes about half a millisecond.
  private static final long LARGE = 32 << 20;

  private static final long MAPPING_NANOS = 5_000_000;

  private static final long PAGE = 4096;

  /// Some processors copy slowly to places less than this ahead of their source within a page.
  private static final long NEAR = 32;

  private static final TransferCosts NOTHING_LEARNED = new TransferCosts(0);

  /// A file of which fewer places were read teaches nothing about others.
  private static final int MANY_PLACES = 64;

  /// So many threads are told from each other by where they ended.
  private static final int THREADS = 16;

  private static final long[] NO_ENDS = {};

  /// How often places of files of this process were read by short reads.
  private static final AtomicLong usualUses = new AtomicLong(1);

  private final Path path;
  private final EngineFile calls;
  private final FileEngine mappedEngine;
  private final Optional<String> posixObstacle;
  private final Optional<LibC> libc;
  private final boolean small;
  private final boolean mappable;
  private final long size;
  private final TransferCosts reads;
  private final TransferCosts writes;
  private final boolean forced;
  private final Places places;
  private final long[] ends;
  private long passes;
  private volatile State state = new Called();

  /// Whether the file is mapped.
  private sealed interface State {}

  private record Called() implements State {}

  private record Mapped(EngineFile file) implements State {}

  private record Unmappable(String reason) implements State {}

  /// @param posixObstacle why `calls` are not those of the system itself, where they are not
  /// @param forced as for [TransferCosts#of]
  AutoFile(
      Path path,
      EngineFile calls,
      FileEngine mappedEngine,
      Optional<String> posixObstacle,
      OpenMode mode,
      int forced)
      throws IOException {
    this.path = path;
    this.calls = calls;
    this.mappedEngine = mappedEngine;
    this.posixObstacle = posixObstacle;
    this.libc = NativeAccess.libc();
    this.size = calls.size();
    this.forced = forced != 0;
    this.small = mode == OpenMode.READ && size < SMALL && !this.forced;
    this.reads = small ? NOTHING_LEARNED : TransferCosts.of(Direction.READ, size, forced);
    this.writes = mode.writes() ? TransferCosts.of(Direction.WRITE, size, forced) : NOTHING_LEARNED;
    this.mappable = mode == OpenMode.READ && size >= SMALL;
    this.places = mappable ? new Places(size) : Places.NONE;
    this.ends = small ? NO_ENDS : new long[THREADS];
  }

  @Override
  public void read(long offset, MemorySegment target, long at, long length) throws IOException {
    calls.read(offset, target, at, length);
  }

  @Override
  public boolean cached(long offset, long length) {
    return calls.cached(offset, length);
  }

  @Override
  public long tryRead(long offset, Object array, long at, long length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (small) {
      return readChunks(Way.CHUNK_256K, offset, array, at, length);
    }
    int kind = TransferCosts.lengthClass(length);
    boolean measured = reads.isDue(kind);
    if (state instanceof Mapped(EngineFile file) && places.isMet(offset)) {
      if (!measured && reads.prefersKnownPages(kind) && calls.cached(offset, length)) {
        return file.tryRead(offset, array, at, length);
      }
      measured |= !reads.hasMeasured(kind, Way.MAPPING_AGAIN); // there are few such reads at first
    }
    Way way = choose(kind, measured, offset, array, at, length);
    if (!isReady(way, measured, offset, length)) {
      return readChunks(coldChunk(length), offset, array, at, length);
    }
    long start = measured ? System.nanoTime() : 0;
    if (way.isMapping() && !calls.cached(offset, length)) {
      return readChunks(coldChunk(length), offset, array, at, length);
    }
    long read = read(way, offset, array, at, length);
    if (measured && read == length) {
      reads.add(kind, way, System.nanoTime() - start, length);
      measureRelease(way, offset, length);
    }
    return read > 0 ? read : readChunks(coldChunk(length), offset, array, at, length);
  }

  private Way choose(int kind, boolean measured, long offset, Object array, long at, long length) {
    int ways = chunks(length) | straight(offset, array, at, length) | mapping(offset);
    long uses = uses(offset, length);
    if (measured) {
      passes = reads.movedBytes() / Math.max(1, size);
      return reads.next(kind, length, ways, uses);
    }
    return reads.usual(kind, ways, uses);
  }

  /// Whether a way can be gone and measured. Chunks are not measured while they wait for a device;
  /// nobody else asks for them what is cached, so that their cost is without the question. A
  /// mapping has to ask each time, and a straight read does so itself.
  private boolean isReady(Way way, boolean measured, long offset, long length) {
    return switch (way) {
      case STRAIGHT, STRAIGHT_NEAR -> true;
      case CHUNK_256K, CHUNK_1M, CHUNK_4M -> !measured || calls.cached(offset, length);
      case MAPPING_FIRST -> map();
      case MAPPING_AGAIN -> true;
    };
  }

  /// How often new pages of a mapping are likely to be used. Whoever reads on where it ended will
  /// use all that a fault brings in; else a place is expected to be read as often as it was.
  private long uses(long offset, long length) {
    if (!mappable || length >= SHORT) {
      return passes + 1;
    }
    long uses = Math.max(places.uses(offset), usualUses.get());
    return continues(offset, length) ? Math.max(uses, Places.BYTES / length * (passes + 1)) : uses;
  }

  /// Whether a thread reads on where it ended, as far as the table of a few threads tells.
  private boolean continues(long offset, long length) {
    int slot = (int) Thread.currentThread().threadId() & (ends.length - 1);
    boolean continues = ends[slot] == offset;
    ends[slot] = offset + length;
    return continues;
  }

  private int chunks(long length) {
    return Way.CHUNK_256K.bit()
        | (forced || length > Way.CHUNK_256K.chunkBytes ? Way.CHUNK_1M.bit() : 0)
        | (forced || length > Way.CHUNK_1M.chunkBytes ? Way.CHUNK_4M.bit() : 0);
  }

  /// Whether the array lies badly is asked for where that is worth a call.
  private int straight(long offset, Object array, long at, long length) {
    if (libc.isEmpty()) {
      return 0;
    }
    if (length < SHORT) {
      return Way.STRAIGHT.bit();
    }
    long ahead = (libc.get().address(array) + at - offset) & (PAGE - 1);
    return (ahead > 0 && ahead < NEAR ? Way.STRAIGHT_NEAR : Way.STRAIGHT).bit();
  }

  /// A device is asked for as much as may be at once.
  private static Way coldChunk(long length) {
    return length > Way.CHUNK_256K.chunkBytes ? Way.CHUNK_1M : Way.CHUNK_256K;
  }

  private int mapping(long offset) {
    return switch (state) {
      case Called _ -> worthMapping() ? Way.MAPPING_FIRST.bit() : 0;
      case Mapped _ -> (places.isMet(offset) ? Way.MAPPING_AGAIN : Way.MAPPING_FIRST).bit();
      case Unmappable _ -> 0;
    };
  }

  private boolean worthMapping() {
    return mappable && (forced || size >= LARGE || reads.spentNanos() >= MAPPING_NANOS);
  }

  private long read(Way way, long offset, Object array, long at, long length) throws IOException {
    return switch (way) {
      case STRAIGHT, STRAIGHT_NEAR -> calls.tryRead(offset, array, at, length);
      case MAPPING_FIRST, MAPPING_AGAIN -> readMapped(offset, array, at, length);
      case CHUNK_256K, CHUNK_1M, CHUNK_4M -> readChunks(way, offset, array, at, length);
    };
  }

  /// @return 0 if there is no memory for a chunk
  private long readChunks(Way way, long offset, Object array, long at, long length)
      throws IOException {
    ElementType type = ElementType.of(array);
    try (Chunk chunk = Chunk.take(way, length)) {
      for (long done = 0; done < length; ) {
        long n = Math.min(chunk.bytes(), length - done);
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

  /// Memory off the heap on its way between a file and an array.
  private record Chunk(Block block, int bytes) implements AutoCloseable {
    static Chunk take(Way way, long length) {
      int bytes = (int) Math.min(way.chunkBytes, length);
      return new Chunk(BufferPool.shared().take(bytes), bytes);
    }

    MemorySegment memory() {
      return block.memory();
    }

    @Override
    public void close() {
      block.release();
    }
  }

  private long readMapped(long offset, Object array, long at, long length) throws IOException {
    if (!(state instanceof Mapped(EngineFile file))) {
      return 0;
    }
    long read = file.tryRead(offset, array, at, length);
    places.meet(offset, read);
    return read;
  }

  /// Gives back pages that were just met, a few times, to see how long that takes: the end of the
  /// mapping does it otherwise.
  private void measureRelease(Way way, long offset, long length) {
    if (way == Way.MAPPING_FIRST
        && reads.isReleaseDue()
        && state instanceof Mapped(EngineFile file)) {
      long start = System.nanoTime();
      file.advise(offset, length, Advice.DONT_NEED);
      reads.addRelease(System.nanoTime() - start, length);
    }
  }

  /// @return whether there is a mapping now
  private boolean map() {
    return state instanceof Mapped || mapAlone();
  }

  private synchronized boolean mapAlone() {
    if (state instanceof Called) {
      try {
        state = mapped();
      } catch (IOException e) {
        state = new Unmappable(String.valueOf(e.getMessage()));
      }
    }
    return state instanceof Mapped;
  }

  /// Of the file that is open, whatever its name leads to by now.
  private State mapped() throws IOException {
    Optional<Path> opened = calls.openPath();
    return opened.isPresent()
        ? new Mapped(mappedEngine.reopen(path, opened.get(), OpenMode.READ))
        : new Unmappable("nothing but its name leads to the file");
  }

  /// What has happened to each place of a file: how often short reads have begun there, and whether
  /// its pages were met in the mapping. Roughly so: in a very large file neighbours count as one,
  /// and of two threads at the same moment one may be forgotten.
  private static final class Places {
    /// What a fault brings in at the least.
    static final long BYTES = 64 << 10;

    static final Places NONE = new Places(0);

    private static final int MOST = 1 << 20;
    private static final byte MET = (byte) 0x80;
    private static final byte MOST_READ = 0x7f;

    private final int shift;
    private final byte[] marks;
    private long reads;
    private long begun;

    Places(long size) {
      int each = Long.numberOfTrailingZeros(BYTES);
      while (size >> each >= MOST) {
        each++;
      }
      shift = each;
      marks = new byte[(int) (size >> each) + 1];
    }

    private int place(long offset) {
      return (int) Math.min(offset >> shift, marks.length - 1);
    }

    /// Counts a read.
    ///
    /// @return how often the place has been read, or all places are on average, as far as that is
    ///   counted
    long uses(long offset) {
      int place = place(offset);
      byte mark = marks[place];
      int read = mark & MOST_READ;
      reads++;
      if (read == 0) {
        begun++;
      }
      if (read < MOST_READ) {
        marks[place] = (byte) (mark + 1);
      }
      return Math.max(Math.max(1, read), average());
    }

    long average() {
      return begun == 0 ? 1 : reads / begun;
    }

    boolean isMet(long offset) {
      return marks[place(offset)] < 0;
    }

    void meet(long offset, long length) {
      int last = place(offset + length - 1);
      for (int place = place(offset); place <= last; place++) {
        if (marks[place] >= 0) {
          marks[place] |= MET;
        }
      }
    }
  }

  @Override
  public void write(long offset, MemorySegment source, long at, long length) throws IOException {
    calls.write(offset, source, at, length);
  }

  @Override
  public long tryWrite(long offset, Object array, long at, long length) throws IOException {
    if (length == 0) {
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

  /// @return 0 if there is no memory for a chunk
  private long writeChunks(Way way, long offset, Object array, long at, long length)
      throws IOException {
    ElementType type = ElementType.of(array);
    try (Chunk chunk = Chunk.take(way, length)) {
      for (long done = 0; done < length; ) {
        long n = Math.min(chunk.bytes(), length - done);
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
  public int preferredBytes() {
    return calls.preferredBytes();
  }

  @Override
  public int alignment() {
    return calls.alignment();
  }

  @Override
  public long size() throws IOException {
    return calls.size();
  }

  @Override
  public void reserve(long bytes) throws IOException {
    calls.reserve(bytes);
  }

  @Override
  public void resize(long bytes) throws IOException {
    calls.resize(bytes);
  }

  @Override
  public void sync() throws IOException {
    calls.sync();
  }

  @Override
  public void close() throws IOException {
    if (places.begun >= MANY_PLACES) {
      usualUses.setPlain((usualUses.getPlain() + places.average() + 1) / 2);
    }
    try {
      if (state instanceof Mapped(EngineFile mapped)) {
        mapped.close();
      }
    } finally {
      calls.close();
    }
  }

  @Override
  public void advise(long offset, long length, Advice advice) {
    if (state instanceof Mapped(EngineFile mapped)) {
      mapped.advise(offset, length, advice);
    }
    calls.advise(offset, length, advice);
  }

  @Override
  public MemorySegment map(long offset, long length, Arena arena) throws IOException {
    return calls.map(offset, length, arena);
  }

  @Override
  public Optional<Path> openPath() {
    return calls.openPath();
  }

  @Override
  public String explain() {
    return "auto: "
        + calls.explain()
        + posixObstacle.map(reason -> "; not posix: " + reason).orElse("")
        + (state instanceof Unmappable(String reason) ? "; not mapped: " + reason : "")
        + measured("; reads: ", reads)
        + measured("; writes: ", writes);
  }

  private static String measured(String what, TransferCosts costs) {
    String measured = costs.explain();
    return measured.isEmpty() ? "" : what + measured;
  }
}
