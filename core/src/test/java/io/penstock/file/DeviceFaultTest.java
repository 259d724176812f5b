package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.Elements;
import io.penstock.testing.FaultyLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a device seldom does, done on purpose: calls that move less than was asked, are interrupted
/// or fail, in a JVM whose C library is stood in for.
class DeviceFaultTest {
  private static final int EINTR = 4;
  private static final int EIO = 5;
  private static final int ENOSPC = 28;

  @TempDir static Path shared;
  private static FaultyLibrary library;

  @TempDir(factory = BuildFolder.class)
  Path given;

  private Path folder;
  private Path file;

  @BeforeAll
  static void build() throws IOException {
    library = FaultyLibrary.build(shared);
  }

  @BeforeEach
  void name() throws IOException {
    folder = Files.createDirectory(given.toAbsolutePath().resolve("here"));
    file = folder.resolve("f");
  }

  private FaultyLibrary.Run run(String what, String engine, String faults) throws IOException {
    FaultyLibrary.Run run =
        library.run(folder, faults, FaultyTransfers.class, what, file.toString(), engine);
    assertThat(run.met()).as("faults met").isNotEmpty();
    return run;
  }

  private void writeNumbers() throws IOException {
    Files.write(
        file,
        Elements.of(FaultyTransfers.numbers())
            .segment()
            .toArray(java.lang.foreign.ValueLayout.JAVA_BYTE));
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"posix", "posix-direct", "channel"})
  void callsThatMoveHalfAreContinued(String engine) throws IOException {
    FaultyLibrary.Run run = run("move", engine, "pread:every2:half,pwrite:every2:half");
    assertThat(run.said()).containsExactly("write: ok", "sync: ok", "read: ok", "same: true");
    assertThat(run.met())
        .anyMatch(fault -> fault.startsWith("pread"))
        .anyMatch(fault -> fault.startsWith("pwrite"));
  }

  @ParameterizedTest
  @MethodSource("engines")
  void callsThatAreInterruptedAreMadeAgain(String engine) throws IOException {
    String faults =
        "pread:every2:%1$d,pwrite:every2:%1$d,fsync:1:%1$d,ftruncate:1:%1$d,fallocate:1:%1$d"
            .formatted(EINTR);
    assertThat(run("move", engine, faults).said())
        .containsExactly("write: ok", "sync: ok", "read: ok", "same: true");
  }

  static Stream<String> engines() {
    return Engines.usable().map(FileEngine::name);
  }

  @ParameterizedTest
  @CsvSource({
    "posix, EIO: the device failed",
    "posix-direct, EIO: the device failed",
    "channel, Input/output error"
  })
  void aReadThatFailsSaysWhereAndTheNextOneIsTriedAnew(String engine, String reason)
      throws IOException {
    writeNumbers();
    FaultyLibrary.Run run = run("read", engine, "pread:3:" + EIO);
    assertThat(run.said()).element(0).asString().startsWith("read: ").endsWith(reason);
    assertThat(run.said().getFirst())
        .matches(
            "read: TransferException: %s: cannot read \\d+ bytes at offset \\d+ \\(\\d+ done, engine %s\\): .*"
                .formatted(file, engine));
    assertThat(run.said().subList(1, 3)).containsExactly("read again: ok", "same: true");
  }

  @ParameterizedTest
  @CsvSource({
    "posix, ENOSPC: no space left on the device",
    "posix-direct, ENOSPC: no space left on the device",
    "channel, No space left on device",
    "auto, ENOSPC: no space left on the device"
  })
  void aWriteThatFailsHalfWayKeepsTheFileFromAppearing(String engine, String reason)
      throws IOException {
    writeNumbers();
    byte[] older = Files.readAllBytes(file);
    // Java's own way of extending a file writes, too.
    FaultyLibrary.Run run = run("save", engine, "pwrite:5+:" + ENOSPC);
    assertThat(run.said().getFirst())
        .matches(
            "write: TransferException: %s/\\.f\\.[0-9a-f]{16}\\.tmp: cannot write \\d+ bytes at offset \\d+ \\(\\d+ done, engine \\S+\\): .*"
                .formatted(folder))
        .endsWith(reason);
    assertThat(run.said().subList(1, 4))
        .containsExactly(
            "close: IOException: "
                + file
                + " was not created: a write has failed, or goes on; write it again to a new file",
            "close again: ok",
            "create: ok");
    assertThat(Files.readAllBytes(file)).isEqualTo(older);
    assertThat(files()).containsExactly(file);
  }

  @ParameterizedTest
  @MethodSource("engines")
  void aSyncThatFailsOnceIsNeverTakenForGood(String engine) throws IOException {
    FaultyLibrary.Run run = run("sync", engine, "fsync:1:" + EIO);
    assertThat(run.said()).hasSize(7).first().isEqualTo("write: ok");
    assertThat(run.said().get(1))
        .startsWith("sync: IOException: " + file + ": cannot sync the file (engine ")
        .matches(".*(EIO: the device failed|Input/output error)");
    for (int later = 2; later < 6; later++) {
      assertThat(run.said().get(later))
          .endsWith(
              ": IOException: "
                  + file
                  + ": an earlier sync failed, what was written before it may be lost");
    }
    assertThat(run.said().getLast()).isEqualTo("close again: ok");
  }

  @ParameterizedTest
  @MethodSource("engines")
  void aFileThatCannotBeSyncedDoesNotAppear(String engine) throws IOException {
    byte[] older = {1, 2, 3};
    Files.write(file, older);
    FaultyLibrary.Run run = run("save", engine, "fsync:1:" + EIO);
    assertThat(run.said().get(1))
        .startsWith("close: IOException: " + folder)
        .contains("cannot sync the file")
        .matches(".*(EIO: the device failed|Input/output error)");
    assertThat(Files.readAllBytes(file)).isEqualTo(older);
    assertThat(files()).containsExactly(file);
  }

  @Test
  void aFolderThatCannotBeSyncedIsSaidAlthoughTheFileIsThere() throws IOException {
    FaultyLibrary.Run run = run("save", "posix", "fsync:2:" + EIO);
    assertThat(run.said().get(1))
        .isEqualTo(
            "close: IOException: "
                + file
                + " was created, but its folder cannot be synced, so that a power loss may undo it: Input/output error");
    assertThat(file).hasSize(FaultyTransfers.ELEMENTS * 4L);
    assertThat(files()).containsExactly(file);
  }

  @ParameterizedTest
  @CsvSource({
    "posix, 95", "posix-direct, 95", "mapped, 95", // EOPNOTSUPP: the file system
    "posix, 38", "posix-direct, 38", "mapped, 38", // ENOSYS: the kernel
    "posix, 1", "posix-direct, 1", "mapped, 1" // EPERM: a filter of system calls
  })
  void whereNoPlaceCanBeReservedFilesAreWrittenWithoutIt(String engine, int errno)
      throws IOException {
    assertThat(run("move", engine, "fallocate:1+:" + errno).said())
        .containsExactly("write: ok", "sync: ok", "read: ok", "same: true");
  }

  @ParameterizedTest
  @ValueSource(strings = {"posix", "posix-direct", "mapped"})
  void whereThereIsNoPlaceToReserveNothingIsBegun(String engine) throws IOException {
    FaultyLibrary.Run run = run("save", engine, "fallocate:1:" + ENOSPC);
    assertThat(run.said())
        .singleElement()
        .asString()
        .startsWith("create: IOException: " + folder)
        .contains("cannot reserve")
        .endsWith("ENOSPC: no space left on the device");
    assertThat(files()).isEmpty();
  }
}
