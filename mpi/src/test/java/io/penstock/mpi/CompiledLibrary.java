package io.penstock.mpi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A shared library for tests, compiled from C.
public final class CompiledLibrary {
  private CompiledLibrary() {}

  /// Compiles a file of `src/test/c`.
  public static Path of(String name, String compiler, Path folder)
      throws IOException, InterruptedException {
    return of(Path.of("src", "test", "c", name), compiler, folder);
  }

  static Path of(Path source, String compiler, Path folder, String... options)
      throws IOException, InterruptedException {
    Path library = folder.resolve(source.getFileName() + ".so");
    List<String> command = new ArrayList<>(List.of(compiler, "-shared", "-fPIC"));
    command.addAll(List.of(options));
    command.addAll(List.of("-o", library.toString(), source.toString()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return library;
  }
}
