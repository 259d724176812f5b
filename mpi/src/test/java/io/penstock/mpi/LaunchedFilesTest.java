package io.penstock.mpi;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/// The contract suites of shared files.
class LaunchedFilesTest extends LaunchedContract {
  private static final List<String> SUITES =
      List.of(
          "io.penstock.collective.SharedArrayFileContractTest",
          "io.penstock.collective.SharedArrayFileFaultTest",
          "io.penstock.collective.SharedArrayFileProperties");

  @TestFactory
  Stream<DynamicNode> sharedFiles() {
    return Stream.of(MpiInstallation.values())
        .flatMap(
            one ->
                Stream.of("two-phase", "mpi-io")
                    .map(engine -> container(one + " " + engine, one, SUITES, engine)));
  }
}
