package io.penstock.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.CampaignFigures;
import io.penstock.testing.ChildJvm;
import io.penstock.testing.Seed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Simulations by their seeds: of each scenario some thousands of orders, delays, faults and deaths
/// that nobody has thought of.
class SimulationTest {
  /// Names one run, as a failure prints it.
  private static final String NAMED = "penstock.simulation";

  private static final int SAMPLED = 10;
  private static final int AT_ONCE = 200;

  /// A JVM in which simulations run.
  private record SimulationJvm(ChildJvm child) implements AutoCloseable {
    static SimulationJvm start() throws IOException {
      return new SimulationJvm(
          ChildJvm.start(
              List.of(
                  ChildJvm.NATIVE_ACCESS,
                  "--add-opens=java.base/java.lang=ALL-UNNAMED",
                  "-Djdk.trackAllThreads=false",
                  "-Dpenstock.message.deadlockSeconds=1",
                  "-Dpenstock.message.threadLevel=funneled"),
              Map.of(),
              SimulationProgram.class));
    }

    List<Run> run(String scenario, long first, int count) throws IOException {
      child.say(scenario + " " + first + " " + count);
      List<Run> runs = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        runs.add(Run.of(child.hear()));
      }
      return runs;
    }

    @Override
    public void close() throws IOException {
      child.close();
    }
  }

  /// The outcome of a run.
  ///
  /// @param trace equal for equal runs
  /// @param problem empty if there was none
  private record Run(String scenario, long seed, String trace, String problem) {
    static Run of(String line) {
      String[] words = line.split(" ", 6);
      String problem = words[5].equals("ok") ? "" : words[5].replace("\\n", "\n");
      return new Run(words[0], Long.parseLong(words[1]), words[2], problem);
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          """
          %s %d: %s
          ./penstock test -pl integration -am -Dtest=SimulationTest#theNamedRunEndsAsItMust \
          -Dsurefire.failIfNoSpecifiedTests=false '-D%s=%s/%d'
          """,
          scenario,
          seed,
          problem,
          NAMED,
          scenario,
          seed);
    }
  }

  private static void play(String scenario, long first, int seeds) throws IOException {
    List<Run> failed = new ArrayList<>();
    try (SimulationJvm jvm = SimulationJvm.start()) {
      for (int done = 0; done < seeds; done += AT_ONCE) {
        jvm.run(scenario, first + done, Math.min(AT_ONCE, seeds - done)).stream()
            .filter(run -> !run.problem().isEmpty())
            .forEach(failed::add);
      }
    }
    CampaignFigures.add("simulation", seeds, "seeds");
    assertThat(failed).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "messages, 150",
    "deaths, 250",
    "shared-files, 100",
    "power-loss, 150",
    "pools, 100",
    "follower, 100",
    "cache, 150"
  })
  void eachRunEndsAsItMust(String scenario, int seeds) throws IOException {
    play(scenario, 1, seeds);
  }

  /// From a seed that no run had before.
  @Tag("long")
  @ParameterizedTest
  @CsvSource({
    "messages, 8000",
    "deaths, 22000",
    "shared-files, 6000",
    "power-loss, 22000",
    "pools, 18000",
    "follower, 6000",
    "cache, 18000"
  })
  void eachOfAHundredThousandRunsEndsAsItMust(String scenario, int seeds) throws IOException {
    long first = 1L + Seed.sow(SimulationTest.class).nextInt(1 << 30);
    System.out.printf(Locale.ROOT, "%s: %d seeds from %d on%n", scenario, seeds, first);
    play(scenario, first, seeds);
  }

  @Test
  void aSeedGivesTheSameRunWhateverHasRunBefore() throws IOException {
    try (SimulationJvm one = SimulationJvm.start();
        SimulationJvm other = SimulationJvm.start()) {
      for (String scenario : Scenarios.names()) {
        List<Run> forward = one.run(scenario, 1, SAMPLED);
        List<Run> backward =
            LongStream.rangeClosed(1, SAMPLED)
                .mapToObj(seed -> only(other, scenario, SAMPLED + 1 - seed))
                .toList();
        assertThat(backward.reversed()).isEqualTo(forward);
      }
    }
  }

  private static Run only(SimulationJvm jvm, String scenario, long seed) {
    try {
      return jvm.run(scenario, seed, 1).getFirst();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void differentSeedsGiveDifferentRuns() throws IOException {
    try (SimulationJvm jvm = SimulationJvm.start()) {
      assertThat(jvm.run("messages", 1, SAMPLED)).extracting(Run::trace).doesNotHaveDuplicates();
    }
  }

  /// One that a failure has printed.
  @Test
  void theNamedRunEndsAsItMust() throws IOException {
    String[] named = System.getProperty(NAMED, "messages/1").split("/", 2);
    play(named[0], Long.parseLong(named[1]), 1);
  }
}
