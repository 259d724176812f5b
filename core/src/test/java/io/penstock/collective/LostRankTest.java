package io.penstock.collective;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.ElementType;
import io.penstock.file.ArrayFile;
import io.penstock.message.tcp.LoopbackJob;
import io.penstock.testing.ChildJvm;
import io.penstock.testing.SharedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
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
  private byte[] older = new byte[0];

  @BeforeEach
  void make() throws IOException {
    for (String name : List.of("old.npy", "new.npy")) {
      try (ArrayFile file =
          ArrayFile.create(folder.resolve(name), ElementType.INT, SharedWriter.SHAPE)) {
        file.complete();
      }
    }
    older = Files.readAllBytes(folder.resolve("new.npy"));
  }

  /// What a rank said, and how it ended.
  private record End(List<String> said, int status) {}

  private List<End> run(String... task) throws IOException {
    List<ChildJvm> children = new ArrayList<>();
    try (LoopbackJob job = new LoopbackJob(RANKS)) {
      for (int rank = 0; rank < RANKS; rank++) {
        children.add(
            ChildJvm.start(
                List.of("--enable-native-access=io.penstock"),
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
    assertThat(values("old.npy")).doesNotContain(0);
    assertThat(folder.resolve("new.npy")).hasBinaryContent(older);
    assertThat(others()).hasSize(lost == 0 ? 1 : 0).allMatch(name -> name.startsWith(".new.npy."));
    assertThat(run("whole")).allMatch(end -> end.status() == 0);
    assertThat(values("old.npy")).containsOnly(SharedWriter.WHOLE);
    assertThat(values("new.npy")).containsOnly(SharedWriter.WHOLE);
  }

  private int[] values(String name) throws IOException {
    int[] values = new int[Math.toIntExact(SharedWriter.SHAPE.size())];
    try (ArrayFile file = ArrayFile.open(folder.resolve(name))) {
      file.read(values);
    }
    return values;
  }

  private List<String> others() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.endsWith(".npy"))
          .toList();
    }
  }
}
