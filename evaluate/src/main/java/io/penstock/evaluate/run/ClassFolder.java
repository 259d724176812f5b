package io.penstock.evaluate.run;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// A folder with the code of one class: a class path that a JVM has looked through at once.
public final class ClassFolder {
  private ClassFolder() {}

  /// Makes it.
  ///
  /// @param folder that is there, or is made
  /// @param program a class that needs no other one but the JDK's
  /// @throws IOException if the code cannot be read or written
  public static void make(Path folder, Class<?> program) throws IOException {
    Path file = folder.resolve(program.getName().replace('.', '/') + ".class");
    try (InputStream code = program.getResourceAsStream(program.getSimpleName() + ".class")) {
      if (code == null) {
        throw new IOException("there is no code of " + program);
      }
      Files.createDirectories(file.resolveSibling(""));
      Files.write(file, code.readAllBytes());
    }
  }
}
