package io.penstock.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.mpi.MpiLaunch.Outcome;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// However a rank ends, the job ends, soon and with a code that tells; [MpiLaunch] sees to it that
/// no process is left.
@Execution(ExecutionMode.CONCURRENT)
class JobEndTest {
  private static final Duration SOON = Duration.ofSeconds(90);
  private static final int SIGKILL = 9;

  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void anExceptionInOneRankAbortsTheJob(MpiInstallation installation) {
    Outcome outcome = heard(installation, "throw");
    assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(1);
    assertThat(outcome.err()).contains("IllegalStateException: rank 1 has had enough");
  }

  @Test
  void anExceptionInTheMainThreadAbortsTheJobWhoeverStartedMpi() {
    Outcome outcome = heard(MpiInstallation.STANDARD, "throw-in-main");
    assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(1);
    assertThat(outcome.err()).contains("IllegalStateException: rank 1 has had enough");
  }

  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void theCodeOfARankThatExitsIsTheJobs(MpiInstallation installation) {
    Outcome outcome = heard(installation, "exit");
    assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(3);
  }

  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void theStatusWithWhichARankAbortsIsTheJobs(MpiInstallation installation) {
    Outcome outcome = heard(installation, "abort-awaited");
    assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(6);
    assertThat(outcome.err()).contains("penstock: rank 1 aborted the job with status 6");
  }

  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void theCodeOfARankThatExitsIsTheJobsThoughOthersWaitForItsMessages(
      MpiInstallation installation) {
    for (String ending : List.of("exit-awaited", "exit-sent-to")) {
      Outcome outcome = heard(installation, ending);
      assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(7);
      assertThat(outcome.err()).doesNotContain("Exception");
    }
  }

  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void aRankThatExitsWaitsForThoseThatReturn(MpiInstallation installation) {
    Outcome outcome = run(installation, "exit-or-return");
    assertThat(outcome.exit()).as(outcome.toString()).isZero();
    assertThat(outcome.err()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void aRankThatIsKilledEndsTheJob(MpiInstallation installation) {
    Outcome outcome = run(installation, "kill");
    assertThat(outcome.exit()).as(outcome.toString()).isNotZero();
    assertThat(outcome.said()).contains("Killed");
  }

  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void ranksThatAllExitWithZeroEndWell(MpiInstallation installation) {
    Outcome outcome = run(installation, "all-exit");
    assertThat(outcome.exit()).as(outcome.toString()).isZero();
    assertThat(outcome.said()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void exitingWhileAnotherThreadIsInsideMpiKeepsTheCode(MpiInstallation installation) {
    Outcome outcome = heard(installation, "exit-beside-waiting");
    assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(5);
    assertThat(outcome.err()).doesNotContain("SIGSEGV", "Assertion");
  }

  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void aRankThatEndsMpiItselfIsRefusedAfterwards(MpiInstallation installation) {
    Outcome outcome = run(installation, "all-end");
    assertThat(outcome.exit()).as(outcome.toString()).isZero();
    assertThat(outcome.out().lines())
        .containsExactly("MPI has ended in this process", "MPI has ended in this process");
  }

  // MPICH's launcher answers with 0 itself.
  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void aLauncherThatIsToldToEndTakesItsRanksAlong(MpiInstallation installation) {
    Outcome outcome =
        MpiLaunch.by(installation, 2).within(SOON).signalled("TERM").run(Endings.class, "all-wait");
    assertThat(outcome.out()).contains("rank 0 waits", "rank 1 waits");
    assertThat(outcome.err()).doesNotContain("SIGSEGV", "Assertion");
  }

  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void whatWasRegisteredIsDoneBeforeTheEnd(MpiInstallation installation) {
    Outcome outcome = run(installation, "all-farewell");
    assertThat(outcome.exit()).as(outcome.toString()).isZero();
    assertThat(outcome.out().lines()).contains("rank 0 says second", "rank 0 says first");
  }

  // Now and then MPICH's launcher hears of the ranks that it killed before it hears of the one that
  // exited, and answers with their signal.
  private static Outcome heard(MpiInstallation installation, String ending) {
    Outcome outcome = run(installation, ending);
    for (int again = 0; again < 2 && outcome.exit() == SIGKILL; again++) {
      outcome = run(installation, ending);
    }
    return outcome;
  }

  private static Outcome run(MpiInstallation installation, String ending) {
    return MpiLaunch.by(installation, 2).within(SOON).run(Endings.class, ending);
  }
}
