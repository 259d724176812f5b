package io.penstock.consumers;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/// The projects of this module, a repository with the artifacts alone, and the programs that build
/// and run: Maven, the JDK's tools, and Java.
final class Workshop {
  /// The modules that programs depend on.
  static final List<String> LIBRARIES =
      List.of(
          "core",
          "text",
          "tree",
          "compress",
          "zstd",
          "lz4",
          "libdeflate",
          "object",
          "analysis",
          "fory",
          "message",
          "mpi",
          "mpijava",
          "lucene");

  static final Path REPOSITORY = Path.of(property("repository"));
  static final String VERSION = property("version");

  private static final Path PROJECTS = Path.of(property("projects"));
  private static final Path WORK = Path.of(property("work"));
  private static final Path BIN = Path.of(System.getProperty("java.home"), "bin");

  private Workshop() {}

  private static String property(String name) {
    return System.getProperty("consumers." + name);
  }

  /// A copy of a project, so that nothing of an earlier build is in it.
  static Path copy(String project) throws IOException {
    Path copy = WORK.resolve(project);
    delete(copy);
    return copy(PROJECTS.resolve(project), copy);
  }

  /// A copy of a folder.
  static Path copy(Path from, Path copy) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path target = copy.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target);
        }
      }
    }
    return copy;
  }

  private static void delete(Path root) throws IOException {
    if (!Files.exists(root)) {
      return;
    }
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.toList().reversed()) {
        Files.delete(file);
      }
    }
  }

  /// Lets the repository find what the outer build has downloaded, by links to all that it has not:
  /// plugins and other people's libraries, nothing of Penstock.
  static void shareDownloads() throws IOException {
    link(Path.of(property("downloads")), REPOSITORY);
  }

  private static void link(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.filter(file -> !file.endsWith("io/penstock")).toList()) {
        Path target = to.resolve(file.getFileName());
        if (!Files.exists(target)) {
          Files.createSymbolicLink(target, file.toAbsolutePath());
        } else if (Files.isDirectory(file) && !Files.isSymbolicLink(target)) {
          link(file, target);
        }
      }
    }
  }

  /// Builds a project by Maven.
  static Outcome maven(Path project, String... words) {
    List<String> command =
        new ArrayList<>(
            List.of(
                property("maven"),
                "--batch-mode",
                "--quiet",
                "-Dmaven.repo.local=" + REPOSITORY,
                "-Dpenstock.version=" + VERSION,
                "-Dkotlin.version=" + property("kotlin"),
                "-Dkotlin.compiler.daemon=false")); // it would stay behind for hours
    command.addAll(List.of(words));
    return run(project, command);
  }

  /// Runs the JVM that runs the tests, or that of an image.
  static Outcome java(Path home, String... words) {
    List<String> command = new ArrayList<>(List.of(home.resolve("bin", "java").toString()));
    command.addAll(List.of(words));
    return run(WORK, command);
  }

  static Path jdk() {
    return BIN.getParent();
  }

  private static Outcome run(Path folder, List<String> command) {
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
      builder.environment().put("JAVA_HOME", jdk().toString());
      builder.environment().keySet().removeAll(List.of("MAVEN_ARGS", "MAVEN_PROJECTBASEDIR"));
      Process process = builder.start();
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Outcome(process.waitFor(), output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /// Runs one of the JDK's tools.
  static Outcome tool(String name, Object... words) {
    StringWriter output = new StringWriter();
    PrintWriter writer = new PrintWriter(output);
    String[] arguments = Stream.of(words).map(Object::toString).toArray(String[]::new);
    int status = ToolProvider.findFirst(name).orElseThrow().run(writer, writer, arguments);
    return new Outcome(status, output.toString());
  }

  /// The jar of a module in the repository.
  static Path jar(String module) throws IOException {
    return artifact(module, "jar");
  }

  /// The POM of a module in the repository.
  static Path pom(String module) throws IOException {
    return artifact(module, "pom");
  }

  private static Path artifact(String module, String type) throws IOException {
    Path folder = REPOSITORY.resolve("io/penstock/penstock-" + module).resolve(VERSION);
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith("." + type))
          .findFirst()
          .orElseThrow(() -> new IOException(folder + " has no " + type));
    }
  }

  /// The only file in a folder whose name fits a pattern.
  static Path only(Path folder, String glob) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(
              file ->
                  FileSystems.getDefault()
                      .getPathMatcher("glob:" + glob)
                      .matches(file.getFileName()))
          .findFirst()
          .orElseThrow(() -> new IOException(folder + " has no " + glob));
    }
  }

  /// The end of a program.
  ///
  /// @param status its exit status
  /// @param output both of its streams
  record Outcome(int status, String output) {}
}
