package io.penstock.file.mapped;

import io.penstock.file.EngineFile;
import io.penstock.file.FileEngine;
import io.penstock.file.OpenMode;
import io.penstock.file.OpenPath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// Engine `mapped` as it is where native access is denied, in a process in which it is not.
public final class MappedByChannels implements FileEngine {
  /// For any process.
  public MappedByChannels() {}

  @Override
  public String name() {
    return MappedEngine.NAME;
  }

  @Override
  public String toString() {
    return "engine " + MappedEngine.NAME;
  }

  @Override
  public Optional<String> obstacle() {
    return Optional.empty();
  }

  /// Whatever becomes of the name, as long as nobody interrupts a thread.
  @Override
  public EngineFile open(Path file, OpenMode mode) throws IOException {
    try (OpenPath found = OpenPath.of(file)) {
      return MappedFile.over(file, MappingSource.Channel.of(found, mode != OpenMode.READ));
    }
  }

  @Override
  public EngineFile create(Path file) throws IOException {
    return MappedFile.over(file, MappingSource.Channel.created(file));
  }
}
