package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Jobs that are in the middle of a collective operation when one of their ranks is lost.
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class JobFaultProcessTest {
  private static final Pattern TOLD = Pattern.compile("\\[(\\d)] told .*rank 1.*");

  @ParameterizedTest
  @ValueSource(strings = {"-KILL", "-STOP"})
  void everyOtherRankIsToldThatOneIsLost(String signal) throws Exception {
    try (RunningJob job =
        RunningJob.start(
            "-n", "4", "--grace", "1", "--java-option=-Dpenstock.tcp.silenceSeconds=5", "reduce")) {
      Map<Integer, Long> pids = job.awaitPids(4);
      RunningJob.kill(signal, Objects.requireNonNull(pids.get(1)));
      Set<String> told = new HashSet<>();
      while (told.size() < 3) {
        Matcher line = TOLD.matcher(job.line());
        if (line.matches()) {
          told.add(line.group(1));
        }
      }
      assertThat(told).containsExactlyInAnyOrder("0", "2", "3");
      assertThat(job.end()).isIn(137, 9);
      RunningJob.assertAllEnd(pids);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"tcp", "threads"})
  void aRankThatThrowsIsAnErrorAtAllOthers(String transport) throws Exception {
    try (RunningJob job = RunningJob.start("-n", "3", "--transport", transport, "desert")) {
      Set<String> told = new HashSet<>();
      while (told.size() < 2) {
        Matcher line = TOLD.matcher(job.line());
        if (line.matches()) {
          told.add(line.group(1));
        }
      }
      assertThat(told).containsExactlyInAnyOrder("0", "2");
      assertThat(job.end()).isEqualTo(1);
    }
  }

  @Test
  void aRankThatEndsWithoutJoiningIsNotWaitedFor() throws Exception {
    try (RunningJob job = RunningJob.start("-n", "3", "absent")) {
      assertThat(job.end()).isEqualTo(1);
      assertThat(job.errors()).contains("rank 1 ended without having joined");
    }
  }
}
