package io.penstock.collective;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.message.tcp.LoopbackJob;
import io.penstock.testing.ChildJvm;
import io.penstock.testing.SharedWriter;
import io.penstock.testing.WrittenFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Processes connected by TCP, one of which ends in the middle of a collective write: the others
/// are told, and the files can be used as if it had never begun.
@Timeout(60)
class LostRankTest {
  private static final int RANKS = 3;

  @TempDir Path folder;

  /// What a rank said, and how it ended.
  private record End(List<String> said, int status) {}

  private List<End> run(String... task) throws IOException {
    List<ChildJvm> children = new ArrayList<>();
    try (LoopbackJob job = new LoopbackJob(RANKS)) {
      for (int rank = 0; rank < RANKS; rank++) {
        children.add(
            ChildJvm.start(
                List.of(ChildJvm.NATIVE_ACCESS),
                job.description(rank).environment(),
                SharedWriter.class,
                Stream.concat(Stream.of(folder.toString()), Stream.of(task))
                    .toArray(String[]::new)));
      }
      List<End> ends = new ArrayList<>();
      for (ChildJvm child : children) {
        ends.add(new End(child.hearAll(), child.end()));
      }
      return ends;
    } finally {
      for (ChildJvm child : children) {
        child.close();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"kill, 0, 137", "kill, 1, 137", "exit, 1, 3", "throw, 1, 1"})
  void theOthersAreToldAndTheFilesStayUsable(String ending, int lost, int status)
      throws IOException {
    WrittenFolder written = WrittenFolder.make(folder);
    List<End> ends = run(ending, Integer.toString(lost));
    assertThat(ends.get(lost).status()).isEqualTo(status);
    for (int rank = 0; rank < RANKS; rank++) {
      if (rank != lost) {
        assertThat(ends.get(rank).status()).isZero();
        assertThat(ends.get(rank).said())
            .singleElement()
            .asString()
            .startsWith("told")
            .contains("rank " + lost);
      }
    }
    written.requireBrokenOff();
    assertThat(written.leftovers()).hasSize(lost == 0 ? 1 : 0);
    assertThat(run("whole")).allMatch(end -> end.status() == 0);
    written.requireWhole();
  }
}
