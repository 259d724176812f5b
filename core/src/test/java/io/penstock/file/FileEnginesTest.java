package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.penstock.ffi.NativeAccess;
import io.penstock.testing.ForeignFileSystem;
import io.penstock.testing.ForwardedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The names of engines, and the choice of `auto` for a file.
class FileEnginesTest {
  @TempDir Path folder;

  /// None of the library's engines.
  private interface Unknown extends FileEngine {}

  @Test
  void enginesAreFoundByTypeAndByName() {
    assertThat(FileEngines.all().getFirst()).isSameAs(FileEngines.auto());
    assertThat(FileEngines.auto()).hasToString("engine auto");
    assertThat(FileEngines.auto().name()).isEqualTo("auto");
    assertThat(FileEngines.auto().obstacle()).isEmpty();
    assertThat(FileEngines.others())
        .hasSize(FileEngines.all().size() - 1)
        .doesNotContain(FileEngines.auto());
    assertThat(FileEngines.of(FileEngine.Channel.class).name()).isEqualTo("channel");
    for (FileEngine engine : FileEngines.all()) {
      if (engine.obstacle().isEmpty()) {
        assertThat(FileEngines.named(engine.name())).isSameAs(engine);
      }
    }
    assertThat(FileEngines.names())
        .startsWith("auto, ")
        .contains("posix", "posix-direct", "mapped", "channel");
  }

  @Test
  void anEngineThatThereIsNotIsRefusedByThoseThatThereAre() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FileEngines.named("fast"))
        .withMessage("no engine 'fast'; there are " + FileEngines.names());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FileEngines.of(Unknown.class))
        .withMessage("no engine 'Unknown'; there are " + FileEngines.names());
  }

  @Test
  void enginesAreReadyOnceTheyAreBound() {
    FileEngines.bind();
    assertThat(FileEngines.areReady()).isEqualTo(NativeAccess.libc().isPresent());
  }

  /// Engine `auto` with another one in the place of `posix`.
  private static AutoEngine autoWith(FileEngine posix) {
    List<FileEngine> engines = new ArrayList<>(List.of(posix));
    engines.addAll(FileEngines.others());
    return new AutoEngine(new Binding()) {
      @Override
      List<FileEngine> engines() {
        return engines;
      }

      @Override
      String way() {
        return "straight"; // so that no file begins with the JDK
      }
    };
  }

  /// Opens files by another engine, or says why it cannot work.
  private static class Posix implements FileEngine.Posix {
    private final FileEngine real = FileEngines.of(FileEngine.Posix.class);

    EngineFile opened(EngineFile file) {
      return file;
    }

    @Override
    public String name() {
      return "told";
    }

    @Override
    public Optional<String> obstacle() {
      return Optional.empty();
    }

    @Override
    public EngineFile open(Path file, OpenMode mode) throws IOException {
      return opened(real.open(file, mode));
    }

    @Override
    public EngineFile reopen(Path file, Path opened, OpenMode mode) throws IOException {
      return opened(real.reopen(file, opened, mode));
    }

    @Override
    public EngineFile create(Path file) throws IOException {
      return opened(real.create(file));
    }
  }

  @Test
  void whereAutoCannotUseAFileItIsNotLeftOpen() throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[10]);
    Posix sizeless =
        new Posix() {
          @Override
          EngineFile opened(EngineFile file) {
            return new ForwardedFile(file) {
              @Override
              public long size() throws IOException {
                throw new IOException("no size");
              }
            };
          }
        };
    AutoEngine auto = autoWith(sizeless);
    assertThatIOException().isThrownBy(() -> auto.open(path, OpenMode.READ)).withMessage("no size");
    assertThatIOException()
        .isThrownBy(() -> auto.reopen(path, path, OpenMode.READ))
        .withMessage("no size");
    assertThat(BootstrapFileTest.descriptors(path)).isZero();
  }

  @Test
  void whereSystemCallsCannotBeMadeChannelsMoveFilesAndSayWhy() throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[10]);
    AutoEngine auto =
        autoWith(
            new Posix() {
              @Override
              public Optional<String> obstacle() {
                return Optional.of("not today");
              }
            });
    try (EngineFile file = auto.open(path, OpenMode.READ)) {
      assertThat(file.explain()).startsWith("auto: channel: ").contains("; not posix: not today");
    }
    try (EngineFile file = auto.create(folder.resolve("g"))) {
      assertThat(file.explain()).startsWith("auto: channel: ");
    }
    assertThatIOException()
        .isThrownBy(() -> auto.succeed(path, path, OpenMode.READ))
        .withMessage("not today");
    try (EngineFile file = autoWith(new Posix()).open(path, OpenMode.READ)) {
      assertThat(file.explain()).startsWith("auto: posix: ").doesNotContain("not posix");
    }
  }

  @Test
  void filesOfOtherFileSystemsAreMovedByChannels() throws IOException {
    ForeignFileSystem files = ForeignFileSystem.in(folder.resolve("hidden"));
    Path foreign = files.twin(folder.resolve("f"));
    Files.write(files.behind(foreign), new byte[10]);
    try (EngineFile file = FileEngines.auto().open(foreign, OpenMode.READ)) {
      assertThat(file.explain())
          .startsWith("auto: channel: ")
          .contains("; not posix: the file belongs to a file system of this JVM");
    }
    assertThat(PageCache.residentBytes(foreign, 0, 10)).isEmpty();
    assertThatIOException()
        .isThrownBy(() -> PageCache.evict(foreign))
        .withMessageContaining("the kernel caches files of the system alone");
  }

  @Test
  void aWayThatThereIsNotIsRefusedByThoseThatThereAre() throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[10]);
    AutoEngine auto =
        new AutoEngine(new Binding()) {
          @Override
          String way() {
            return "fast";
          }
        };
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> auto.open(path, OpenMode.READ))
        .withMessageStartingWith("no way 'fast' of moving bytes; there are straight, ");
  }

  @Test
  void aPropertyHoldsAutoToAWay() {
    AutoEngine auto = new AutoEngine(new Binding());
    assertThat(auto.way()).isEmpty();
    System.setProperty("penstock.auto.way", "chunk-1m");
    try {
      assertThat(auto.way()).isEqualTo("chunk-1m");
    } finally {
      System.clearProperty("penstock.auto.way");
    }
  }
}
