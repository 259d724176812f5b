package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `./penstock run --transport mpi` as a user starts it, with the launchers of several libraries.
@Timeout(180)
@Execution(ExecutionMode.CONCURRENT)
class RunMpiProcessTest {
  private static final Path HOME =
      Path.of(Objects.requireNonNull(System.getProperty("penstock.home")));

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"mpirun.openmpi", "mpiexec.hydra", ".penstock/mpich/bin/mpiexec"})
  void eachRankHasItsLabelAndTheFirstReadsStandardInput(String launcher) throws Exception {
    Path input = Files.writeString(folder.resolve("input"), "for the first\nno end");
    String command = quoted(words(launcher, "3", "read")) + " < '" + input + "'";
    ProcessRun run = ProcessRun.of(folder, "sh", "-c", command);
    assertThat(run).isEqualTo(new ProcessRun(0, "[0] for the first\n[0] no end\n", ""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"mpirun.openmpi", "mpiexec.hydra"})
  void theLinesOfAllRanksComeWholeAndInOrder(String launcher) throws Exception {
    ProcessRun run = run(words(launcher, "4", "lines", "2000"));
    assertThat(run.status()).isZero();
    for (int rank = 0; rank < 4; rank++) {
      String start = "[" + rank + "] rank " + rank;
      List<String> lines =
          IntStream.range(0, 2000)
              .mapToObj(line -> start + " line " + line + "-".repeat(line % 97))
              .toList();
      assertThat(run.results().lines().filter(line -> line.startsWith(start))).isEqualTo(lines);
    }
    assertThat(run.results().lines()).hasSize(4 * 2000);
    assertThat(run.diagnostics().lines()).hasSize(4 * 2000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"mpirun.openmpi", "mpiexec.hydra", ".penstock/mpich/bin/mpiexec"})
  void argumentsAreThePrograms(String launcher) throws Exception {
    ProcessRun run = run(words(launcher, "1", "print", ":", "", "-n", "a 'b'", ":", "echo"));
    assertThat(run).isEqualTo(new ProcessRun(0, "[0] rank 0 start 1 :,,-n,a 'b',:,echo\n", ""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"mpirun.openmpi", "mpiexec.hydra"})
  void aReaderMayTakeItsTimeWhenAllRanksHaveEnded(String launcher) throws Exception {
    try (RunningJob job = RunningJob.start(Map.of(), words(launcher, "2", "lines", "1000"))) {
      job.awaitSlowReader();
      assertThat(job.output().lines()).hasSize(2 * 1000);
      assertThat(job.end()).isZero();
    }
  }

  // MPICH's launcher may kill a rank that is ending before it sees how it ends.
  @ParameterizedTest
  @CsvSource({
    "mpirun.openmpi, stay throw stay, 1",
    "mpirun.openmpi, stay 3 stay, 3",
    "mpiexec.hydra, stay throw stay, 1",
    "mpiexec.hydra, stay 3 stay, 3 or 9"
  })
  void aRankThatFailsEndsTheJob(String launcher, String ends, String status) throws Exception {
    List<String> task = Stream.concat(Stream.of("end"), Stream.of(ends.split(" ", -1))).toList();
    ProcessRun run = run(words(launcher, "3", task.toArray(String[]::new)));
    assertThat(status.split(" or ", -1)).contains(Integer.toString(run.status()));
    assertThat(run.diagnostics())
        .contains("penstock: /", launcher + " ended with exit status " + run.status());
    RunningJob.assertAllEnd(RunningJob.pids(run.results()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"mpirun.openmpi", "mpiexec.hydra"})
  void aRankThatIsKilledEndsTheJobInTheMiddleOfAReduction(String launcher) throws Exception {
    try (RunningJob job = start(launcher, "reduce")) {
      Map<Integer, Long> pids = job.awaitPids(3);
      RunningJob.kill("-KILL", Objects.requireNonNull(pids.get(1)));
      assertThat(job.end()).isNotZero();
      assertThat(job.errors()).contains(launcher + " ended with exit status ");
      RunningJob.assertAllEnd(pids);
    }
  }

  @ParameterizedTest
  @CsvSource({"mpirun.openmpi, -TERM", "mpiexec.hydra, -INT", "mpiexec.hydra, -TERM"})
  void aSignalEndsTheJob(String launcher, String signal) throws Exception {
    try (RunningJob job = start(launcher, "end", "stay", "stay", "stay")) {
      Map<Integer, Long> pids = job.awaitPids(3);
      RunningJob.kill(signal, job.pid());
      assertThat(job.end()).isNotZero();
      assertThat(job.errors()).doesNotContain("penstock: ");
      RunningJob.assertAllEnd(pids);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"mpirun.openmpi", "mpiexec.hydra"})
  void aLauncherThatIsKilledTakesItsRanksWithIt(String launcher) throws Exception {
    try (RunningJob job = start(launcher, "end", "stay", "stay", "stay")) {
      Map<Integer, Long> pids = job.awaitPids(3);
      RunningJob.kill("-KILL", job.pid());
      assertThat(job.end()).isEqualTo(137);
      RunningJob.assertAllEnd(pids);
    }
  }

  @Test
  void aReaderThatLeavesEndsTheJob() throws Exception {
    String command = quoted(words("mpirun.openmpi", "2", "lines", "200000"));
    ProcessRun run =
        ProcessRun.of(
            folder,
            "sh",
            "-c",
            "{ " + command + " 2> /dev/null; echo status $? >&2; } | head -n 1");
    assertThat(run.diagnostics()).isEqualTo("status 141\n");
  }

  @Test
  void standardErrorThatTakesNoMoreEndsNoJob() throws Exception {
    String command = quoted(words("mpirun.openmpi", "2", "lines", "2000"));
    ProcessRun run = ProcessRun.of(folder, "sh", "-c", command + " 2> /dev/full");
    assertThat(run.status()).isZero();
    assertThat(run.results().lines()).hasSize(2 * 2000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"mpirun.openmpi", "mpiexec.hydra"})
  void hostsAreTheLaunchersToReach(String launcher) throws Exception {
    List<String> words =
        RunningJob.words(
            "-n",
            "2",
            "--transport",
            "mpi",
            "--launcher",
            launcher,
            "--hosts",
            "localhost:2",
            "print",
            "hello");
    ProcessRun run = run(words);
    assertThat(run.diagnostics()).isEmpty();
    assertThat(run.results().lines())
        .containsExactlyInAnyOrder("[0] rank 0 start 1 hello", "[1] rank 1 start 1 hello");
  }

  @Test
  void theLauncherIsToldToLookOutForLostMachinesUnlessTheUserSaysHow() throws Exception {
    Path launcher = folder.resolve("launcher");
    Files.writeString(
        launcher,
        "#!/bin/sh\n[ \"$1\" = --version ] || env | grep ^OMPI_MCA_oob_tcp_keepalive_ | sort\n");
    assertThat(launcher.toFile().setExecutable(true)).isTrue();
    String command = quoted(words(launcher.toString(), "2", "print", "x"));
    ProcessRun run =
        ProcessRun.of(folder, "sh", "-c", "OMPI_MCA_oob_tcp_keepalive_intvl=7 exec " + command);
    assertThat(run.results().lines())
        .containsExactly(
            "OMPI_MCA_oob_tcp_keepalive_intvl=7",
            "OMPI_MCA_oob_tcp_keepalive_probes=4",
            "OMPI_MCA_oob_tcp_keepalive_time=10");
  }

  @Test
  void aLibraryThatIsNotTheLaunchersIsToldInOneLine() throws Exception {
    ProcessRun run =
        ProcessRun.of(
            folder,
            "sh",
            "-c",
            "PENSTOCK_MPI_LIBRARY=libmpich.so.12 "
                + quoted(words("mpirun.openmpi", "1", "print", "hello")));
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.diagnostics().lines().filter(line -> line.startsWith("[0]")))
        .singleElement()
        .asString()
        .startsWith("[0] penstock: this process was started by Open MPI's launcher")
        .contains("they do not belong together");
  }

  @Test
  void withoutALauncherOneLineSaysWhatToInstall() throws Exception {
    Path bin = Files.createDirectory(folder.resolve("bin"));
    for (String tool : List.of("dirname", "readlink", "sed", "find", "head")) {
      Path script = bin.resolve(tool);
      Files.writeString(script, "#!/bin/sh\nPATH=/usr/bin:/bin exec " + tool + " \"$@\"\n");
      assertThat(script.toFile().setExecutable(true)).isTrue();
    }
    String command = quoted(RunningJob.words("-n", "2", "--transport", "mpi", "print", "hello"));
    String java = System.getProperty("java.home");
    ProcessRun run =
        ProcessRun.of(folder, "sh", "-c", "JAVA_HOME='" + java + "' PATH='" + bin + "' " + command);
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.diagnostics())
        .isEqualTo(
            "penstock: MPI: neither mpiexec nor mpirun is on the PATH; install one (./penstock"
                + " setup mpi, or Debian: apt install openmpi-bin), or name it with --launcher\n");
  }

  private static RunningJob start(String launcher, String... task) throws IOException {
    return RunningJob.start(Map.of(), words(launcher, "3", task));
  }

  private ProcessRun run(List<String> words) throws IOException, InterruptedException {
    return ProcessRun.of(folder, words.toArray(String[]::new));
  }

  private static List<String> words(String launcher, String ranks, String... task) {
    String program = launcher.contains("/") ? HOME.resolve(launcher).toString() : launcher;
    return RunningJob.words(
        Stream.concat(
                Stream.of("-n", ranks, "--transport", "mpi", "--launcher", program),
                Stream.of(task))
            .toArray(String[]::new));
  }

  private static String quoted(List<String> words) {
    return words.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
  }
}
