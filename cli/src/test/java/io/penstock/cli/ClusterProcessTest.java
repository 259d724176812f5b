package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.penstock.testing.Examples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// `./penstock run --hosts` over three hosts with an sshd each, which `examples/cluster/cluster.sh`
/// makes of namespaces. Skipped where they cannot be made.
@Timeout(120)
@EnabledOnOs(OS.LINUX)
class ClusterProcessTest {
  private static final Path HOME =
      Path.of(Objects.requireNonNull(System.getProperty("penstock.home")));
  private static final Path TARGET = HOME.resolve("cli/target");
  private static final String SCRIPT = HOME.resolve("examples/cluster/cluster.sh").toString();
  private static final int CANNOT_BE_MADE = 77;

  /// Each host has a `/tmp` of its own, so what they share lies elsewhere.
  private static Path shared;

  private static boolean started;

  @TempDir private Path folder;

  @BeforeAll
  static void start(@TempDir Path own) throws Exception {
    assumeFalse(TARGET.toRealPath().startsWith("/tmp"), "each host has a /tmp of its own");
    shared = Files.createTempDirectory(TARGET.toRealPath(), "cluster-test-");
    ProcessRun run = ProcessRun.of(own, cluster("start", "--ssh", "3"));
    assumeFalse(run.status() == CANNOT_BE_MADE, run.diagnostics());
    assertThat(run.diagnostics()).isEmpty();
    assertThat(run.status()).isZero();
    started = true;
    Examples.compile(shared, "heat");
  }

  @AfterAll
  static void stop(@TempDir Path own) throws Exception {
    if (started) {
      ProcessRun run = ProcessRun.of(own, cluster("stop"));
      assertThat(run).isEqualTo(new ProcessRun(0, "", ""));
      assertThat(shared.resolve("hosts")).doesNotExist();
    }
    if (shared != null) {
      remove(shared);
    }
  }

  private static void remove(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(path);
      }
    }
  }

  @Test
  void ranksOnThreeHostsWriteWhatOneRankWrites() throws Exception {
    Path expected = folder.resolve("expected.npy");
    try (Examples examples = Examples.load(shared)) {
      examples.main("Heat", expected.toString(), "60", "41", "50");
    }
    Path field = shared.resolve("field.npy");
    ProcessRun run =
        ProcessRun.of(
            folder,
            cluster(
                "run",
                "node1",
                HOME.resolve("penstock").toString(),
                "run",
                "-n",
                "4",
                "--hosts",
                "node1,node2:2,node3",
                "-cp",
                shared.toString(),
                "Heat",
                field.toString(),
                "60",
                "41",
                "50"));
    assertThat(run.diagnostics()).isEmpty();
    assertThat(run.status()).isZero();
    assertThat(field).hasSameBinaryContentAs(expected);
    awaitNothingLeft();
  }

  @Test
  void aCutBetweenTwoHostsEndsTheJobAtAllThreeAndLeavesNothing() throws Exception {
    List<String> rank =
        RunningJob.words("-n", "3", "--hosts", "node1,node2,node3", "--grace", "2", "reduce");
    List<String> words = Stream.concat(Stream.of(cluster("run", "node1")), rank.stream()).toList();
    try (RunningJob job = RunningJob.start(Map.of(), words)) {
      Map<Integer, Long> _ = job.awaitPids(3);
      ProcessRun cut = ProcessRun.of(folder, cluster("cut", "node2", "node3"));
      assertThat(cut).isEqualTo(new ProcessRun(0, "", ""));
      assertThat(job.end()).as(job.errors()).isEqualTo(9);
      assertThat(job.output().lines())
          .anyMatch(line -> line.contains("is gone: it has been silent for more than"));
    } finally {
      ProcessRun _ = ProcessRun.of(folder, cluster("mend", "node2", "node3"));
    }
    awaitNothingLeft();
  }

  private void awaitNothingLeft() throws Exception {
    ProcessRun left = ProcessRun.of(folder, cluster("left"));
    while (left.status() != 0) { // until the time limit
      left = ProcessRun.of(folder, cluster("left"));
    }
    assertThat(left).isEqualTo(new ProcessRun(0, "", ""));
  }

  /// The words that call the script. It may not install anything here.
  private static String[] cluster(String... words) {
    return Stream.concat(
            Stream.of("env", "CLUSTER=" + shared.resolve("hosts"), "CLUSTER_INSTALL=never", SCRIPT),
            Stream.of(words))
        .toArray(String[]::new);
  }
}
