package io.penstock.file;

import io.penstock.ffi.FileName;
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
    return opened(file, base(file).open(file, mode), mode);
  }

  @Override
  public EngineFile reopen(Path file, Path opened, OpenMode mode) throws IOException {
    return opened(file, base(file).reopen(file, opened, mode), mode);
  }

  private EngineFile opened(Path file, EngineFile base, OpenMode mode) throws IOException {
    return mode == OpenMode.READ ? watched(file, base) : explained(file, base);
  }

  @Override
  public EngineFile create(Path file) throws IOException {
    return explained(file, base(file).create(file));
  }

  private EngineFile watched(Path file, EngineFile base) throws IOException {
    try {
      return new AutoFile(file, base, engine("mapped"), posixObstacle(file));
    } catch (IOException | RuntimeException e) {
      base.close();
      throw e;
    }
  }

  /// What is written needs no watching, except to say why it is not moved as it would be elsewhere.
  private EngineFile explained(Path file, EngineFile base) throws IOException {
    return posixObstacle(file).isEmpty() ? base : watched(file, base);
  }

  private Optional<String> posixObstacle(Path file) {
    return FileName.isSystems(file)
        ? engine("posix").obstacle()
        : Optional.of("the file belongs to a file system of this JVM");
  }

  private FileEngine base(Path file) {
    return engine(posixObstacle(file).isEmpty() ? "posix" : "channel");
  }

  private FileEngine engine(String name) {
    return engines.stream().filter(e -> e.name().equals(name)).findFirst().orElseThrow();
  }
}
