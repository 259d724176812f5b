package io.penstock.cli.doctor;

import io.penstock.cli.tool.Tool;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/// Is there a Python with NumPy, to compare with?
///
/// @param home whose `.penstock/venv` may hold a private one
record NumpyProbe(Path home) implements Probe {
  private static final String QUESTION =
      "import sys, numpy; print('NumPy', numpy.__version__, 'in', sys.executable)";

  @Override
  public Finding examine() {
    String ours = home.resolve(".penstock/venv/bin/python").toString();
    return Stream.of(ours, "python3")
        .map(python -> Tool.output(python, "-c", QUESTION))
        .flatMap(Optional::stream)
        .findFirst()
        .map(found -> Finding.ok("Python", found))
        .orElseGet(
            () ->
                Finding.note(
                    "Python",
                    "none with NumPy, what compares with it is left out",
                    "./penstock setup numpy makes a private one"));
  }
}
