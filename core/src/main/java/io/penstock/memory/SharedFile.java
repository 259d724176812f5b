package io.penstock.memory;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.DELETE_ON_CLOSE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import io.penstock.ffi.UninterruptedCall;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.UUID;

/// A nameless file that serves as memory, and its pages as any thread sees them until it is closed.
///
/// An interrupt closes a channel whose thread it meets. One that is pending is kept for later; one
/// that comes in the middle leaves the pages as they are, and the file can be mapped no more.
record SharedFile(FileChannel channel, Arena arena, MemorySegment memory) {
  /// Where Linux keeps files in memory.
  private static final Path IN_MEMORY = Path.of("/dev/shm");

  private static final int STEP = 1 << 20;

  /// @throws IOException if there is no room for it, or no descriptor
  static SharedFile create(long bytes) throws IOException {
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
    Arena arena = Arena.ofShared();
    try {
      reserve(channel, bytes);
      MemorySegment memory =
          UninterruptedCall.of(() -> channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena));
      return new SharedFile(channel, arena, memory);
    } catch (IOException | RuntimeException | Error e) {
      arena.close();
      channel.close();
      throw e;
    }
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

  void close() {
    arena.close();
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException("a file that served as memory cannot be closed", e);
    }
  }
}
