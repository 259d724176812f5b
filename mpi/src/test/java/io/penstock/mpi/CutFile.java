package io.penstock.mpi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A mapping of a file that another program has cut meanwhile: there is no page behind it, and the
/// system ends each access to it, in C by the end of the process.
public final class CutFile {
  private CutFile() {}

  /// Maps a file and cuts it.
  public static MemorySegment map(long bytes, Arena arena) {
    try {
      Path path = Files.createTempFile("cut", "");
      try (FileChannel file =
          FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        MemorySegment mapped = file.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
        FileChannel _ = file.truncate(0);
        return mapped;
      } finally {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
