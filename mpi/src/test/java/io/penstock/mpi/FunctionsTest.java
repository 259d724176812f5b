package io.penstock.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.mpi.MpiLaunch.Outcome;
import io.penstock.mpi.abi.Abi;
import io.penstock.mpi.abi.MpiFunction;
import java.lang.invoke.MethodType;
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
  void aHandleHasTheWidthThatTheAbiGivesIt() {
    MethodType narrow =
        MethodType.methodType(int.class, long.class, int.class, int.class, int.class, int.class);
    assertThat(MpiFunction.BCAST.type(Abi.MPICH)).isEqualTo(narrow);
    assertThat(MpiFunction.BCAST.largeType(Abi.STANDARD))
        .isEqualTo(
            narrow
                .changeParameterType(1, long.class)
                .changeParameterType(2, long.class)
                .changeParameterType(4, long.class));
    assertThat(MpiFunction.BCAST.type()).isEqualTo(MpiFunction.BCAST.type(Abi.OPEN_MPI));
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
