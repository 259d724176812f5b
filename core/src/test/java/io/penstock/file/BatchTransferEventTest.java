package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.penstock.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What Java Flight Recorder sees of batches.
class BatchTransferEventTest {
  @TempDir(factory = BuildFolder.class)
  Path folder;

  private List<String> said;

  @BeforeEach
  void record() throws IOException {
    assumeThat(FileEngines.of(FileEngine.Direct.class).obstacle()).isEmpty();
    try (ChildJvm child =
        ChildJvm.start(
            List.of(ChildJvm.NATIVE_ACCESS, "--add-modules=jdk.jfr"),
            Map.of(),
            RecordedBatches.class,
            file("a"),
            file("b"),
            folder.resolve("jfr").toString())) {
      said = child.hearAll();
      assertThat(child.end()).as(child.errors()).isZero();
    }
  }

  private String file(String name) throws IOException {
    return Files.write(folder.resolve(name), new byte[RecordedBatches.SIZE]).toString();
  }

  private static String reads(int number, int files, int bytes, int depth, int byRing, String end) {
    return "READ of %d transfers of %d files, %d bytes, depth %d, %d by a ring, %s, took time: true"
        .formatted(number, files, bytes, depth, byRing, end);
  }

  /// Where there are no rings nothing goes through one.
  @Test
  void everyBatchDuringARecordingIsOneEventAndPartsOfTransfersAreNone() {
    boolean rings = said.contains("rings: true");
    int all = RecordedBatches.PAGES + 1;
    int bytes = 2 * RecordedBatches.SIZE;
    assertThat(said)
        .containsExactly(
            "recorder in use: false",
            "failed: TransferException",
            "cancelled: true",
            "rings: " + rings,
            reads(all, 2, bytes, 16, rings ? all : 0, "COMPLETED"),
            reads(all, 2, bytes, 1, rings ? all : 0, "COMPLETED"),
            reads(all, 2, bytes, 256, rings ? all : 0, "COMPLETED"),
            "WRITE of 1 transfers of 1 files, 10 bytes, depth 64, 0 by a ring, COMPLETED,"
                + " took time: true",
            reads(2, 1, RecordedBatches.PAGE + 2, 64, rings ? 2 : 0, "FAILED"),
            reads(2, 1, 2 * RecordedBatches.PAGE, 64, 0, "CANCELLED"),
            "transfer of 900 bytes",
            "transfer of " + RecordedBatches.PAGE + " bytes");
  }
}
