package io.penstock.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.penstock.array.Shape;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The programs in the repository's folder `examples`.
public final class Examples implements AutoCloseable {
  private final URLClassLoader loader;

  private Examples(URLClassLoader loader) {
    this.loader = loader;
  }

  /// Compiles those in some folders, as a user would, with what this JVM sees of the library.
  public static void compile(Path classes, String... folders)
      throws IOException, InterruptedException {
    Path javac = Path.of(System.getProperty("java.home"), "bin", "javac");
    List<String> command =
        new ArrayList<>(List.of(javac.toString(), "-cp", library(), "-d", classes.toString()));
    for (String folder : folders) {
      sources(folder).forEach(source -> command.add(source.toString()));
    }
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    if (process.waitFor() != 0) {
      throw new AssertionError("the examples do not compile: " + said);
    }
  }

  private static List<Path> sources(String folder) throws IOException {
    Path home = Path.of(System.getProperty("penstock.home", ".."));
    try (Stream<Path> files = Files.list(home.resolve("examples", folder))) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    }
  }

  private static String library() {
    return System.getProperty("jdk.module.path", "")
        + File.pathSeparator
        + System.getProperty("java.class.path");
  }

  /// Those in a folder, to be run in this JVM.
  public static Examples load(Path classes) throws IOException {
    URL[] places = {classes.toUri().toURL()};
    return new Examples(new URLClassLoader(places, Shape.class.getClassLoader()));
  }

  /// Runs one.
  ///
  /// @throws Exception what it throws
  public void main(String program, String... arguments) throws Exception {
    try {
      loader.loadClass(program).getMethod("main", String[].class).invoke(null, (Object) arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    loader.close();
  }
}
