package io.penstock.file;

import io.penstock.ffi.FileName;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Opens files with the engine that suits them.
final class AutoEngine implements FileEngine {
  static final String NAME = "auto";

  private final List<FileEngine> engines;

  private final Supplier<String> way;

  /// @param way the word for a way, or nothing to go by cost
  AutoEngine(List<FileEngine> engines, Supplier<String> way) {
    this.engines = engines;
    this.way = way;
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
    return watched(file, base(file).open(file, mode), mode);
  }

  @Override
  public EngineFile reopen(Path file, Path opened, OpenMode mode) throws IOException {
    return watched(file, base(file).reopen(file, opened, mode), mode);
  }

  @Override
  public EngineFile create(Path file) throws IOException {
    return watched(file, base(file).create(file), OpenMode.READ_WRITE);
  }

  private EngineFile watched(Path file, EngineFile base, OpenMode mode) throws IOException {
    try {
      return new AutoFile(file, base, engine("mapped"), posixObstacle(file), mode, forced());
    } catch (IOException | RuntimeException e) {
      base.close();
      throw e;
    }
  }

  private int forced() {
    String word = way.get();
    return word.isEmpty() ? 0 : TransferCosts.Way.named(word);
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
