package io.penstock.mpi.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.mpi.MpiInstallation;
import io.penstock.mpi.MpiLaunch;
import io.penstock.mpi.MpiLaunch.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What is sent long before it is received, or never received.
@Execution(ExecutionMode.CONCURRENT)
class OutstandingTest {
  private static final long MEBIBYTE = 1 << 20;

  // More than MPI has tags.
  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void moreAnnouncedSendsThanMpiHasTagsWaitForTheirReceives(MpiInstallation installation) {
    assertThat(run(installation, "announced", 40_000).out()).contains("received 40000\n");
  }

  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void announcedSendsAreReceivedInAnyOrder(MpiInstallation installation) {
    assertThat(run(installation, "reversed", 2000).out()).contains("received 2000\n");
  }

  @Tag("long")
  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void aHundredThousandAnnouncedSendsWaitForTheirReceives(MpiInstallation installation) {
    assertThat(run(installation, "announced", 100_000).out()).contains("received 100000\n");
    assertThat(run(installation, "reversed", 100_000).out()).contains("received 100000\n");
  }

  // 60,000 messages are what the credit lets go unasked.
  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void smallMessagesTakeLittleMoreThanTheirBytesAtTheSender(MpiInstallation installation) {
    Outcome outcome = run(installation, "small", 60_000);
    Map<String, Long> taken =
        outcome
            .out()
            .lines()
            .map(line -> line.split(" ", -1))
            .collect(Collectors.toMap(words -> words[0], words -> Long.parseLong(words[1])));
    assertThat(taken.get("full")).isLessThan(16 * MEBIBYTE);
    assertThat(taken.get("drained")).isLessThan(2 * MEBIBYTE);
  }

  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void memoryOfAnAbandonedReceiveIsLeftAlone(MpiInstallation installation) {
    Outcome outcome = run(installation, "abandoned", 1);
    assertThat(outcome.out()).contains("told on purpose\n", "differs at -1\n");
  }

  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void memoryThatWasFreedBeforeItsMessageCameIsLeftAlone(MpiInstallation installation) {
    assertThat(run(installation, "freed", 1).out())
        .contains("freed IllegalStateException\n", "then 1\n");
  }

  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void aReceiveIntoAFileThatWasCutFailsAlone(MpiInstallation installation) {
    assertThat(run(installation, "cut", 1).out().lines())
        .containsExactly("cut 10", "cut 16384", "cut 4194304", "then 1");
  }

  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void allRanksHearOfASendFromAFileThatWasCut(MpiInstallation installation) {
    // A launcher may have something to say of ranks that halt, too.
    assertThat(run(installation, "cut-source", 1).out().lines())
        .filteredOn(line -> line.contains(" told "))
        .hasSize(2)
        .allMatch(line -> line.contains("a mapped file must not become shorter"));
  }

  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void sendsThatFailUseUpNoCredit(MpiInstallation installation) {
    assertThat(run(installation, "refused", 1).out()).contains("unasked true\n");
  }

  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void allRanksHearOfARankThatHasNoMemoryLeft(MpiInstallation installation) {
    assertThat(run(installation, "exhausted", 1).out())
        .contains(
            "0 told rank 1 cannot go on: nothing left for a test\n",
            "1 told rank 1 cannot go on: nothing left for a test\n");
  }

  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void allRanksHearOfAnErrorAsOfAnException(MpiInstallation installation) {
    assertThat(run(installation, "error", 1).out())
        .contains(
            "0 told rank 1 cannot go on: java.lang.LinkageError: an error for a test\n",
            "1 told rank 1 cannot go on: java.lang.LinkageError: an error for a test\n");
  }

  private static Outcome run(MpiInstallation installation, String task, int messages) {
    Outcome outcome =
        MpiLaunch.by(installation, 2)
            .within(Duration.ofSeconds(100))
            .run(Outstanding.class, task, Integer.toString(messages));
    if (!List.of("abandoned", "exhausted", "error", "cut-source").contains(task)) {
      assertThat(outcome.exit()).as(outcome.toString()).isZero();
    }
    return outcome;
  }
}
