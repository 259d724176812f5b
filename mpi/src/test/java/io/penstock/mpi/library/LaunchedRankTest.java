package io.penstock.mpi.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;

class LaunchedRankTest {
  @Test
  void aProcessThatNobodySpecialStartedHasNoLauncher() {
    assertThat(LaunchedRank.of(Map.of("PATH", "/bin", "SLURM_NTASKS", "4"))).isEmpty();
  }

  @Test
  void openMpisLauncherIsKnownByItsVariables() {
    Map<String, String> variables =
        Map.of("OMPI_COMM_WORLD_RANK", "2", "OMPI_COMM_WORLD_SIZE", "4", "PMIX_RANK", "2");
    assertThat(LaunchedRank.of(variables).orElseThrow().describe())
        .isEqualTo("Open MPI's launcher as rank 2 of 4 (OMPI_COMM_WORLD_RANK)");
  }

  @Test
  void mpichsLauncherIsKnownByItsVariables() {
    Map<String, String> variables =
        Map.of("PMI_RANK", "0", "PMI_SIZE", "2", "MPI_LOCALRANKID", "0");
    assertThat(LaunchedRank.of(variables).orElseThrow().describe())
        .isEqualTo("a launcher of MPICH's family as rank 0 of 2 (PMI_RANK)");
  }

  @Test
  void aLauncherWithPmiMayStartLibrariesOfAnyFamily() {
    Map<String, String> variables = Map.of("PMI_RANK", "0", "PMI_SIZE", "2", "SLURM_PROCID", "0");
    LaunchedRank launched = LaunchedRank.of(variables).orElseThrow();
    assertThat(launched.describe()).isEqualTo("a launcher with PMI as rank 0 of 2 (PMI_RANK)");
    assertThat(launched.launcher().libraries()).contains("libmpich.so.12", "libmpi.so.40");
  }

  @Test
  void pmixAloneDoesNotSayHowManyRanksThereAre() {
    assertThat(LaunchedRank.of(Map.of("PMIX_RANK", "0")).orElseThrow().size()).isEmpty();
  }

  @Test
  void aScriptInsideAnAllocationIsNoRankOfSlurm() {
    assertThat(LaunchedRank.of(Map.of("SLURM_PROCID", "0", "SLURM_NTASKS", "4"))).isEmpty();
    assertThat(LaunchedRank.of(Map.of("SLURM_PROCID", "0", "SLURM_STEP_NUM_TASKS", "4")))
        .isPresent();
  }

  @Test
  void aVariableWithoutANumberIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LaunchedRank.of(Map.of("PMI_RANK", "0", "PMI_SIZE", "many")))
        .withMessage("PMI_SIZE is 'many', which is no number; start ranks with mpirun or mpiexec");
  }
}
