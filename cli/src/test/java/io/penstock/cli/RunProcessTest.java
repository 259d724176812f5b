package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.SpokenAssumption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `./penstock run` as a user starts it.
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class RunProcessTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"tcp", "threads"})
  void eachRankHasClassesOfItsOwnAndItsLinesItsPrefix(String transport) throws Exception {
    ProcessRun run = run("-n", "3", "--transport", transport, "print", "hello");
    assertThat(run.diagnostics()).isEmpty();
    assertThat(run.results().lines())
        .containsExactlyInAnyOrder(
            "[0] rank 0 start 1 hello", "[1] rank 1 start 1 hello", "[2] rank 2 start 1 hello");
    assertThat(run.status()).isZero();
  }

  @Test
  @Tag("long")
  @Timeout(1800)
  void twoHundredProcessesJoin() throws Exception {
    ProcessRun run =
        run(
            "-n",
            "200",
            "--timeout",
            "900",
            "--java-option",
            "-Xmx32m",
            "--java-option",
            "-XX:+UseSerialGC",
            "join");
    // A rank that gets no processor for ten seconds is turned away, and calls again.
    assertThat(
            run.diagnostics()
                .lines()
                .filter(line -> !line.contains("io.penstock.message.tcp.Mesh")))
        .allMatch(line -> line.contains("away: it did not complete its handshake within 10.0 s"));
    assertThat(run.results().lines()).hasSize(200).allMatch(line -> line.endsWith("one of 200"));
    assertThat(run.status()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"tcp", "threads"})
  void theLinesOfSevenRanksComeWholeAndInOrder(String transport) throws Exception {
    ProcessRun run = run("-n", "7", "--transport", transport, "lines", "300");
    for (int rank = 0; rank < 7; rank++) {
      String start = "[" + rank + "] rank " + rank;
      List<String> lines =
          IntStream.range(0, 300)
              .mapToObj(line -> start + " line " + line + "-".repeat(line % 97))
              .toList();
      List<String> errors =
          IntStream.range(0, 300).mapToObj(line -> start + " error " + line).toList();
      assertThat(run.results().lines().filter(line -> line.startsWith(start))).isEqualTo(lines);
      assertThat(run.diagnostics().lines().filter(line -> line.startsWith(start)))
          .isEqualTo(errors);
    }
    assertThat(run.results().lines()).hasSize(7 * 300);
    assertThat(run.diagnostics().lines()).hasSize(7 * 300);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tcp", "threads"})
  void rankZeroReadsStandardInputAndTheOthersNothing(String transport) throws Exception {
    Path input = Files.writeString(folder.resolve("input"), "for the first\nno end");
    ProcessRun run =
        shell(command("-n", "3", "--transport", transport, "read") + " < '" + input + "'");
    assertThat(run).isEqualTo(new ProcessRun(0, "[0] for the first\n[0] no end\n", ""));
  }

  @ParameterizedTest
  @CsvSource({
    "tcp, 0 7 0, 7",
    "tcp, stay 3 stay, 3",
    "tcp, stay throw stay, 1",
    "tcp, resist 5 stay, 5",
    "threads, stay 3 stay, 3",
    "threads, stay throw stay, 1",
    "threads, resist throw stay, 1"
  })
  void theFirstFailingRankDecidesAndTheOthersAreEnded(String transport, String ends, int status)
      throws Exception {
    ProcessRun run =
        run(
            Stream.concat(
                    Stream.of("-n", "3", "--grace", "1", "--transport", transport, "end"),
                    Stream.of(ends.split(" ", -1)))
                .toArray(String[]::new));
    assertThat(run.status()).isEqualTo(status);
    assertThat(run.diagnostics()).contains("penstock: ").doesNotContain("handshake");
    RunningJob.assertAllEnd(RunningJob.pids(run.results()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"tcp", "threads"})
  void theStatusWithWhichARankAbortsIsTheJobs(String transport) throws Exception {
    ProcessRun run = run("-n", "3", "--transport", transport, "abort");
    assertThat(run.status()).as(run.diagnostics()).isEqualTo(6);
    assertThat(run.diagnostics()).contains("rank 1 aborted the job with status 6");
  }

  @Test
  void aRankThatIsKilledEndsTheJob() throws Exception {
    try (RunningJob job =
        RunningJob.start("-n", "3", "--grace", "1", "end", "stay", "stay", "stay")) {
      Map<Integer, Long> pids = job.awaitPids(3);
      RunningJob.kill("-KILL", Objects.requireNonNull(pids.get(1)));
      assertThat(job.end()).isEqualTo(137);
      assertThat(job.errors()).contains("penstock: rank 1 ended with exit status 137 (killed)");
      RunningJob.assertAllEnd(pids);
    }
  }

  @ParameterizedTest
  @CsvSource({"-INT, 130", "-TERM, 143", "-HUP, 129"})
  void aSignalIsPassedOn(String signal, int status) throws Exception {
    for (String transport : List.of("tcp", "threads")) {
      try (RunningJob job =
          RunningJob.start("-n", "3", "--transport", transport, "end", "stay", "stay", "stay")) {
        Map<Integer, Long> pids = job.awaitPids(3);
        RunningJob.kill(signal, job.pid());
        assertThat(job.end()).as(transport).isEqualTo(status);
        assertThat(job.errors()).as(transport).doesNotContain("penstock: rank");
        RunningJob.assertAllEnd(pids);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"-INT, 130", "-TERM, 143", "-HUP, 129"})
  void aSignalInTheFirstMomentsOfTheRanksEndsTheJobInSilence(String signal, int status)
      throws Exception {
    for (String transport : List.of("tcp", "threads", "tcp", "threads", "tcp", "threads")) {
      try (RunningJob job =
          RunningJob.start("-n", "3", "--transport", transport, "end", "stay", "stay", "stay")) {
        while (job.process().children().findAny().isEmpty()) {
          assertThat(job.process().isAlive()).isTrue();
        }
        RunningJob.kill(signal, job.pid());
        assertThat(job.end()).as(transport).isEqualTo(status);
        assertThat(job.errors()).as(transport).isEmpty();
      }
    }
  }

  @Test
  void aSecondInterruptKills() throws Exception {
    try (RunningJob job = RunningJob.start("-n", "1", "--grace", "1000", "end", "resist")) {
      Map<Integer, Long> pids = job.awaitPids(1);
      job.awaitLine("[0] resisting");
      RunningJob.kill("-INT", job.pid());
      // The kernel makes one of two that are pending at the same time.
      job.awaitLine("[0] resisting its end");
      RunningJob.kill("-INT", job.pid());
      assertThat(job.end()).isIn(137, 130);
      RunningJob.assertAllEnd(pids);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"tcp", "threads"})
  void aLauncherThatIsKilledTakesItsRanksWithIt(String transport) throws Exception {
    try (RunningJob job =
        RunningJob.start(
            "-n", "3", "--grace", "1", "--transport", transport, "end", "stay", "resist", "stay")) {
      Map<Integer, Long> pids = job.awaitPids(3);
      RunningJob.kill("-KILL", job.pid());
      assertThat(job.end()).isEqualTo(137);
      RunningJob.assertAllEnd(pids);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"tcp", "threads"})
  void aReaderThatLeavesEndsTheJob(String transport) throws Exception {
    String command =
        command("-n", "3", "--grace", "1", "--transport", transport, "lines", "200000");
    ProcessRun run = shell("{ " + command + " 2> /dev/null; echo status $? >&2; } | head -n 1");
    assertThat(run.diagnostics()).isEqualTo("status 141\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"tcp", "threads"})
  void aFullDiskIsNamed(String transport) throws Exception {
    String command = command("-n", "2", "--transport", transport, "lines", "5000");
    ProcessRun run = shell("{ " + command + "; } > /dev/full");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.diagnostics()).containsOnlyOnce("penstock: standard output: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"tcp", "threads"})
  void standardErrorThatTakesNoMoreEndsNoJob(String transport) throws Exception {
    String command = command("-n", "2", "--transport", transport, "lines", "2000");
    ProcessRun run = shell(command + " 2> /dev/full");
    assertThat(run.status()).isZero();
    assertThat(run.results().lines()).hasSize(2 * 2000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tcp", "threads"})
  void aReaderMayTakeItsTimeWhenAllRanksHaveEnded(String transport) throws Exception {
    try (RunningJob job = RunningJob.start("-n", "2", "--transport", transport, "lines", "1000")) {
      job.awaitSlowReader();
      assertThat(job.output().lines()).hasSize(2 * 1000);
      assertThat(job.end()).isZero();
    }
  }

  @Test
  void ranksThatAreThreadsNeedNoNetwork() throws Exception {
    boolean separate = ProcessRun.of(folder, "unshare", "-rn", "true").status() == 0;
    SpokenAssumption.that(separate, "this user may not make a namespace of the network");
    ProcessRun run =
        shell(
            "unshare -rn "
                + command("-n", "2", "--transport", "threads", "print", "hello")
                + " | sort");
    assertThat(run)
        .isEqualTo(new ProcessRun(0, "[0] rank 0 start 1 hello\n[1] rank 1 start 1 hello\n", ""));
  }

  @Test
  void hostsAreReachedBySshAndTheSecretIsOnNoCommandLine() throws Exception {
    Path log = fakeSsh();
    Path input = Files.writeString(folder.resolve("input"), "for the first\n");
    ProcessRun run =
        shell(
            "PATH='"
                + folder
                + "':$PATH "
                + command("-n", "3", "--hosts", "127.0.0.1:2,localhost", "read")
                + " < '"
                + input
                + "'");
    assertThat(run).isEqualTo(new ProcessRun(0, "[0] for the first\n", ""));
    List<String> calls = Files.readAllLines(log);
    assertThat(calls.stream().map(call -> call.split(" ", 2)[0]))
        .containsExactlyInAnyOrder("127.0.0.1", "127.0.0.1", "localhost");
    assertThat(calls).noneMatch(call -> Pattern.compile("[0-9a-f]{64}").matcher(call).find());
  }

  @Test
  void remoteRanksObeyAndEndWithTheirLauncher() throws Exception {
    fakeSsh();
    for (String signal : List.of("-TERM", "-KILL")) {
      List<String> words =
          RunningJob.words("-n", "3", "--hosts", "localhost", "end", "stay", "stay", "stay");
      try (RunningJob job =
          RunningJob.start(Map.of("PATH", folder + ":" + System.getenv("PATH")), words)) {
        Map<Integer, Long> pids = job.awaitPids(3);
        RunningJob.kill(signal, job.pid());
        assertThat(job.end()).isEqualTo(signal.equals("-TERM") ? 143 : 137);
        RunningJob.assertAllEnd(pids);
      }
    }
  }

  @Test
  void aMissingSshIsToldInOneLine() throws Exception {
    Path bin = Files.createDirectory(folder.resolve("bin"));
    for (String tool : List.of("dirname", "readlink", "sed", "find", "head")) {
      Path script = bin.resolve(tool);
      Files.writeString(script, "#!/bin/sh\nPATH=/usr/bin:/bin exec " + tool + " \"$@\"\n");
      assertThat(script.toFile().setExecutable(true)).isTrue();
    }
    ProcessRun run =
        shell(
            "JAVA_HOME='"
                + System.getProperty("java.home")
                + "' PATH='"
                + bin
                + "' "
                + command("-n", "2", "--hosts", "localhost", "print", "x"));
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.diagnostics().lines())
        .singleElement()
        .asString()
        .startsWith("penstock: ssh: cannot be started: ")
        .endsWith("install OpenSSH or leave the hosts out");
  }

  /// Runs the command here, and notes for whom.
  private Path fakeSsh() throws IOException {
    Path log = folder.resolve("ssh.log");
    Path ssh = folder.resolve("ssh");
    Files.writeString(
        ssh,
        "#!/bin/sh\nwhile [ \"$1\" = -o ]; do shift 2; done\necho \"$@\" >> '"
            + log
            + "'\nshift\nexec sh -c \"$*\"\n");
    assertThat(ssh.toFile().setExecutable(true)).isTrue();
    return log;
  }

  private ProcessRun run(String... options) throws IOException, InterruptedException {
    return ProcessRun.of(folder, RunningJob.words(options).toArray(String[]::new));
  }

  private ProcessRun shell(String command) throws IOException, InterruptedException {
    return ProcessRun.of(folder, "sh", "-c", command);
  }

  private static String command(String... options) {
    return RunningJob.words(options).stream()
        .map(word -> "'" + word + "'")
        .collect(Collectors.joining(" "));
  }
}
