package io.penstock.memory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.List;

/// A block for leases where memory cannot be bound to another lifetime, because native access is
/// denied: pages of a nameless file, which the JDK maps as often as it is asked, each time for a
/// lifetime of its own.
///
/// It stands for a block of a pool, which it keeps and releases with itself. Leases share files, so
/// that not each of them takes a descriptor.
final class Mirror implements Block, Watched {
  /// The length of the files that leases share.
  private static final long FILE = 8 << 20;

  private static final long PAGE = ArenaRegion.ALIGNMENT;

  private static final BuddyPool FILES =
      new BuddyPool(new SharedLists(new PoolOptions(FileRegion::create, FILE, Long.MAX_VALUE, 0)));

  private final Block original;
  private final OnceBlock place;
  private final FileRegion region;
  private final long offset;
  private SharedFile file;

  private Mirror(Block original, OnceBlock place, FileRegion region) {
    this.original = original;
    this.place = place;
    this.region = region;
    this.offset = place.memory().address() - region.memory().address();
    this.file = region.file();
  }

  /// Memory in place of a block's; where that has been done already, the same.
  ///
  /// @throws PoolExhaustedException if there is no room for it
  static Mirror of(Block block, long bytes) {
    if (block instanceof Mirror mirror) {
      return mirror;
    }
    OnceBlock place = FILES.take(Math.max(bytes, PAGE));
    return new Mirror(block, place, (FileRegion) place.piece().plot().region());
  }

  /// A file in which leases have their places.
  private static final class FileRegion implements Storage.Region {
    private final List<SharedFile> files = new ArrayList<>();

    private FileRegion(SharedFile file) {
      files.add(file);
    }

    static FileRegion create(long bytes) {
      try {
        return new FileRegion(SharedFile.create(bytes));
      } catch (IOException e) {
        throw new OutOfMemoryError("without native access they lie in a file: " + e);
      }
    }

    /// Of the file that was there first: it tells places apart.
    @Override
    public synchronized MemorySegment memory() {
      return files.getFirst().memory();
    }

    synchronized SharedFile file() {
      return files.getLast();
    }

    /// Another file in place of one that can be mapped no more.
    synchronized SharedFile after(SharedFile closed) throws IOException {
      if (closed.equals(files.getLast())) {
        files.add(SharedFile.create(closed.memory().byteSize()));
      }
      return files.getLast();
    }

    @Override
    public synchronized void free() {
      files.forEach(SharedFile::close);
    }
  }

  /// The memory, bound to an arena.
  MemorySegment view(long bytes, Arena arena) {
    try {
      while (true) {
        try {
          return file.map(offset, bytes, arena);
        } catch (ClosedChannelException e) {
          move(); // an interrupt has closed the file
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the memory cannot be mapped", e);
    }
  }

  /// Where it lies now.
  SharedFile file() {
    return file;
  }

  private void move() throws IOException {
    MemorySegment before = memory();
    file = region.after(file);
    memory().copyFrom(before);
  }

  @Override
  public MemorySegment memory() {
    return file.memory().asSlice(offset, place.memory().byteSize());
  }

  @Override
  public ByteBuffer buffer() {
    return original.buffer();
  }

  @Override
  public void watch(Object holder) {
    if (original instanceof Watched watched) {
      watched.watch(holder);
    }
  }

  @Override
  public void release() {
    try {
      place.release();
      trim();
    } finally {
      original.release();
    }
  }

  /// Nobody else gives the files back: all but one go with the last lease.
  private static void trim() {
    PoolStatistics now = FILES.statistics();
    if (now.liveBlocks() == 0 && now.regions() > 1) {
      FILES.trim();
    }
  }
}
