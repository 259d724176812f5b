package io.penstock.tree.cache;

import io.penstock.memory.BufferPool;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Files that are asked for often, in pooled memory, as the cache of a server of files in *I/O
/// Performance*.
///
/// A file is read once however many ask for it at the same time. When the memory is full, a file
/// gets in only if it was asked for more often, lately, than those that would have to go; the
/// others are served from disk. What is kept of each file besides its bytes counts too: about a
/// kibibyte, and its path. Whether a file has changed is looked at when it is asked for, at most
/// once in the freshness: until then the old state is given. Who has a [CachedFile] keeps its
/// memory, whatever becomes of the cache.
///
/// Safe for any thread, virtual ones too.
public final class FileCache implements AutoCloseable {
  /// Longer than the ticks of any file system's clock.
  static final long TICK_MILLIS = 20;

  private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

  static final int MOST_TRIES = 100;

  /// How often a file that was changed just now is given time: a change that comes right behind
  /// would not show in its time. Who writes more often than that is not waited for.
  private static final int PATIENCE = 3;

  /// One file may take this part of the memory.
  private static final int LARGEST_PART = 4;

  /// As small as the files of a full cache are expected to be.
  private static final int SMALL_FILE = 4 << 10;

  /// Up to here a file that is not kept is read whole all the same: that takes fewer calls.
  private static final long WHOLE = 64 << 10;

  /// What a file takes on the heap, without its path, and what the pool rounds it up by.
  private static final long ENTRY = 1 << 10;

  private final long largest;
  private final long freshNanos;
  private final BufferPool pool;
  private final ConcurrentHashMap<Path, Slot> slots = new ConcurrentHashMap<>();
  private final FrequencySketch frequencies;
  private final Shelf shelf;
  private final LongAdder hits = new LongAdder();
  private final LongAdder loads = new LongAdder();
  private final LongAdder passed = new LongAdder();
  private volatile boolean closed;

  private FileCache(long bytes, Duration freshness, BufferPool pool) {
    if (bytes < 1 || freshness.isNegative()) {
      throw new IllegalArgumentException(bytes + " bytes, fresh for " + freshness);
    }
    this.largest = Math.min(Integer.MAX_VALUE - 8, Math.max(1, bytes / LARGEST_PART));
    this.freshNanos = freshness.compareTo(LONGEST) < 0 ? freshness.toNanos() : Long.MAX_VALUE;
    this.pool = pool;
    this.frequencies = new FrequencySketch(bytes / SMALL_FILE);
    this.shelf = new Shelf(bytes, frequencies);
  }

  /// A cache in the shared pool's memory.
  ///
  /// @param bytes the most that files may take, with about a kibibyte for each besides its size;
  ///   one file a quarter of it
  /// @param freshness for how long a file is not looked at again; zero looks every time
  /// @throws IllegalArgumentException if `bytes` is less than 1, or `freshness` negative
  public static FileCache of(long bytes, Duration freshness) {
    return new FileCache(bytes, freshness, BufferPool.shared());
  }

  /// The same in another pool's memory, which has to outlive the cache and what it has handed out.
  public static FileCache of(long bytes, Duration freshness, BufferPool pool) {
    return new FileCache(bytes, freshness, pool);
  }

  /// A file as it is, or was when it was looked at last.
  ///
  /// @throws IOException if there is no such regular file, it cannot be read, it is written all the
  ///   time, or it holds more or less than it says, as files of `/proc` and `/sys` do
  /// @throws IllegalStateException if the cache was closed
  public CachedFile open(Path file) throws IOException {
    frequencies.add(file);
    while (true) {
      if (closed) {
        throw new IllegalStateException("the cache was closed");
      }
      Slot slot = slot(file);
      Optional<CachedFile> found = slot.fresh();
      if (found.isEmpty()) {
        found = slot.looked();
      }
      if (found.isPresent()) {
        return found.get();
      }
    }
  }

  private Slot slot(Path file) {
    Optional<Slot> known = Optional.ofNullable(slots.get(file));
    return known.isPresent() ? known.get() : slots.computeIfAbsent(file, Slot::new);
  }

  /// What it has done so far.
  public CacheStatistics statistics() {
    return new CacheStatistics(
        hits.sum(), loads.sum(), passed.sum(), shelf.evicted(), shelf.files(), shelf.bytes());
  }

  /// Forgets all files. What was handed out stays until it is closed.
  @Override
  public void close() {
    closed = true;
    for (Slot slot : slots.values()) {
      slot.leave();
    }
    slots.clear();
  }

  /// The exception for a file that is never the same at two looks.
  static FileSystemException neverStill(Path file) {
    return new FileSystemException(
        file.toString(), null, "is written all the time; ask for it later");
  }

  /// The place of one file.
  final class Slot {
    private final Path file;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable CachedContents contents; // null while it is not in memory
    private volatile long looked;
    private volatile boolean asked;
    private volatile boolean gone;

    Slot(Path file) {
      this.file = file;
    }

    Path file() {
      return file;
    }

    /// The contents in memory, if they were checked lately.
    Optional<CachedFile> fresh() {
      CachedContents now = contents;
      boolean lately = System.nanoTime() - looked < freshNanos;
      return now != null && lately && now.use() ? Optional.of(hit(now)) : Optional.empty();
    }

    private CachedFile hit(CachedContents used) {
      if (!asked) {
        asked = true;
      }
      hits.increment();
      return used.file();
    }

