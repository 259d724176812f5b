package io.penstock.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.mpi.MpiLaunch.Outcome;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Once warm, a message makes no object, whatever the library.
class MessageAllocationTest {
  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void aMessageAllocatesNothing(MpiInstallation installation) {
    Outcome outcome =
        MpiLaunch.by(installation, 1).option("-XX:TieredStopAtLevel=4").run(SteadyMessages.class);
    assertThat(outcome.exit()).as(outcome.toString()).isZero();
    assertThat(outcome.out()).isNotEmpty().doesNotContain("at least");
  }
}
