package io.penstock.file;

import java.io.IOException;
import java.nio.file.Path;

/// Another JVM that replaces a file, and says what could not be kept of it.
final class WriterOfOneFile {
  private WriterOfOneFile() {}

  /// Replaces the file that the argument names.
  public static void main(String[] arguments) throws IOException {
    System.out.println(String.join(", ", Publication.write(Path.of(arguments[0]), new byte[10])));
  }
}
