package io.penstock.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A shared library that is loaded before the C library, compiled from a C file of the tests.
public final class PreloadLibrary {
  private PreloadLibrary() {}

  /// Compiles it; where there is no C compiler the test is skipped.
  ///
  /// @param folder where the library is written, with the compiler's messages
  /// @return its absolute path
  /// @throws AssertionError if the source is refused
  public static Path compile(Path source, Path folder) throws IOException {
    Path library = folder.resolve(source.getFileName().toString().replace(".c", ".so"));
    Path log = folder.resolve("cc.log");
    SpokenAssumption.that(
        compiles(source, library, log), "no shared library can be built by cc here");
    if (!Files.exists(library)) {
      throw new AssertionError(Files.readString(log));
    }
    return library.toAbsolutePath();
  }

  /// Whether there was a compiler.
  private static boolean compiles(Path source, Path library, Path log) {
    try {
      new ProcessBuilder(
              "cc", "-O1", "-shared", "-fPIC", "-o", library.toString(), source.toString(), "-ldl")
          .redirectErrorStream(true)
          .redirectOutput(log.toFile())
          .start()
          .waitFor();
      return true;
    } catch (IOException _) {
      return false;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
