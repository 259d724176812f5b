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
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// A file whose ranges move in the way that has cost least so far, as [TransferCosts] has it.
///
/// What is not in the page cache is read through a chunk, whatever it costs: in every other way a
/// read would hold up the JVM while it waits for the device.
final class AutoFile implements EngineFile {
  /// Shorter reads do not ask where the array lies, and may share what a fault brings in.
  private static final long SHORT = 64 << 10;

  /// Of longer reads not every page is asked for.
  private static final long LONG = 2 << 20;

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

  /// Some processors copy slowly to places less than this ahead of their source within a page.
  private static final long NEAR = 32;

  private static final TransferCosts NOTHING_LEARNED = new TransferCosts(0);

  /// Of reads of lists.
  private static final TransferCosts LISTS = new TransferCosts(0);

  /// A file of which fewer places were read teaches nothing about others.
  private static final int MANY_PLACES = 64;

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
  private final TransferCosts lists;
  private final TransferCosts writes;
  private final ExtentList.Residency listResidency = new ExtentList.Residency();
  private final boolean listable;
  private final int forced;
  private final Places places;
  private long passes;
  private volatile State state = new Called();
  private volatile @Nullable ListWriter listWriter;

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
    this.forced = forced;
    this.mappable = mode == OpenMode.READ && size >= SMALL;
    this.small = mode == OpenMode.READ && size < SMALL && forced == 0;
    this.reads = small ? NOTHING_LEARNED : TransferCosts.of(Direction.READ, size, forced);
    this.lists = mappable ? new TransferCosts(LISTS, size, forced) : NOTHING_LEARNED;
    this.writes = mode.writes() ? TransferCosts.of(Direction.WRITE, size, forced) : NOTHING_LEARNED;
    this.places = mappable ? new Places(size, Places.READ_FAULT) : Places.NONE;
    this.listable = mode == OpenMode.READ_WRITE && libc.isPresent();
  }

  /// The size that the file had when it was opened.
  long sizeAtOpening() {
    return size;
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
    if (needsPages(way) && !arePagesThere(way, offset, length)) {
      return readChunks(coldChunk(length), offset, array, at, length);
    }
    long read = read(way, offset, array, at, length);
    if (measured && read == length) {
      reads.add(kind, way, System.nanoTime() - start, length);
    }
    return read > 0 ? read : readChunks(coldChunk(length), offset, array, at, length);
  }

  /// Reads a list of extents that are cached out of the mapping, or by calls, whichever has cost
  /// less: a call for each, or one for all that lie close together, with what lies between them.
  @Override
  public boolean tryReadList(ExtentList extents, Object array, long at) throws IOException {
    long first = extents.offset(0);
    long bytes = extents.bytes();
    long length = bytes / extents.count();
    if (!mappable || libc.isEmpty() || !isCached(extents, length)) {
      return false;
    }
    int kind = TransferCosts.lengthClass(length);
    passes = reads.movedBytes() / Math.max(1, size);
    boolean near = extents.gap() <= Reader.SIEVE;
    int ways = (near ? Way.CHUNK_256K : Way.STRAIGHT).bit() | mapping(extents);
    Way way = lists.next(kind, bytes, ways, uses(first, extents.length(0)));
    if (way.isMapping() && !map()) {
      return false;
    }
    long start = System.nanoTime();
    boolean read =
        switch (way) {
          case MAPPING_FIRST, MAPPING_AGAIN -> readMapped(extents, array, at);
          case STRAIGHT -> readEach(extents, array, at);
          default -> readSieved(extents, array, at);
        };
    lists.add(kind, way, System.nanoTime() - start, bytes);
    return read;
  }

  /// Extents that would be read one by one are asked for one by one, unless they are short.
  private boolean isCached(ExtentList extents, long length) {
    boolean alone = length >= Reader.LEAST_STRAIGHT && extents.gap() > Reader.SIEVE;
    return alone ? listResidency.hasEach(extents, calls) : listResidency.has(extents, calls);
  }

  private int mapping(ExtentList extents) {
    for (int i = 0; state instanceof Mapped && i < extents.count(); i++) {
      if (!places.isMet(extents.offset(i))) {
        return Way.MAPPING_FIRST.bit();
      }
    }
    return mapping(extents.offset(0));
  }

  private boolean readMapped(ExtentList extents, Object array, long at) throws IOException {
    if (!(state instanceof Mapped(EngineFile file)) || !file.tryReadList(extents, array, at)) {
      return false;
    }
    for (int i = 0; i < extents.count(); i++) {
      places.meet(extents.offset(i), extents.length(i));
    }
    return true;
  }

  private boolean readEach(ExtentList extents, Object array, long at) throws IOException {
    long to = at;
    for (int i = 0; i < extents.count(); i++) {
      long length = extents.length(i);
      if (calls.tryRead(extents.offset(i), array, to, length) < length) {
        return false;
      }
      to += length;
    }
    return true;
  }

  private boolean readSieved(ExtentList extents, Object array, long at) throws IOException {
    ElementType type = ElementType.of(array);
    int index = Math.toIntExact(at / type.bytes());
    try (Block chunk = BufferPool.shared().take(ExtentList.MOST_BYTES)) {
      for (int i = 0; i < extents.count(); ) {
        long begin = extents.offset(i);
        int next = extents.lastWithin(i, ExtentList.MOST_BYTES) + 1;
        calls.read(begin, chunk.memory(), 0, extents.end(next - 1) - begin);
        for (; i < next; i++) {
          int count = (int) (extents.length(i) / type.bytes());
          long from = extents.offset(i) - begin;
          MemorySegment.copy(chunk.memory(), type.layout(), from, array, index, count);
          index += count;
        }
      }
      return true;
    } catch (PoolExhaustedException e) {
      return false;
    }
  }

  private Way choose(int kind, boolean measured, long offset, Object array, long at, long length) {
    int ways =
        chunks(length)
            | straight(offset, array, at, length)
            | mapping(offset)
            | once(offset, length);
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
      case CHUNK_256K, CHUNK_1M, CHUNK_4M -> !measured || isProbablyCached(offset, length);
      case MAPPING_FIRST, MAPPING_ONCE -> map();
      case MAPPING_AGAIN -> true;
    };
  }

  private static boolean needsPages(Way way) {
    return way.isMapping() || way == Way.MAPPING_ONCE;
  }

  /// Whether a copy out of the mapping will hardly wait for a device. A long range is entered into
  /// the page tables by a call, during which the JVM can stop; that reads what is missing too.
  private boolean arePagesThere(Way way, long offset, long length) {
    if (way == Way.MAPPING_AGAIN || length <= LONG) {
      return calls.cached(offset, length);
    }
    if (!isProbablyCached(offset, length)) {
      return false;
    }
    if (state instanceof Mapped(EngineFile file)) {
      file.populate(offset, length);
    }
    return true;
  }

  /// Whether a range is cached; of a long one the ends are asked for, since to ask for every page
  /// may take a tenth of the time that it takes to read it.
  private boolean isProbablyCached(long offset, long length) {
    return length <= LONG
        ? calls.cached(offset, length)
        : calls.cached(offset, PAGE) && calls.cached(offset + length - PAGE, PAGE);
  }

  /// How often new pages of a mapping are likely to be used. Whoever reads on where it ended will
  /// use all that a fault brings in; else a place is expected to be read as often as it was.
  private long uses(long offset, long length) {
    if (!mappable || length >= SHORT) {
      return passes + 1;
    }
    long uses = Math.max(places.uses(offset), usualUses.get());
    return places.continues(offset, length)
        ? Math.max(uses, Places.READ_FAULT / length * (passes + 1))
        : uses;
  }

  private int chunks(long length) {
    return Way.CHUNK_256K.bit()
        | (forced != 0 || length > Way.CHUNK_256K.chunkBytes ? Way.CHUNK_1M.bit() : 0)
        | (forced != 0 || length > Way.CHUNK_1M.chunkBytes ? Way.CHUNK_4M.bit() : 0);
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

  /// Pages that a thread has met already are kept.
  private int once(long offset, long length) {
    boolean there =
        state instanceof Mapped ? !places.isMet(offset) : state instanceof Called && worthMapping();
    boolean worth = length >= LEAST_ONCE || forced != 0;
    return there && worth ? Way.MAPPING_ONCE.bit() : 0;
  }

  private boolean worthMapping() {
    return mappable && (forced != 0 || isWorthMapping(size, reads));
  }

  /// Whether transfers of a file may be worth what it takes to map it.
  static boolean isWorthMapping(long size, TransferCosts costs) {
    return size >= LARGE || costs.spentNanos() >= MAPPING_NANOS;
  }

  private long read(Way way, long offset, Object array, long at, long length) throws IOException {
    return switch (way) {
      case STRAIGHT, STRAIGHT_NEAR -> calls.tryRead(offset, array, at, length);
      case MAPPING_FIRST, MAPPING_AGAIN -> readMapped(offset, array, at, length);
      case MAPPING_ONCE -> readMappedOnce(offset, array, at, length);
      case CHUNK_256K, CHUNK_1M, CHUNK_4M -> readChunks(way, offset, array, at, length);
    };
  }

  /// @return 0 if there is no memory for a chunk
  private long readChunks(Way way, long offset, Object array, long at, long length)
      throws IOException {
    ElementType type = ElementType.of(array);
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

  private long readMapped(long offset, Object array, long at, long length) throws IOException {
    if (!(state instanceof Mapped(EngineFile file))) {
      return 0;
    }
    long read = file.tryRead(offset, array, at, length);
    places.meet(offset, read);
    return read;
  }

  private long readMappedOnce(long offset, Object array, long at, long length) throws IOException {
    if (!(state instanceof Mapped(EngineFile file))) {
      return 0;
    }
    long read = file.tryRead(offset, array, at, length);
    file.release(offset, length);
    return read;
  }

  /// @return whether there is a mapping now
  private boolean map() {
    return state instanceof Mapped || mapAlone();
  }

  private synchronized boolean mapAlone() {
    if (state instanceof Called) {
      try {
        state = mapped();
      } catch (IOException | LinkageError e) { // also a class that no descriptor was left for
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
      made = new ListWriter(libc.orElseThrow(), calls, forced);
      listWriter = made;
    }
    return made;
  }

  /// @return 0 if there is no memory for a chunk
  private long writeChunks(Way way, long offset, Object array, long at, long length)
      throws IOException {
    ElementType type = ElementType.of(array);
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
    if (places.begun() >= MANY_PLACES) {
      usualUses.setPlain((usualUses.getPlain() + places.average() + 1) / 2);
    }
    try {
      ListWriter made = listWriter;
      if (made != null) {
        made.close();
      }
      if (state instanceof Mapped(EngineFile mapped)) {
        long start = System.nanoTime();
        mapped.close();
        reads.addRelease(System.nanoTime() - start, places.metBytes());
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
  public OptionalInt descriptor() {
    return calls.descriptor();
  }

  @Override
  public String explain() {
    return "auto: "
        + calls.explain()
        + posixObstacle.map(reason -> "; not posix: " + reason).orElse("")
        + (state instanceof Unmappable(String reason) ? "; not mapped: " + reason : "")
        + measured("; reads: ", reads.explain())
        + measured("; tiles read: ", lists.explain())
        + measured("; writes: ", writes.explain())
        + measured("; tiles written: ", explainLists());
  }

  private String explainLists() {
    ListWriter made = listWriter;
    return made == null ? "" : made.explain();
  }

  private static String measured(String what, String measured) {
    return measured.isEmpty() ? "" : what + measured;
  }
}
