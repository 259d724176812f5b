package io.penstock.memory;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.DELETE_ON_CLOSE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import io.penstock.ffi.NativeAccess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A block for leases where memory cannot be bound to another lifetime, because native access is
/// denied: pages of a nameless file, which the JDK maps as often as it is asked, each time for a
/// lifetime of its own.
///
/// It stands for a block of a pool, which it keeps and releases with itself. Leases share files, so
/// that not each of them takes a descriptor.
final class MappedBlock implements Block, Lease.Watched {
  /// The length of the files that leases share.
  private static final long FILE = 8 << 20;

  private static final long PAGE = StorageRegion.ALIGNMENT;

  private static final RegionPool FILES =
      RegionPool.ofBuddies(
          "pool of mapped files",
          Regions.ofSharedLists(new PoolOptions(SharedFile::allocate, FILE, Long.MAX_VALUE, 0)));

  private final Block original;
  private final RegionPool.OnceBlock place;
  private final long offset;
  private SharedFile file;

  private MappedBlock(Block original, RegionPool.OnceBlock place, SharedFile first) {
    this.original = original;
    this.place = place;
    this.offset = place.memory().address() - first.memory.address();
    this.file = first.last();
  }

  /// Memory in place of a block's; where that has been done already, the same.
  ///
  /// @throws PoolExhaustedException if there is no room for it
  static MappedBlock of(Block block, long bytes) {
    if (block instanceof MappedBlock mapped) {
      return mapped;
    }
    RegionPool.OnceBlock place = FILES.takeOnce(Math.max(bytes, PAGE));
    return new MappedBlock(block, place, (SharedFile) place.region());
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
    file = file.successor();
    memory().copyFrom(before);
  }

  @Override
  public MemorySegment memory() {
    return file.memory.asSlice(offset, place.memory().byteSize());
  }

  @Override
  public ByteBuffer buffer() {
    return original.buffer();
  }

  @Override
  public void watch(Object holder) {
    if (original instanceof Lease.Watched watched) {
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

  /// A nameless file that serves as memory, and its pages as any thread sees them until it is
  /// closed.
  ///
  /// An interrupt closes a channel whose thread it meets. One that is pending is kept for later;
  /// one that comes in the middle leaves the pages as they are, and the file can be mapped no more.
  ///
  /// In its place comes another one. The file that was there first is the region, and tells places
  /// apart.
  static final class SharedFile implements Storage.Region {
    /// Where Linux keeps files in memory.
    private static final Path IN_MEMORY = Path.of("/dev/shm");

    private static final int STEP = 1 << 20;

    private final FileChannel channel;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory;
    private @Nullable SharedFile next;

    private SharedFile(FileChannel channel, long bytes) throws IOException {
      this.channel = channel;
      try {
        reserve(channel, bytes);
        this.memory =
            NativeAccess.uninterrupted(
                () -> channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena));
      } catch (IOException | RuntimeException | Error e) {
        arena.close();
        channel.close();
        throw e;
      }
    }

    static SharedFile allocate(long bytes) {
      try {
        return create(bytes);
      } catch (IOException e) {
        throw new OutOfMemoryError("without native access they lie in a file: " + e);
      }
    }

    /// @throws IOException if there is no room for it, or no descriptor
    private static SharedFile create(long bytes) throws IOException {
      boolean interrupted = Thread.interrupted();
      try {
        while (true) {
          try {
            return Files.isWritable(IN_MEMORY) ? createInMemory(bytes) : createOnDisk(bytes);
          } catch (ClosedByInterruptException e) {
            interrupted |= Thread.interrupted();
          }
        }
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }

    private static SharedFile createInMemory(long bytes) throws IOException {
      try {
        return createIn(IN_MEMORY, bytes);
      } catch (ClosedByInterruptException e) {
        throw e;
      } catch (IOException e) {
        return createOnDisk(bytes);
      }
    }

    private static SharedFile createOnDisk(long bytes) throws IOException {
      return createIn(Path.of(System.getProperty("java.io.tmpdir")), bytes);
    }

    private static SharedFile createIn(Path folder, long bytes) throws IOException {
      Path path = folder.resolve("penstock-" + UUID.randomUUID());
      FileChannel channel =
          FileChannel.open(path, Set.of(READ, WRITE, CREATE_NEW, DELETE_ON_CLOSE), ownersAlone());
      return new SharedFile(channel, bytes);
    }

    /// The file has a name for a moment.
    private static FileAttribute<?>[] ownersAlone() {
      return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
          ? new FileAttribute<?>[] {
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
          }
          : new FileAttribute<?>[0];
    }

    /// A page that a full file system cannot give would kill the JVM when it is touched.
    private static void reserve(FileChannel channel, long bytes) throws IOException {
      ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(bytes, STEP));
      for (long at = 0; at < bytes; ) {
        zeros.clear().limit((int) Math.min(bytes - at, zeros.capacity()));
        at += channel.write(zeros, at);
      }
    }

    /// Some of the pages again, for another lifetime.
    ///
    /// @throws java.nio.channels.ClosedChannelException if an interrupt has closed the file
    MemorySegment map(long offset, long bytes, Arena lifetime) throws IOException {
      boolean interrupted = Thread.interrupted();
      try {
        return channel.map(FileChannel.MapMode.READ_WRITE, offset, bytes, lifetime);
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }

    @Override
    public MemorySegment memory() {
      return memory;
    }

    FileChannel channel() {
      return channel;
    }

    /// The file in place of this one, made if this has been the last.
    synchronized SharedFile successor() throws IOException {
      SharedFile after = next;
      if (after == null) {
        after = create(memory.byteSize());
        next = after;
      }
      return after;
    }

    /// The file that can still be mapped.
    SharedFile last() {
      SharedFile file = this;
      for (SharedFile after = this; after != null; after = after.next()) {
        file = after;
      }
      return file;
    }

    private synchronized @Nullable SharedFile next() {
      return next;
    }

    @Override
    public void free() {
      for (SharedFile file = this; file != null; file = file.next()) {
        file.close();
      }
    }

    private void close() {
      arena.close();
      try {
        channel.close();
      } catch (IOException e) {
        throw new UncheckedIOException("a file that served as memory cannot be closed", e);
      }
    }
  }
}
