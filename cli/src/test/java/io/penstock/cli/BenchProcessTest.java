package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.penstock.testing.SpokenAssumption;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `bench` as a user starts it.
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class BenchProcessTest {
  private static final String LAUNCHER =
      Path.of(Objects.requireNonNull(System.getProperty("penstock.home")), "penstock").toString();

  private static final int SIZE = 1 << 20;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"auto", "posix", "posix-direct", "mapped", "channel"})
  void everyEngineDoesTheJobAndItsFiguresAddUp(String engine) throws Exception {
    Path file = folder.resolve("file");
    ProcessRun run =
        bench(
            file,
            "--engine " + engine + " --size 1m --block 8k --pattern random --threads 2 --depth 2",
            "--reads 70 --sync 50 --seconds 1 --seed 9 --json -");
    assertThat(run.diagnostics()).isEmpty();
    assertThat(run.status()).isZero();
    Map<String, String> figures = figures(run.results());
    assertThat(figures)
        .containsEntry("job.file", file.toString())
        .containsEntry("job.engine", engine)
        .containsEntry("job.pattern", "random")
        .containsEntry("job.block", "8192")
        .containsEntry("job.size", "1048576")
        .containsEntry("job.threads", "2")
        .containsEntry("job.depth", "2")
        .containsEntry("job.reads", "70")
        .containsEntry("job.sync", "50")
        .containsEntry("job.seconds", "1")
        .containsEntry("job.warmUpMillis", "1000")
        .containsEntry("job.seed", "9")
        .containsEntry("whole", "true");
    assertThat(number(figures, "requests"))
        .isEqualTo(number(figures, "reads.requests").add(number(figures, "writes.requests")));
    for (String kind : List.of("", "reads.", "writes.")) {
      assertThat(number(figures, kind + "bytes"))
          .isEqualTo(number(figures, kind + "requests").multiply(BigDecimal.valueOf(8192)));
    }
    for (String kind : List.of("reads", "writes", "syncs")) {
      requireOrder(figures, kind);
    }
    assertThat(file).hasSize(SIZE);
  }

  private static void requireOrder(Map<String, String> figures, String kind) {
    assertThat(number(figures, kind + ".requests")).isPositive();
    List<BigDecimal> percentiles =
        Stream.of("min", "p50", "p90", "p99", "p99.9", "p99.99", "max")
            .map(name -> number(figures, kind + ".nanos." + name))
            .toList();
    assertThat(percentiles).as(kind).isSorted();
    assertThat(number(figures, kind + ".nanos.mean"))
        .isBetween(percentiles.getFirst(), percentiles.getLast());
  }

  @Test
  void theTableIsForPeopleAndFilesAreForMachines() throws Exception {
    Path file = Files.write(folder.resolve("file"), new byte[SIZE]);
    Path json = folder.resolve("figures.json");
    Path fio = folder.resolve("job.fio");
    ProcessRun run = bench(file, "--seconds 1 --json " + json, "--export-fio " + fio);
    assertThat(run.diagnostics()).isEmpty();
    assertThat(run.results().lines().toList())
        .satisfiesExactly(
            title -> assertThat(title).contains("engine auto, sequential reads, blocks of 4.0 KiB"),
            head -> assertThat(head).contains("requests/s", "p50", "p99.99", "max"),
            row -> assertThat(row).startsWith("reads "));
    Map<String, String> figures = figures(Files.readString(json));
    assertThat(figures).doesNotContainKeys("writes.requests", "syncs.requests");
    assertThat(number(figures, "requests")).isEqualTo(number(figures, "reads.requests"));
    assertThat(fio).content().contains("rw=read", "filename=" + file);
    assertThat(file).hasBinaryContent(new byte[SIZE]);
  }

  @Test
  void aFileThatWasThereIsWrittenWhenThatIsAskedFor() throws Exception {
    Path file = Files.write(folder.resolve("file"), new byte[SIZE]);
    assertThat(bench(file, "--reads 0 --seconds 1", "").status()).isEqualTo(1);
    assertThat(file).hasBinaryContent(new byte[SIZE]);
    ProcessRun run = bench(file, "--reads 0 --seconds 1", "--overwrite");
    assertThat(run.status()).isZero();
    assertThat(file).hasSize(SIZE);
    assertThat(Files.readAllBytes(file)).isNotEqualTo(new byte[SIZE]);
  }

  @Test
  void anInterruptEndsTheJobAndPrintsWhatWasMeasured() throws Exception {
    Path file = Files.write(folder.resolve("file"), new byte[SIZE]);
    Path results = folder.resolve("stdout");
    Path diagnostics = folder.resolve("stderr");
    // A process in the background may have been told to ignore interrupts.
    ProcessBuilder builder =
        new ProcessBuilder(
                "env",
                "--default-signal=INT",
                LAUNCHER,
                "bench",
                file.toString(),
                "--seconds",
                "600",
                "--json",
                "-")
            .redirectOutput(results.toFile())
            .redirectError(diagnostics.toFile());
    builder.environment().put("PENSTOCK_BUILD", "never");
    builder.environment().remove("PENSTOCK_OPTS");
    Process process = builder.start();
    try {
      awaitRequests(process.pid());
      RunningJob.kill("-INT", process.pid());
      assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).isEqualTo(130);
    assertThat(figures(Files.readString(results)))
        .containsEntry("whole", "false")
        .containsKeys("seconds", "requests", "reads.requests");
    assertThat(diagnostics).isEmptyFile();
  }

  // Its threads have names by which the kernel knows them.
  private static void awaitRequests(long pid) throws IOException {
    Path tasks = Path.of("/proc", Long.toString(pid), "task");
    while (Files.exists(tasks)) {
      try (Stream<Path> threads = Files.list(tasks)) {
        for (Path thread : threads.toList()) {
          if (name(thread).startsWith("penstock-bench")) {
            return;
          }
        }
      }
    }
    throw new IOException("the job ended by itself");
  }

  private static String name(Path thread) {
    try {
      return Files.readString(thread.resolve("comm"));
    } catch (IOException _) { // it has ended
      return "";
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "--direct"})
  void fioDoesTheExportedJob(String way) throws Exception {
    SpokenAssumption.that(isFioThere(), "no fio");
    Path file = Files.write(folder.resolve("a file: 1"), new byte[SIZE]);
    Path fio = folder.resolve("job.fio");
    ProcessRun run =
        bench(
            file,
            way + " --threads 3 --reads 50 --sync 100 --seconds 1 --overwrite",
            "--export-fio " + fio);
    assertThat(run.status()).as(run.diagnostics()).isZero();
    ProcessRun done = ProcessRun.of(folder, "fio", "--output-format=json", fio.toString());
    assertThat(done.status()).as(done.diagnostics()).isZero();
    Map<String, String> figures = figures(done.results());
    assertThat(figures).containsEntry("error", "0");
    assertThat(number(figures, "read.total_ios")).isPositive();
    assertThat(number(figures, "write.total_ios")).isPositive();
    assertThat(file).hasSize(SIZE);
  }

  private static boolean isFioThere() {
    String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
    return Stream.of(path.split(":", -1)).anyMatch(f -> Files.isExecutable(Path.of(f, "fio")));
  }

  private ProcessRun bench(Path file, String options, String more)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of(LAUNCHER, "bench", file.toString()));
    words.addAll(Stream.of((options + " " + more).strip().split(" +", -1)).toList());
    return ProcessRun.of(folder, words.toArray(String[]::new));
  }

  private static BigDecimal number(Map<String, String> figures, String name) {
    return new BigDecimal(Objects.requireNonNull(figures.get(name), name));
  }

  /// The first value of each name, with the names of the objects that it is in before it.
  private static Map<String, String> figures(String json) throws IOException {
    Map<String, String> figures = new LinkedHashMap<>();
    try (JsonParser parser = new JsonFactory().createParser(json)) {
      List<String> names = new ArrayList<>();
      while (parser.nextToken() != null) {
        switch (parser.currentToken()) {
          case START_OBJECT -> names.add(Objects.requireNonNullElse(parser.currentName(), ""));
          case END_OBJECT -> names.removeLast();
          default -> {
            if (parser.currentToken().isScalarValue()) {
              String _ = figures.putIfAbsent(name(names, parser.currentName()), parser.getText());
            }
          }
        }
      }
    }
    return figures;
  }

  private static String name(List<String> names, @org.jspecify.annotations.Nullable String last) {
    Stream<String> all = Stream.concat(names.stream(), Stream.ofNullable(last));
    return String.join(".", all.filter(name -> !name.isEmpty()).toList());
  }
}
