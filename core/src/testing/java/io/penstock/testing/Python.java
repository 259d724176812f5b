package io.penstock.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A Python interpreter that has NumPy, the truth that array files are compared with.
///
/// It is the one that the system property `penstock.python` names, else the private one that
/// `./penstock setup numpy` makes at `.penstock/venv`. Where there is none, a test that asks for it
/// fails.
public final class Python {
  /// The system property that names an interpreter.
  public static final String PROPERTY = "penstock.python";

  private final Path interpreter;

  private Python(Path interpreter) {
    this.interpreter = interpreter;
  }

  /// The interpreter, once `import numpy` has worked in it.
  ///
  /// @throws AssertionError if there is none; the message says what to run
  public static Python withNumpy() {
    return at(interpreter());
  }

  static Python at(Path interpreter) {
    if (!Files.isExecutable(interpreter)) {
      throw missing(interpreter, "is no program");
    }
    Python python = new Python(interpreter);
    try {
      List<String> _ = python.run("import numpy", List.of());
    } catch (AssertionError e) {
      throw missing(interpreter, String.valueOf(e.getMessage()));
    }
    return python;
  }

  private static AssertionError missing(Path interpreter, String why) {
    return new AssertionError(
        "no Python with NumPy: %s %s; run ./penstock setup numpy, which makes one, or name one with -D%s"
            .formatted(interpreter, why, PROPERTY));
  }

  private static Path interpreter() {
    return Optional.ofNullable(System.getProperty(PROPERTY))
        .map(Path::of)
        .orElseGet(() -> root().resolve(".penstock", "venv", "bin", "python"));
  }

  /// The repository's root: the first folder from the working folder upwards that holds the
  /// launcher, or the project that has modules.
  static Path root() {
    Path start = Path.of(System.getProperty("user.dir")).toAbsolutePath();
    for (Path folder = start; folder != null; folder = folder.getParent()) {
      if (Files.isRegularFile(folder.resolve("penstock"))
          || hasModules(folder.resolve("pom.xml"))) {
        return folder;
      }
    }
    throw new AssertionError("no folder from " + start + " upwards is Penstock's root");
  }

  private static boolean hasModules(Path pom) {
    try {
      return Files.isRegularFile(pom) && Files.readString(pom).contains("<modules>");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Runs a script to its end.
  ///
  /// @param input lines for its standard input
  /// @param arguments for `sys.argv[1:]`
  /// @return the lines of its standard output
  /// @throws AssertionError if it fails; the message holds its standard error
  public List<String> run(String script, List<String> input, String... arguments) {
    try {
      Path folder = Files.createTempDirectory("penstock-python");
      Path in = Files.write(folder.resolve("in"), input);
      Path out = folder.resolve("out");
      Path error = folder.resolve("error");
      try {
        return run(command(script, arguments), in, out, error);
      } finally {
        for (Path file : List.of(in, out, error, folder)) {
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> command(String script, String... arguments) {
    List<String> command = new ArrayList<>();
    command.addAll(List.of(interpreter.toString(), "-I", "-W", "ignore", "-c", script));
    command.addAll(List.of(arguments));
    return command;
  }

  // Files, not pipes: neither side can then wait for the other for ever.
  private static List<String> run(List<String> command, Path in, Path out, Path error)
      throws IOException {
    Process process =
        new ProcessBuilder(command)
            .redirectInput(in.toFile())
            .redirectOutput(out.toFile())
            .redirectError(error.toFile())
            .start();
    try {
      int exit = process.waitFor();
      if (exit != 0) {
        throw new AssertionError(
            "ended with " + exit + ": " + Files.readString(error, UTF_8).strip());
      }
      return Files.readAllLines(out);
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while Python ran", e);
    }
  }
}
