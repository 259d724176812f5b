package io.penstock.mpi.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.mpi.MpiInstallation;
import java.io.IOException;
import java.nio.file.Path;

/// A library that stands before that of an installation and lets calls for files go wrong:
/// `src/test/c/faults.c`.
final class FaultyMpi {
  private FaultyMpi() {}

  static Path build(MpiInstallation installation, Path folder)
      throws IOException, InterruptedException {
    Path library = folder.resolve("libfaults.so");
    Process process =
        new ProcessBuilder(
                installation.compiler().toString(),
                "-shared",
                "-fPIC",
                "-o",
                library.toString(),
                Path.of("src", "test", "c", "faults.c").toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return library;
  }
}
