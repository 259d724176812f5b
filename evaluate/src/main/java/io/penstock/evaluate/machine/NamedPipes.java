package io.penstock.evaluate.machine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Makes files that one process writes to while another one reads.
public final class NamedPipes {
  private NamedPipes() {}

  /// Makes them.
  ///
  /// @throws IOException if the system has none or cannot make them there; the message says so in
  ///   one line
  public static void make(List<Path> files) throws IOException {
    Command.output(Stream.concat(Stream.of("mkfifo"), files.stream().map(Path::toString)).toList());
  }
}
