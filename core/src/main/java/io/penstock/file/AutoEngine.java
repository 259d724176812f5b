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

  private final FileEngine posix;
  private final FileEngine mapped;
  private final FileEngine channel;

  private final Supplier<String> way;

  /// @param engines one of each type that it chooses from, and perhaps others
  /// @param way the word for a way, or nothing to go by cost
  AutoEngine(List<FileEngine> engines, Supplier<String> way) {
    this.posix = FileEngines.first(engines, Posix.class).orElseThrow();
    this.mapped = FileEngines.first(engines, Mapped.class).orElseThrow();
    this.channel = FileEngines.first(engines, Channel.class).orElseThrow();
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
      return new AutoFile(file, base, mapped, posixObstacle(file), mode, forced());
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
        ? posix.obstacle()
        : Optional.of("the file belongs to a file system of this JVM");
  }

  private FileEngine base(Path file) {
    return posixObstacle(file).isEmpty() ? posix : channel;
  }
}
