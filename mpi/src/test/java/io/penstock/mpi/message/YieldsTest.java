package io.penstock.mpi.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.mpi.CompiledLibrary;
import io.penstock.mpi.MpiInstallation;
import io.penstock.mpi.MpiLaunch;
import io.penstock.mpi.MpiLaunch.Outcome;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The yields of a library that was told to yield when it finds nothing.
class YieldsTest {
  private static final int RANKS = 3;

  @TempDir Path folder;

  @Test
  void openMpiYieldsInCallsThatWaitAndNotWhereAnEndpointLooks() throws Exception {
    String counter = CompiledLibrary.of("yields.c", "cc", folder).toString();
    Outcome outcome =
        MpiLaunch.by(MpiInstallation.OPEN_MPI, RANKS)
            .with("LD_PRELOAD", counter)
            .with("OMPI_MCA_mpi_yield_when_idle", "1")
            .run(Yields.class, counter);
    assertThat(outcome.exit()).as(outcome.toString()).isZero();
    assertThat(outcome.out().lines()).hasSize(RANKS).containsOnly("ranks 3, messages 0, MPI true");
  }
}
