package io.penstock.mpi.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.mpi.MpiInstallation;
import io.penstock.mpi.MpiLaunch;
import io.penstock.mpi.MpiLaunch.Outcome;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Files of MPI-IO that were closed refuse what comes after, and close once: a library that is
/// given the handle of a closed file may kill the process.
@Timeout(120)
class ClosedFileTest {
  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void aClosedFileIsRefusedAndStaysClosed(MpiInstallation installation) throws IOException {
    Path file = folder.resolve("numbers");
    Files.write(file, new byte[ClosedFile.COUNT * Integer.BYTES]);
    requireStaysClosed(installation, file.toUri());
  }

  /// Its string has another name, which is text.
  @ParameterizedTest
  @EnumSource
  void aFileWhoseNameIsNoTextIsOpened(MpiInstallation installation) throws IOException {
    URI name = URI.create(folder.toUri() + "numbers%FF");
    Files.write(Path.of(name), new byte[ClosedFile.COUNT * Integer.BYTES]);
    requireStaysClosed(installation, name);
  }

  private static void requireStaysClosed(MpiInstallation installation, URI file) {
    Outcome outcome = MpiLaunch.by(installation, 2).run(ClosedFile.class, file.toString());
    assertThat(outcome.exit()).as(outcome.toString()).isZero();
    assertThat(outcome.out()).contains("closed files stay closed");
  }
}
