package io.penstock.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.mpi.MpiLaunch.Outcome;
import java.time.Duration;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Grids of ranks are what MPI's Cartesian topologies are, with any library.
@Execution(ExecutionMode.CONCURRENT)
class GridsTest {
  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void ranksHaveThePlacesAndNeighboursThatMpiGivesThem(MpiInstallation installation) {
    Outcome outcome = MpiLaunch.by(installation, 4).within(Duration.ofSeconds(90)).run(Grids.class);
    assertThat(outcome.exit()).as(outcome.toString()).isZero();
    assertThat(outcome.out().lines()).hasSize(4).containsOnly("compared");
  }
}
