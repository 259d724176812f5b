package io.penstock.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A mapping of a file that another program has cut meanwhile: there is no page behind its end, and
/// the system ends each access to it, in C by the end of the process.
public final class CutFile {
  private CutFile() {}

  /// Maps a file that is gone then, and leaves nothing of it.
  public static MemorySegment map(long bytes, Arena arena) {
    try {
      Path path = Files.createTempFile("cut", "");
      try {
        return map(path, bytes, 0, arena);
      } finally {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Maps a file, which is made where it is missing, and cuts it, also for those that have mapped
  /// it before.
  ///
  /// @param left how many bytes the file still has then
  public static MemorySegment map(Path path, long bytes, long left, Arena arena)
      throws IOException {
    try (FileChannel file =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      MemorySegment mapped = file.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
      FileChannel _ = file.truncate(left);
      return mapped;
    }
  }
}
