package io.penstock.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.mpi.MpiLaunch.Outcome;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Datatypes of selections, and hints, in raw calls of any library.
class SelectedTest {
  private static final int SELECTIONS = 5;
  private static final int TYPES = 7;

  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void whatIsSelectedTravelsAndNothingElse(MpiInstallation installation) {
    Outcome outcome = run(installation);
    assertThat(outcome.out().lines().filter("same"::equals)).hasSize(SELECTIONS * TYPES);
    assertThat(outcome.out()).doesNotContain("other");
    assertThat(outcome.err()).doesNotContain("leaked");
  }

  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void whatMakesNoTypeOrHintIsRefused(MpiInstallation installation) {
    List<String> said = run(installation).out().lines().toList();
    for (String line :
        List.of(
            "a datatype of no element of an array (5 x 7 x 6): pass a count of 0 in its place",
            "the MPI datatype was closed",
            "hints numbering 2",
            "INFO_KEY")) {
      assertThat(said).filteredOn(line::equals).hasSize(2);
    }
  }

  private static Outcome run(MpiInstallation installation) {
    Outcome outcome =
        MpiLaunch.by(installation, 2).within(Duration.ofSeconds(90)).run(Selected.class);
    assertThat(outcome.exit()).as(outcome.toString()).isZero();
    return outcome;
  }
}
