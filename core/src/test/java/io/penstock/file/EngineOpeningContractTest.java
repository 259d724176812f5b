package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.testing.ForeignFileSystem;
import io.penstock.testing.SpokenAssumption;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The promises of every engine about opening, creating and closing files.
class EngineOpeningContractTest extends EngineContract {
  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void whatIsNoFileIsRefusedByName(FileEngine engine) throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    for (OpenMode mode : OpenMode.values()) {
      assertThatExceptionOfType(NoSuchFileException.class)
          .isThrownBy(() -> engine.open(folder.resolve("missing"), mode))
          .withMessage(folder.resolve("missing") + ": no such file");
      assertThatExceptionOfType(FileSystemException.class)
          .isThrownBy(() -> engine.open(folder, mode))
          .withMessage(folder + ": is a folder, not a regular file");
      assertThatExceptionOfType(FileSystemException.class)
          .isThrownBy(() -> engine.open(pipe, mode))
          .withMessage(pipe + ": is a pipe or a device, not a regular file");
    }
    assertThat(folder.resolve("missing")).doesNotExist();
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void newFilesDoNotTakeThePlaceOfOthers(FileEngine engine) throws IOException {
    byte[] content = bytes(100);
    Path path = Files.write(folder.resolve("f"), content);
    assertThatExceptionOfType(FileAlreadyExistsException.class)
        .isThrownBy(() -> engine.create(path))
        .withMessageContaining(path.toString());
    assertThat(Files.readAllBytes(path)).isEqualTo(content);
    assertThatExceptionOfType(NoSuchFileException.class)
        .isThrownBy(() -> engine.create(folder.resolve("missing").resolve("f")))
        .withMessageContaining("missing");
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  @EnabledOnOs(OS.LINUX)
  void whatIsClosedLeavesNoDescriptorAndNoMappingBehind(FileEngine engine) throws Exception {
    byte[] content = bytes(200_000);
    Path path = Files.write(folder.resolve("f"), content);
    for (OpenMode mode : List.of(OpenMode.READ, OpenMode.READ_WRITE)) {
      EngineFile file = engine.open(path, mode);
      for (int i = 0; i < 5; i++) { // as many as have channels of their own
        Thread thread = Thread.ofPlatform().start(() -> readAll(file, content));
        thread.join();
      }
      if (mode == OpenMode.READ_WRITE) {
        file.write(content.length, arena.allocate(content.length, 4096), 0, content.length);
        file.sync();
      }
      assertThat(BootstrapFileTest.descriptors(path)).isPositive();
      file.close();
      assertThat(BootstrapFileTest.descriptors(path)).as("%s", mode).isZero();
      assertThat(mappings(path)).as("%s", mode).isZero();
    }
    Path made = folder.resolve("made");
    engine.create(made).close();
    assertThat(BootstrapFileTest.descriptors(made)).isZero();
  }

  /// What the kernel says of itself is written by nobody, whoever asks.
  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  @EnabledOnOs(OS.LINUX)
  void whatIsFoundAndCannotBeOpenedLeavesNoDescriptorBehind(FileEngine engine) throws IOException {
    Path path = Path.of("/sys/devices/system/cpu/online");
    SpokenAssumption.that(Files.isRegularFile(path), "the kernel does not list its processors");
    for (OpenMode mode : List.of(OpenMode.WRITE, OpenMode.READ_WRITE)) {
      assertThatExceptionOfType(FileSystemException.class)
          .isThrownBy(() -> engine.open(path, mode))
          .withMessageStartingWith(path.toString());
      assertThat(BootstrapFileTest.descriptors(path)).as("%s", mode).isZero();
    }
  }

  private static void readAll(EngineFile file, byte[] content) {
    try (Arena own = Arena.ofConfined()) {
      MemorySegment target = own.allocate(content.length);
      file.read(0, target, 0, content.length);
      long _ = file.tryRead(0, new byte[content.length], 0, content.length);
      assertThat(target.mismatch(MemorySegment.ofArray(content))).isEqualTo(-1);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static long mappings(Path path) throws IOException {
    String name = path.toRealPath().toString();
    return Files.readAllLines(Path.of("/proc/self/maps")).stream()
        .filter(line -> line.endsWith(name))
        .count();
  }

  /// A file system of the JVM's own may have a file of the same name.
  @ParameterizedTest
  @MethodSource(Engines.USABLE)
  void aFileOfAnotherFileSystemIsMovedOrRefusedAndTheSystemsIsNotMet(FileEngine engine)
      throws IOException {
    Path systems = Files.write(folder.resolve("f"), new byte[] {1, 2, 3});
    ForeignFileSystem files = ForeignFileSystem.in(folder.resolve("hidden"));
    Path foreign = files.twin(systems);
    Path created = files.twin(folder.resolve("new"));
    Files.write(files.behind(foreign), new byte[] {4, 5, 6});
    if (List.of("auto", "channel").contains(engine.name())) {
      try (EngineFile file = engine.open(foreign, OpenMode.READ)) {
        MemorySegment target = arena.allocate(3);
        file.read(0, target, 0, 3);
        assertThat(content(target)).containsExactly(4, 5, 6);
      }
      engine.create(created).close();
      assertThat(files.behind(created)).exists();
    } else {
      String refusal =
          "%s: belongs to file system 'foreign' of this JVM: engine %s reaches files of the system"
              + " alone; use engine channel";
      assertThatExceptionOfType(FileSystemException.class)
          .isThrownBy(() -> engine.open(foreign, OpenMode.READ))
          .withMessage(refusal, foreign, engine.name());
      assertThatExceptionOfType(FileSystemException.class)
          .isThrownBy(() -> engine.create(created))
          .withMessage(refusal, created, engine.name());
    }
    assertThat(folder.resolve("new")).doesNotExist();
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void whatIsOpenIsOpenedOnceMoreWhateverBecomesOfItsName(FileEngine engine) throws IOException {
    byte[] content = bytes(100_000);
    Path path = Files.write(folder.resolve("f"), content);
    try (EngineFile file = engine.open(path, OpenMode.READ)) {
      Optional<Path> opened = file.openPath();
      if (opened.isEmpty()) {
        assertThat(engine.name()).isIn("channel", "mapped", "auto"); // without native access
        return;
      }
      Files.move(path, folder.resolve("g"));
      Files.write(path, new byte[10]);
      try (EngineFile again = engine.reopen(path, opened.get(), OpenMode.READ)) {
        MemorySegment target = arena.allocate(content.length, 4096);
        again.read(0, target, 0, content.length);
        assertThat(content(target)).isEqualTo(content);
      }
    }
  }
}
