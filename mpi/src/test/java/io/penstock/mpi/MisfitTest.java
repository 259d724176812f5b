package io.penstock.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.mpi.MpiLaunch.Outcome;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Libraries that are not there, are no MPI, or are not the launcher's.
@Execution(ExecutionMode.CONCURRENT)
class MisfitTest {
  private static final Duration SOON = Duration.ofSeconds(90);

  @ParameterizedTest
  @EnumSource(MpiInstallation.class)
  void aPathThatLeadsNowhereIsNamed(MpiInstallation installation) {
    Outcome outcome = run(installation, "/no/such/libmpi.so");
    assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(1);
    assertThat(outcome.err())
        .contains(
            "MessageException: PENSTOCK_MPI_LIBRARY names '/no/such/libmpi.so' as the MPI library,"
                + " which cannot be used: /no/such/libmpi.so: cannot open shared object file: No"
                + " such file or directory; name its file");
  }

  @ParameterizedTest
  @CsvSource({
    "libm.so.6, libm.so.6 has no function MPI_Init_thread",
    "/etc/passwd, /etc/passwd: ",
    "/tmp, cannot read file data: Is a directory"
  })
  void aFileThatIsNoMpiLibraryIsNamed(String library, String reason) {
    Outcome outcome =
        MpiLaunch.alone().with("PENSTOCK_MPI_LIBRARY", library).within(SOON).run(Exchange.class);
    assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(1);
    assertThat(outcome.err()).contains("PENSTOCK_MPI_LIBRARY names '" + library + "'", reason);
  }

  @ParameterizedTest
  @CsvSource({"OPEN_MPI, MPICH", "MPICH, OPEN_MPI", "OPEN_MPI, STANDARD", "STANDARD, OPEN_MPI"})
  void aLauncherOfAnotherFamilyIsAnErrorThatNamesBoth(
      MpiInstallation launcher, MpiInstallation library) {
    Outcome outcome = run(launcher, library.library());
    assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(1);
    assertThat(outcome.err())
        .contains("this process was started by ", " of 2 (", " so they do not belong together")
        .contains(library.library());
    assertThat(outcome.out()).isEmpty();
  }

  @Test
  void theLibraryBesideTheLauncherIsChosen() {
    Outcome outcome =
        MpiLaunch.by(MpiInstallation.STANDARD, 2)
            .without("PENSTOCK_MPI_LIBRARY")
            .within(SOON)
            .run(Explain.class);
    assertThat(outcome.exit()).as(outcome.toString()).isZero();
    assertThat(outcome.out())
        .contains("MPICH 5.0.2 in ")
        .contains(".penstock/mpich/lib/libmpi.so.12 with MPICH's ABI, because ")
        .contains("beside which it lies; also here, not loaded: ", "libmpich.so.12");
  }

  @ParameterizedTest
  @CsvSource({
    "OPEN_MPI, libmpi.so.40 with Open MPI's ABI",
    "MPICH, libmpich.so.12 with MPICH's ABI"
  })
  void theLibraryOfTheLaunchersFamilyIsChosen(MpiInstallation installation, String library) {
    Outcome outcome = MpiLaunch.by(installation, 1).within(SOON).run(Explain.class);
    assertThat(outcome.exit()).as(outcome.toString()).isZero();
    assertThat(outcome.out()).contains(library, "because this process was started by");
  }

  @Test
  void withoutNativeAccessTheRemedyIsNamed() {
    Outcome outcome = MpiLaunch.alone().withoutNativeAccess().within(SOON).run(Exchange.class);
    assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(1);
    assertThat(outcome.err())
        .contains(
            "MPI cannot be called: native access is denied: start Java with"
                + " --enable-native-access=ALL-UNNAMED");
  }

  private static Outcome run(MpiInstallation launcher, String library) {
    return MpiLaunch.by(launcher, 2)
        .with("PENSTOCK_MPI_LIBRARY", library)
        .within(SOON)
        .run(Exchange.class);
  }
}
