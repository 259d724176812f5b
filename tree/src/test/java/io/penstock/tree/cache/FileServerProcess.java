package io.penstock.tree.cache;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.penstock.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The example's server of files in a JVM of its own, as its users start it. Closing ends it.
final class FileServerProcess implements AutoCloseable {
  private final Process process;
  private final int port;
  private final Path errors;

  private FileServerProcess(Process process, int port, Path errors) {
    this.process = process;
    this.port = port;
    this.errors = errors;
  }

  /// Starts one.
  ///
  /// @param before what a shell does first, such as a limit
  /// @param classes the folder of the example's classes
  /// @param options of the JVM
  /// @param arguments of the server: the folder, the port, the cache, the patience
  static FileServerProcess start(
      String before, Path classes, List<String> options, String... arguments) throws IOException {
    List<String> words = new ArrayList<>(List.of("sh", "-c", before + "; exec \"$@\"", "sh"));
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(options);
    words.add(ChildJvm.NATIVE_ACCESS);
    words.addAll(List.of("-cp", ChildJvm.classPath(FileCache.class) + ":" + classes, "FileServer"));
    words.addAll(List.of(arguments));
    Path errors = Files.createTempFile("penstock-server", ".err");
    Process process = new ProcessBuilder(words).redirectError(errors.toFile()).start();
    String said = String.valueOf(process.inputReader(UTF_8).readLine());
    if (!said.matches("http://.*:\\d+/")) {
      process.destroyForcibly();
      throw new AssertionError("the server does not start: " + said + Files.readString(errors));
    }
    return new FileServerProcess(
        process, Integer.parseInt(said.replaceAll(".*:(\\d+)/", "$1")), errors);
  }

  int port() {
    return port;
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /// What it printed to standard error.
  String errors() throws IOException {
    return Files.readString(errors);
  }

  @Override
  public void close() throws IOException {
    process.destroy();
    Files.deleteIfExists(errors);
  }
}
