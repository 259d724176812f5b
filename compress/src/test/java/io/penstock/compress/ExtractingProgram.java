package io.penstock.compress;

import java.io.IOException;
import java.nio.file.Path;

/// Another JVM that unpacks a zip archive.
final class ExtractingProgram {
  private ExtractingProgram() {}

  /// Arguments: the archive, and a folder.
  public static void main(String[] arguments) throws IOException {
    System.out.println("begun");
    try (ZipArchive archive = ZipArchive.open(Path.of(arguments[0]), Limits.upTo(4L << 30))) {
      archive.extract(Path.of(arguments[1]));
    }
    System.out.println("done");
  }
}
