package io.penstock.file.mapped;

import io.penstock.file.EngineFile;
import io.penstock.file.FileEngine;
import io.penstock.file.FileErrors;
import io.penstock.file.OpenMode;
import io.penstock.file.SteadyChannel;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;

/// Memory-mapped files.
public final class MappedEngine implements FileEngine {
  static final String NAME = "mapped";

  /// For [java.util.ServiceLoader].
  public MappedEngine() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Optional<String> obstacle() {
    return Optional.empty();
  }

  @Override
  public EngineFile open(Path file, OpenMode mode) throws IOException {
    FileErrors.requireRegular(file);
    return mode == OpenMode.READ
        ? new MappedFile(
            file,
            new SteadyChannel(file, Set.of(StandardOpenOption.READ)),
            FileChannel.MapMode.READ_ONLY)
        : writable(file);
  }

  @Override
  public EngineFile create(Path file) throws IOException {
    SteadyChannel.create(file);
    return writable(file);
  }

  private static EngineFile writable(Path file) throws IOException {
    return new MappedFile(
        file,
        new SteadyChannel(file, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE)),
        FileChannel.MapMode.READ_WRITE);
  }
}
