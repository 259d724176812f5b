package io.penstock.file.mapped;

import io.penstock.file.EngineFile;
import io.penstock.file.FileEngine;
import io.penstock.file.FileErrors;
import io.penstock.file.OpenMode;
import io.penstock.file.OpenPath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// Memory-mapped files.
public final class MappedEngine implements FileEngine.Mapped {
  static final String NAME = "mapped";

  /// For [java.util.ServiceLoader].
  public MappedEngine() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String toString() {
    return "engine " + NAME;
  }

  @Override
  public Optional<String> obstacle() {
    return Optional.empty();
  }

  @Override
  public EngineFile open(Path file, OpenMode mode) throws IOException {
    requireReach(file);
    return reopen(file, file, mode);
  }

  @Override
  public EngineFile reopen(Path file, Path opened, OpenMode mode) throws IOException {
    try (OpenPath found = OpenPath.of(file, opened)) {
      return MappedFile.of(found, mode != OpenMode.READ);
    }
  }

  @Override
  public EngineFile create(Path file) throws IOException {
    requireReach(file);
    return MappedFile.created(file);
  }

  private static void requireReach(Path file) throws IOException {
    FileErrors.requireSystems(
        file, "engine mapped reaches files of the system alone; use engine channel");
  }
}
