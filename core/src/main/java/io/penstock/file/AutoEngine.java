package io.penstock.file;

import io.penstock.ffi.FileName;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/// Opens files with the engine that suits them. Until C functions are bound ([Binding]) that is the
/// JDK ([BootstrapFile]), and no engine is looked for.
class AutoEngine implements FileEngine {
  static final String NAME = "auto";

  /// Names the one way that `auto` takes whatever it costs, to find out what that does.
  private static final String WAY = "penstock.auto.way";

  private final Binding binding;
  private volatile @Nullable Choice choice;

  AutoEngine(Binding binding) {
    this.binding = binding;
  }

  /// One of each type that it chooses from, and perhaps others.
  List<FileEngine> engines() {
    return FileEngines.others();
  }

  /// The word for a way, or nothing to go by cost.
  String way() {
    return System.getProperty(WAY, "");
  }

  /// Carries out the transfers of files that begin with the JDK's channels.
  ExecutorService executor() {
    return ArrayChannel.AtOnce.EXECUTOR;
  }

  /// The engines that it chooses from.
  private record Choice(FileEngine posix, FileEngine mapped, FileEngine channel) {
    static Choice of(List<FileEngine> engines) {
      return new Choice(
          FileEngines.first(engines, Posix.class).orElseThrow(),
          FileEngines.first(engines, Mapped.class).orElseThrow(),
          FileEngines.first(engines, Channel.class).orElseThrow());
    }

    Optional<String> posixObstacle(Path file) {
      return FileName.isSystems(file)
          ? posix.obstacle()
          : Optional.of("the file belongs to a file system of this JVM");
    }

    FileEngine base(Path file) {
      return posixObstacle(file).isEmpty() ? posix : channel;
    }
  }

  private Choice choice() {
    Choice made = choice;
    if (made == null) {
      made = Choice.of(engines());
      choice = made;
    }
    return made;
  }

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

  /// Whether a file begins with the JDK.
  private boolean isEarly(Path file) {
    return binding.isPending() && forced() == 0 && FileName.isSystems(file);
  }

  @Override
  public EngineFile open(Path file, OpenMode mode) throws IOException {
    return isEarly(file)
        ? BootstrapFile.open(file, mode, binding, this)
        : owned(file, choice().base(file).open(file, mode), mode);
  }

  @Override
  public EngineFile reopen(Path file, Path opened, OpenMode mode) throws IOException {
    return owned(file, choice().base(file).reopen(file, opened, mode), mode);
  }

  @Override
  public EngineFile create(Path file) throws IOException {
    return isEarly(file)
        ? BootstrapFile.create(file, binding, this)
        : owned(file, choice().base(file).create(file), OpenMode.READ_WRITE);
  }

  /// The same file by C functions, for one that has begun with the JDK, to be [watched][#watched].
  ///
  /// @param opened leads to it
  /// @throws IOException if nothing but the JDK's channels can have it, with the reason
  EngineFile succeed(Path file, Path opened, OpenMode mode) throws IOException {
    Optional<String> obstacle = choice().posixObstacle(file);
    if (obstacle.isPresent()) {
      throw new IOException(obstacle.get());
    }
    return choice().posix.reopen(file, opened, mode);
  }

  /// An engine's file, moved in the way that costs least, and closed with the result.
  ///
  /// @throws IOException as [EngineFile#size()]; the engine's file is open then
  EngineFile watched(Path file, EngineFile base, OpenMode mode) throws IOException {
    Choice all = choice();
    String obstacle = all.posixObstacle(file).orElse(null);
    return new AutoFile(file, base, all.mapped, obstacle, mode, forced());
  }

  /// The same, or nothing is left open: where no descriptor is left to load a class by neither.
  private EngineFile owned(Path file, EngineFile base, OpenMode mode) throws IOException {
    boolean watched = false;
    try {
      EngineFile made = watched(file, base, mode);
      watched = true;
      return made;
    } finally {
      if (!watched) {
        base.close();
      }
    }
  }

  private int forced() {
    String word = way();
    return word.isEmpty() ? 0 : TransferCosts.Way.named(word);
  }
}
