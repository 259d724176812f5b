package io.penstock.memory;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.DELETE_ON_CLOSE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.UUID;

/// A nameless file that serves as memory, and its pages as any thread sees them. It goes when it is
/// garbage.
record SharedFile(FileChannel channel, MemorySegment memory) {
  /// Where Linux keeps files in memory.
  private static final Path IN_MEMORY = Path.of("/dev/shm");

  private static final int STEP = 1 << 20;

  /// @throws PoolExhaustedException if there is no room for it
  static SharedFile create(long bytes) {
    try {
      return Files.isWritable(IN_MEMORY) ? createIn(IN_MEMORY, bytes) : createOnDisk(bytes);
    } catch (IOException e) {
      return createOnDisk(bytes);
    }
  }

  private static SharedFile createOnDisk(long bytes) {
    try {
      return createIn(Path.of(System.getProperty("java.io.tmpdir")), bytes);
    } catch (IOException e) {
      throw new PoolExhaustedException(
          String.format(
              Locale.ROOT,
              "asked for %d bytes, which without native access lie in a file: %s",
              bytes,
              e),
          e);
    }
  }

  private static SharedFile createIn(Path folder, long bytes) throws IOException {
    Path path = folder.resolve("penstock-" + UUID.randomUUID());
    FileChannel channel = FileChannel.open(path, READ, WRITE, CREATE_NEW, DELETE_ON_CLOSE);
    try {
      reserve(channel, bytes);
      MemorySegment memory = uninterrupted(channel, bytes, Arena.ofAuto());
      return new SharedFile(channel, memory);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /// A page that a full file system cannot give would kill the JVM when it is touched.
  private static void reserve(FileChannel channel, long bytes) throws IOException {
    ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(bytes, STEP));
    for (long at = 0; at < bytes; ) {
      zeros.clear().limit((int) Math.min(bytes - at, zeros.capacity()));
      at += channel.write(zeros, at);
    }
  }

  /// The pages again, for another lifetime.
  MemorySegment map(long bytes, Arena arena) throws IOException {
    return uninterrupted(channel, bytes, arena);
  }

  /// An interrupt that is pending would close the channel.
  private static MemorySegment uninterrupted(FileChannel channel, long bytes, Arena arena)
      throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      return channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