    /// Looks at the file; empty if this place was given up meanwhile.
    Optional<CachedFile> looked() throws IOException {
      lock.lock();
      try {
        if (gone) {
          return Optional.empty();
        }
        Optional<CachedFile> found = fresh();
        return found.isPresent() ? found : load();
      } catch (IOException | RuntimeException | Error e) {
        giveUp();
        throw e;
      } finally {
        lock.unlock();
      }
    }

    private Optional<CachedFile> load() throws IOException {
      for (int i = 0; i < MOST_TRIES; i++) {
        FileStamp stamp = FileStamp.of(file);
        CachedContents held = contents;
        if (held != null && held.areOf(stamp) && held.use()) {
          looked = System.nanoTime();
          return Optional.of(hit(held));
        }
        shelf.remove(this);
        if (gone) {
          return Optional.empty(); // it was evicted just now; nobody can do that from here on
        }
        if (stamp.size() > largest || !shelf.reserve(this, cost(stamp))) {
          giveUp();
          passed.increment();
          return Optional.of(unkept(stamp));
        }
        Optional<CachedContents> read = Optional.empty();
        try {
          if (i >= PATIENCE || stamp.settled()) {
            read = CachedContents.read(file, pool, stamp);
          }
        } finally {
          if (read.isEmpty()) {
            shelf.cancel(cost(stamp));
          }
        }
        if (read.isPresent()) {
          return Optional.of(keep(read.get()));
        }
        settle();
      }
      throw neverStill(file);
    }

    /// The memory that the file takes when it is kept, in bytes.
    private long cost(FileStamp stamp) {
      return ENTRY + 2L * file.toString().length() + stamp.size();
    }

    private CachedFile unkept(FileStamp stamp) throws IOException {
      Optional<CachedContents> read =
          stamp.size() <= WHOLE && stamp.settled()
              ? CachedContents.read(file, pool, stamp)
              : Optional.empty();
      return read.isPresent() ? read.get().file() : StoredFile.open(file);
    }

    private CachedFile keep(CachedContents read) {
      boolean _ = read.use();
      contents = read;
      looked = System.nanoTime();
      loads.increment();
      shelf.add(this);
      if (closed) {
        giveUp();
      }
      return read.file();
    }

    /// Waits for a tick of the file system's clock: a write within the tick in which the file was
    /// written before shows neither in its size nor in its time. Only this file's slot waits.
    private static void settle() throws IOException {
      try {
        Thread.sleep(TICK_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while a file was loaded", e);
      }
    }

    private void giveUp() {
      gone = true;
      shelf.remove(this);
      slots.remove(file, this);
    }

    private void leave() {
      lock.lock();
      try {
        gone = true;
        shelf.remove(this);
      } finally {
        lock.unlock();
      }
    }

    /// Whether it was asked for since this was asked last.
    boolean wasAsked() {
      boolean before = asked;
      asked = false;
      return before;
    }

    /// The size of what is in memory.
    long bytes() {
      CachedContents held = contents;
      return held == null ? 0 : held.stamp().size();
    }

    /// The memory that it takes, in bytes.
    long cost() {
      CachedContents held = contents;
      return held == null ? 0 : cost(held.stamp());
    }

    /// Leaves the memory for another file.
    void evict() {
      gone = true;
      drop();
      slots.remove(file, this);
    }

    /// Drops the contents in memory; their users keep them.
    void drop() {
      CachedContents old = contents;
      contents = null;
      if (old != null) {
        old.release();
      }
    }
  }

  /// A clock cache of files: files leave in turn, those first that nobody asked for since their
  /// last turn, and only for one that was asked for more often. Safe for any thread.
  private static final class Shelf {
    private final long room;
    private final FrequencySketch frequencies;
    private final LinkedHashSet<FileCache.Slot> turns = new LinkedHashSet<>();
    private long used;
    private long held;
    private long evicted;

    Shelf(long room, FrequencySketch frequencies) {
      this.room = room;
      this.frequencies = frequencies;
    }

    /// Makes room, if the file deserves it.
    synchronized boolean reserve(FileCache.Slot file, long bytes) {
      if (used + bytes > room && !evict(used + bytes - room, frequencies.count(file.file()))) {
        return false;
      }
      used += bytes;
      return true;
    }

    // Who was asked for, or is asked for more often than who comes, goes to the end of the row.
    private boolean evict(long needed, int frequency) {
      List<FileCache.Slot> victims = new ArrayList<>();
      long free = 0;
      for (int left = turns.size(); left > 0 && free < needed; left--) {
        FileCache.Slot slot = turns.removeFirst();
        if (slot.wasAsked()) {
          turns.addLast(slot);
        } else if (frequencies.count(slot.file()) < frequency) {
          victims.add(slot);
          free += slot.cost();
        } else {
          turns.addLast(slot);
          break;
        }
      }
      victims.reversed().forEach(turns::addFirst);
      if (free < needed) {
        return false;
      }
      for (FileCache.Slot victim : victims) {
        leave(victim);
        victim.evict();
      }
      return true;
    }

    /// Gives back what was reserved.
    synchronized void cancel(long bytes) {
      used -= bytes;
    }

    /// A file whose room was reserved is in memory.
    synchronized void add(FileCache.Slot slot) {
      turns.add(slot);
      held += slot.bytes();
    }

    /// A file leaves the memory, if it is there.
    synchronized void remove(FileCache.Slot slot) {
      if (turns.contains(slot)) {
        leave(slot);
        slot.drop();
      }
    }

    private void leave(FileCache.Slot slot) {
      turns.remove(slot);
      used -= slot.cost();
      held -= slot.bytes();
      evicted++;
    }

    synchronized long evicted() {
      return evicted;
    }

    synchronized long files() {
      return turns.size();
    }

    synchronized long bytes() {
      return held;
    }
  }
}
