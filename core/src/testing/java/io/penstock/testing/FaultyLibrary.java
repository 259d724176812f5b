package io.penstock.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A library that, loaded before the C library, lets chosen calls fail: `src/testing/c/faults.c` of
/// the core.
public record FaultyLibrary(Path file) {
  /// What a program said in its lines, and which faults it met.
  public record Run(List<String> said, List<String> met) {}

  /// Compiles it; where there is no C compiler the test is skipped.
  public static FaultyLibrary build(Path folder) throws IOException {
    Path source = Path.of("..", "core", "src", "testing", "c", "faults.c");
    return new FaultyLibrary(PreloadLibrary.compile(source, folder));
  }

  /// Runs a program on files below `folder`, where calls fail.
  ///
  /// @param faults as the library's source describes them
  public Run run(Path folder, String faults, Class<?> program, String... arguments)
      throws IOException {
    Path met = folder.resolveSibling(folder.getFileName() + ".met");
    Map<String, String> environment =
        Map.of(
            "LD_PRELOAD", file.toString(),
            "FAULTS_IN", folder.toString(),
            "FAULTS", faults,
            "FAULTS_SEEN", met.toString());
    List<String> options = List.of(ChildJvm.NATIVE_ACCESS);
    try (ChildJvm child = ChildJvm.start(options, environment, program, arguments)) {
      List<String> said = child.hearAll();
      if (child.end() != 0) {
        throw new AssertionError(child.errors());
      }
      return new Run(said, Files.exists(met) ? Files.readAllLines(met, UTF_8) : List.of());
    } finally {
      Files.deleteIfExists(met);
    }
  }
}
