package io.penstock.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Opens files with the engine that suits them.
final class AutoEngine implements FileEngine {
  static final String NAME = "auto";

  private final List<FileEngine> engines;

  AutoEngine(List<FileEngine> engines) {
    this.engines = engines;
  }

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
    EngineFile base = base().open(file, mode);
    return mode == OpenMode.READ ? new AutoFile(file, base, engine("mapped")) : base;
  }

  @Override
  public EngineFile create(Path file) throws IOException {
    return base().create(file);
  }

  private FileEngine base() {
    FileEngine posix = engine("posix");
    return posix.obstacle().isEmpty() ? posix : engine("channel");
  }

  private FileEngine engine(String name) {
    return engines.stream().filter(e -> e.name().equals(name)).findFirst().orElseThrow();
  }
}
