package io.penstock.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.penstock.testing.Python;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/// Arrays that NumPy writes and judges, in a folder.
record NumpyArrays(Path folder) {
  /// Runs one of the modes of `array.py`.
  List<String> run(String mode, List<String> input, String... arguments) {
    String[] all = new String[arguments.length + 2];
    all[0] = mode;
    all[1] = folder.toString();
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    return Python.withNumpy().run(script(), input, all);
  }

  String in(int number) {
    return folder.resolve("in" + number + ".npy").toString();
  }

  String out(int number) {
    return folder.resolve("out" + number + ".npy").toString();
  }

  private static String script() {
    try (InputStream stream =
        Objects.requireNonNull(NumpyArrays.class.getResourceAsStream("array.py"))) {
      return new String(stream.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
