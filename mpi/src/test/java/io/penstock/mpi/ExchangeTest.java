package io.penstock.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.mpi.MpiLaunch.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The binding with each library, under its own launcher.
@Execution(ExecutionMode.CONCURRENT)
class ExchangeTest {
  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void ranksExchangeBytesAndEndWell(MpiInstallation installation) {
    Outcome outcome = MpiLaunch.by(installation, 2).run(Exchange.class);
    assertThat(outcome.exit()).as(outcome.toString()).isZero();
    assertThat(outcome.out())
        .contains(
            "rank 0 of 2 got 1048576 bytes of 1 from rank 1 with tag 7, threads MULTIPLE",
            "rank 1 of 2 got 1048576 bytes of 0 from rank 0 with tag 7, threads MULTIPLE");
    assertThat(outcome.err()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void everyWayOfSendingBringsTheMessage(MpiInstallation installation) {
    Outcome outcome = MpiLaunch.by(installation, 1).run(EveryMessageCall.class);
    assertThat(outcome.exit()).as(outcome.toString()).isZero();
    assertThat(outcome.out().lines())
        .containsExactly(
            "ssend 42 1",
            "recv 42 1",
            "send 42 1",
            "issend 42 1",
            "testSome 42 1",
            "start 42 1",
            "mrecv 42 1",
            "imrecv 42 1",
            "cancelled true");
  }

  @Test
  void fourRanksExchangeBytes() {
    Outcome outcome = MpiLaunch.by(MpiInstallation.STANDARD, 4).run(Exchange.class);
    assertThat(outcome.exit()).as(outcome.toString()).isZero();
    assertThat(outcome.out()).contains("rank 0 of 4 got 1048576 bytes of 3 from rank 3");
  }

  @Test
  void aProcessThatNobodyStartedAsARankIsAJobOfItsOwn() {
    Outcome outcome =
        MpiLaunch.alone()
            .with("PENSTOCK_MPI_LIBRARY", MpiInstallation.MPICH.library())
            .run(Exchange.class);
    assertThat(outcome.exit()).as(outcome.toString()).isZero();
    assertThat(outcome.out()).contains("rank 0 of 1 got 1048576 bytes of 0 from rank 0");
  }
}
