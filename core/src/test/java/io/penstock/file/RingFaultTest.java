package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.penstock.ffi.Ring;
import io.penstock.testing.ChildJvm;
import io.penstock.testing.FaultyLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What the kernel does to rings seldom, or a filter of system calls always, done on purpose: every
/// batch ends with the right bytes all the same.
class RingFaultTest {
  private static final String[] ALL_OK = {
    "platform: ok", "virtual: ok", "future: ok", "platform again: ok"
  };

  @TempDir static Path shared;
  private static FaultyLibrary library;

  @TempDir(factory = BuildFolder.class)
  Path given;

  private Path folder;
  private Path file;

  @BeforeAll
  static void build() throws IOException {
    assumeTrue(Ring.obstacle().isEmpty(), () -> Ring.obstacle().orElseThrow());
    library = FaultyLibrary.build(shared);
  }

  @BeforeEach
  void write() throws IOException {
    folder = Files.createDirectory(given.toAbsolutePath().resolve("here"));
    file = folder.resolve("f");
    byte[] bytes = new byte[FaultyBatches.SIZE];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = FaultyBatches.expected(i);
    }
    Files.write(file, bytes);
  }

  private FaultyLibrary.Run run(String faults) throws IOException {
    FaultyLibrary.Run run = library.run(folder, faults, FaultyBatches.class, file.toString());
    assertThat(run.met()).as("faults met").isNotEmpty();
    return run;
  }

  // The first call is the probe's.
  @ParameterizedTest
  @CsvSource({"2, 4", "2, 11", "2, 16", "7, 4", "7, 11", "7, 16", "every3, 4", "every5, 11"})
  void callsThatAreInterruptedOrRefusedForNowAreMadeAgain(String when, int errno)
      throws IOException {
    assertThat(run("io_uring_enter:" + when + ":" + errno).said()).containsExactly(ALL_OK);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 9, 30, 60})
  void aRingThatFailsForGoodIsGivenUpAndItsReadsAreMadeByThreads(int first) throws IOException {
    assertThat(run("io_uring_enter:" + first + "+:1").said()).containsExactly(ALL_OK);
  }

  @Test
  void aRingThatFailsOnceIsReplaced() throws IOException {
    assertThat(run("io_uring_enter:4:22").said()).containsExactly(ALL_OK);
  }

  @Test
  void requestsThatTheKernelDoesNotTakeAtOnceFollow() throws IOException {
    assertThat(run("io_uring_enter:every2:half").said()).containsExactly(ALL_OK);
  }

  @ParameterizedTest
  @CsvSource({"1, EPERM", "38, ENOSYS"})
  void aFilterOfSystemCallsKeepsRingsFromAProcessAndItsReadsAreMadeByThreads(int errno, String name)
      throws IOException, InterruptedException {
    Path filter = shared.resolve("refused");
    Process compiler =
        new ProcessBuilder("cc", "-o", filter.toString(), "../core/src/testing/c/refused.c")
            .inheritIO()
            .start();
    assertThat(compiler.waitFor()).isZero();
    try (ChildJvm child =
        ChildJvm.start(
            List.of(filter.toString(), Integer.toString(errno)),
            List.of(ChildJvm.NATIVE_ACCESS),
            Map.of(),
            FaultyBatches.class,
            file.toString(),
            "obstacle")) {
      List<String> said = child.hearAll();
      assertThat(child.end()).as(child.errors()).isZero();
      assertThat(said).endsWith(ALL_OK).hasSize(ALL_OK.length + 1);
      assertThat(said.getFirst()).contains("filter of system calls", name);
    }
  }

  // EPERM and ENOSYS are the answers of containers' filters, EMFILE and ENOMEM those at limits.
  @ParameterizedTest
  @CsvSource({"1+, 1", "1+, 38", "1+, 12", "2+, 24", "2, 12", "3+, 24"})
  void ringsThatCannotBeMadeAreDoneWithout(String when, int errno) throws IOException {
    assertThat(run("io_uring_setup:" + when + ":" + errno).said()).containsExactly(ALL_OK);
  }
}
