package io.penstock.file.mapped;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/// One mapping of a file, and those that it replaced.
///
/// Those stay until the file is closed, since other threads may be copying from them.
///
/// @param memory what is mapped; what lies beyond the file's last page faults
/// @param fileSize that the file was seen to have, not more than is mapped
record Mapping(
    Optional<Arena> arena, MemorySegment memory, long fileSize, Optional<Mapping> replaced) {
  static final Mapping NONE =
      new Mapping(Optional.empty(), MemorySegment.NULL, 0, Optional.empty());

  /// The same pages of a file that has another size.
  Mapping of(long otherSize) {
    return new Mapping(arena, memory, otherSize, replaced);
  }

  Mapping replacedBy(Arena newer, MemorySegment itsMemory, long itsFileSize) {
    return new Mapping(Optional.of(newer), itsMemory, itsFileSize, Optional.of(this));
  }

  void close() {
    Optional<Mapping> next = Optional.of(this);
    while (next.isPresent()) {
      next.get().arena.ifPresent(Arena::close);
      next = next.get().replaced;
    }
  }
}
