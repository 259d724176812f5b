package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What Java Flight Recorder sees of transfers, in a JVM that has it and in one that does not.
class ArrayTransferEventTest {
  @TempDir Path folder;

  private List<String> run(Class<?> program, String modulesOption) throws IOException {
    List<String> options = List.of("--enable-native-access=io.penstock", modulesOption);
    try (ChildJvm child =
        ChildJvm.startModule(
            options,
            program,
            folder.resolve("a.npy").toString(),
            folder.resolve("a.jfr").toString())) {
      List<String> said = child.hearAll();
      assertThat(child.end()).as(child.errors()).isZero();
      return said;
    }
  }

  private String event(String operation, long elements, int threads) {
    return "io.penstock.ArrayTransfer %s %s posix %d bytes %d threads, took time: true"
        .formatted(operation, folder.resolve("a.npy"), elements * Integer.BYTES, threads);
  }

  @Test
  void everyTransferDuringARecordingIsInItAndNoOther() throws IOException {
    assertThat(run(RecordedTransfers.class, "--add-modules=jdk.jfr"))
        .containsExactly(
            "recorder in use: false",
            event("WRITE", RecordedTransfers.ELEMENTS, 2),
            event("READ", RecordedTransfers.ELEMENTS, 2),
            event("READ", 100, 1),
            event("READ", 20, 1));
  }

  @Test
  void aJvmWithoutTheRecorderMovesArraysAndTellsTheListenerAllTheSame() throws IOException {
    assertThat(run(UnrecordedTransfers.class, "--limit-modules=io.penstock"))
        .containsExactly(
            "recorder present: false", "told of: write", "told of: read", "same: true");
  }
}
