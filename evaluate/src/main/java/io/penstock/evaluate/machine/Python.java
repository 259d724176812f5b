package io.penstock.evaluate.machine;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// A Python 3 with NumPy: the one in `.penstock/venv` of Penstock's own folder, else the system's.
///
/// @param executable that runs it
/// @param numpyVersion as NumPy says
public record Python(Path executable, String numpyVersion) {

  /// Finds it.
  ///
  /// @throws IOException if there is none; the message says so in one line
  public static Python find() throws IOException {
    IOException last = new IOException("no Python");
    for (Path candidate : candidates().toList()) {
      try {
        String script = "import numpy; print(numpy.__version__)";
        String version = Machine.output(List.of(candidate.toString(), "-c", script));
        return new Python(candidate, version.strip());
      } catch (IOException e) {
        last = e;
      }
    }
    throw new IOException("no Python 3 with NumPy; run ./penstock setup numpy", last);
  }

  /// The folder that it has NumPy in, for another Python of the same version.
  ///
  /// @throws IOException if it does not tell
  public String packages() throws IOException {
    String script = "import numpy, os; print(os.path.dirname(os.path.dirname(numpy.__file__)))";
    return Machine.output(List.of(executable.toString(), "-c", script)).strip();
  }

  /// Sees to it that a Python has some modules.
  ///
  /// @param variable of its environment, `PYTHONPATH=/folder`
  /// @param modules separated by commas
  /// @throws IOException if it has not; the message says so in one line
  public static void require(Path python, String variable, String modules) throws IOException {
    try {
      Machine.output(List.of("env", variable, python.toString(), "-c", "import " + modules));
    } catch (IOException e) {
      throw new IOException(python + " cannot import " + modules + " with " + variable, e);
    }
  }

  /// Puts a script of this module, and the one that all of them use, into a folder.
  ///
  /// @param name of the script, `numpy_arrays.py`
  /// @return where it is
  /// @throws IOException if it cannot be written there
  public static Path script(String name, Path folder) throws IOException {
    copy("contestant.py", folder);
    return copy(name, folder);
  }

  private static Path copy(String name, Path folder) throws IOException {
    Path target = folder.resolve(name);
    try (InputStream stream = Python.class.getResourceAsStream("/python/" + name)) {
      if (stream == null) {
        throw new IOException("this build of Penstock has no script " + name);
      }
      return Files.write(target, stream.readAllBytes());
    }
  }

  private static Stream<Path> candidates() {
    String home = System.getProperty("penstock.home", "..");
    Path own = Path.of(home, ".penstock", "venv", "bin", "python").toAbsolutePath().normalize();
    return Stream.of(own, Path.of("python3")).filter(p -> !p.isAbsolute() || Files.exists(p));
  }
}
