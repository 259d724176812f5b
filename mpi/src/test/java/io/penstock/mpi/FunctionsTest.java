package io.penstock.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.mpi.MpiLaunch.Outcome;
import io.penstock.mpi.abi.MpiFunction;
import org.junit.jupiter.api.Test;

/// The table of functions.
class FunctionsTest {
  @Test
  void aLibraryOfMpi5HasThemAll() {
    assertThat(lacking(MpiInstallation.STANDARD)).isEmpty();
  }

  @Test
  void aLibraryOfMpi4HasAllButThoseOfMpi5() {
    assertThat(lacking(MpiInstallation.MPICH)).isEqualTo("MPI_Abi_get_version\n");
  }

  @Test
  void aLibraryOfMpi3HasAllThatMatterForMessagesAndFiles() {
    assertThat(lacking(MpiInstallation.OPEN_MPI).lines())
        .contains("MPI_Get_count_c", "MPI_Psend_init")
        .noneMatch(name -> name.startsWith("MPI_File_"));
  }

  @Test
  void numbersThatFitNoIntAreTakenWhereTheyMayBe() {
    long large = 1L << 40;
    assertThat(MpiFunction.BCAST.takes(1, large, true)).isTrue();
    assertThat(MpiFunction.BCAST.takes(1, large, false)).isFalse();
    assertThat(MpiFunction.BCAST.takes(3, large, true)).isFalse();
    assertThat(MpiFunction.BCAST.takes(3, -1, false)).isTrue();
    assertThat(MpiFunction.FILE_READ_AT.takes(1, large, false)).isTrue();
  }

  @Test
  void namesAreThoseOfC() {
    assertThat(MpiFunction.FILE_READ_AT_ALL_BEGIN.symbol()).isEqualTo("MPI_File_read_at_all_begin");
    assertThat(MpiFunction.SEND.largeSymbol()).isEqualTo("MPI_Send_c");
    assertThat(MpiFunction.BARRIER.hasLargeForm()).isFalse();
  }

  private static String lacking(MpiInstallation installation) {
    Outcome outcome = MpiLaunch.by(installation, 1).run(Functions.class);
    assertThat(outcome.exit()).as(outcome.toString()).isZero();
    return outcome.out();
  }
}
