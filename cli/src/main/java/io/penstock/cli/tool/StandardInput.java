package io.penstock.cli.tool;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The process's standard input.
public final class StandardInput {
  private StandardInput() {}

  /// Opens it; not as [System#in], whose buffer would be one more copy.
  ///
  /// Where it is closed, the first file that the JVM opens has its number: that of the JVM's own
  /// modules.
  ///
  /// @throws IOException if it is closed
  public static InputStream open() throws IOException {
    if (isOfTheJvm()) {
      throw new FileSystemException(
          "standard input", null, "is closed, or a file of the JVM's own; name a file");
    }
    return new FileInputStream(FileDescriptor.in);
  }

  private static boolean isOfTheJvm() {
    Path modules = Path.of(System.getProperty("java.home", ""), "lib", "modules");
    try {
      return Files.isSameFile(Path.of("/proc/self/fd/0"), modules);
    } catch (IOException _) { // a system without these names
      return false;
    }
  }
}
