package io.penstock.mpi;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/// The contract suites of shared files.
class LaunchedFilesTest extends LaunchedContract {
  private static final List<String> SUITES =
      List.of(
          "io.penstock.collective.SharedArrayFileContractTest",
          "io.penstock.collective.SharedPositionContractTest",
          "io.penstock.collective.SharedTileContractTest",
          "io.penstock.collective.SharedArrayFileArgumentTest",
          "io.penstock.collective.SharedArrayFileFaultTest");

  private static final List<String> PROPERTIES =
      List.of("io.penstock.collective.SharedArrayFileProperties");

  @TestFactory
  Stream<DynamicNode> sharedFiles() {
    return Stream.of(
        suites(MpiInstallation.OPEN_MPI, MPI_IO),
        suites(MpiInstallation.STANDARD, MPI_IO),
        suites(MpiInstallation.STANDARD, TWO_PHASE),
        properties(MpiInstallation.STANDARD, MPI_IO));
  }

  @Tag("long")
  @TestFactory
  Stream<DynamicNode> sharedFilesByEachLibraryAndEngine() {
    return Stream.of(
        suites(MpiInstallation.MPICH, MPI_IO),
        suites(MpiInstallation.MPICH, TWO_PHASE),
        suites(MpiInstallation.OPEN_MPI, TWO_PHASE),
        properties(MpiInstallation.MPICH, MPI_IO),
        properties(MpiInstallation.OPEN_MPI, MPI_IO));
  }

  private DynamicNode suites(MpiInstallation one, String engine) {
    return container(one + " " + engine, one, SUITES, engine);
  }

  private DynamicNode properties(MpiInstallation one, String engine) {
    return container(one + " " + engine + ", any selections", one, PROPERTIES, engine);
  }
}
