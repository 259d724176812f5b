package io.penstock.file.mapped;

import io.penstock.file.SteadyChannel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Optional;

/// One mapping of a file, and those that it replaced.
record Mapping(Optional<Arena> arena, MemorySegment memory, Optional<Mapping> replaced) {
  static final Mapping NONE = new Mapping(Optional.empty(), MemorySegment.NULL, Optional.empty());

  static Mapping of(Path path, SteadyChannel channel, FileChannel.MapMode mode, long size)
      throws IOException {
    Arena arena = Arena.ofShared();
    try {
      MemorySegment memory =
          size == 0 ? MemorySegment.NULL : channel.run(open -> open.map(mode, 0, size, arena));
      return new Mapping(Optional.of(arena), memory, Optional.empty());
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      arena.close();
      throw new IOException(path + ": cannot map " + size + " bytes: " + e.getMessage(), e);
    }
  }

  Mapping replacedBy(Mapping newer) {
    return new Mapping(newer.arena, newer.memory, Optional.of(this));
  }

  long size() {
    return memory.byteSize();
  }

  void force(Path path) throws IOException {
    try {
      if (!memory.isReadOnly() && memory.isMapped()) {
        memory.force();
      }
    } catch (UncheckedIOException e) {
      throw new IOException(path + ": cannot sync the mapping: " + e.getMessage(), e.getCause());
    }
  }

  void close() {
    arena.ifPresent(Arena::close);
    replaced.ifPresent(Mapping::close);
  }
}
