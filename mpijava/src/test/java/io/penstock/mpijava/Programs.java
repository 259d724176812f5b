package io.penstock.mpijava;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The programs of `src/test/programs`, compiled as their users compile them: against MPJ Express
/// where it is installed, else against this module.
final class Programs {
  private static final Path SOURCES = Path.of("src", "test");
  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin");
  private static final Path LOGGING = Path.of("/usr/share/java/log4j-1.2.jar");
  private static final long PATIENCE_SECONDS = 180;

  private final Path folder;
  private final Path classes;
  private final Path launcher;

  /// Compiles them.
  ///
  /// @param folder for what is compiled
  Programs(Path folder) {
    this.folder = folder;
    this.classes = folder.resolve("programs");
    this.launcher = folder.resolve("launcher");
    compile(
        "programs",
        reference().map(home -> home.resolve("lib", "mpj.jar").toString()).orElseGet(Programs::own),
        classes);
    compile("launcher", own(), launcher);
  }

  /// Where MPJ Express is installed.
  static Optional<Path> reference() {
    return Stream.of(
            Optional.ofNullable(System.getenv("MPJ_HOME")).map(Path::of),
            Optional.of(Path.of("/usr/share/mpj")))
        .flatMap(Optional::stream)
        .filter(home -> Files.exists(home.resolve("lib", "mpj.jar")))
        .findFirst();
  }

  /// This module and those that it stands on, as a class path.
  private static String own() {
    return Stream.of("core", "object", "message", "mpijava")
        .map(module -> Path.of("..", module, "target", "classes").toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static void compile(String sources, String classPath, Path to) {
    List<String> words =
        new ArrayList<>(List.of(JAVA.resolve("javac").toString(), "-nowarn", "-cp", classPath));
    words.addAll(List.of("-d", to.toString()));
    try (Stream<Path> files = Files.list(SOURCES.resolve(sources))) {
      files.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(words::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<String> messages = run(new ProcessBuilder(words));
    if (!messages.isEmpty()) {
      throw new AssertionError(String.join("\n", messages));
    }
  }

  /// What a program prints as threads of one JVM, its lines in order.
  List<String> onThreads(int ranks, String program) {
    return java(
        own(),
        "io.penstock.message.launch.RanksProcess",
        Long.toString(ProcessHandle.current().pid()),
        Integer.toString(ranks),
        "5000",
        "false",
        "false",
        classes.toString(),
        program,
        "world");
  }

  /// What a program prints as processes that exchange messages over TCP, its lines in order.
  List<String> onTcp(int ranks, String program) {
    return java(
        own() + File.pathSeparator + launcher,
        "TcpLauncher",
        Integer.toString(ranks),
        own() + File.pathSeparator + classes,
        program,
        "world");
  }

  /// What a program prints as threads of MPJ Express, its lines in order.
  ///
  /// @param home where it is installed
  List<String> onReference(Path home, int ranks, String program) throws IOException {
    Path copy = copy(home);
    ProcessBuilder process =
        new ProcessBuilder(
            JAVA.resolve("java").toString(),
            "-jar",
            copy.resolve("lib", "starter.jar").toString(),
            "-np",
            Integer.toString(ranks),
            "-cp",
            classes + File.pathSeparator + copy.resolve("lib", "mpj.jar"),
            program,
            "world");
    process.environment().put("MPJ_HOME", copy.toString());
    // The starter takes the first Java of the path for the program.
    process
        .environment()
        .merge("PATH", JAVA.toString(), (path, first) -> first + File.pathSeparator + path);
    return run(process).stream().filter(line -> !line.startsWith("MPJ Express (")).toList();
  }

  // Debian's jars name a log4j beside them, which Debian keeps elsewhere.
  private Path copy(Path home) throws IOException {
    Path copy = folder.resolve("mpj");
    if (Files.notExists(copy)) {
      Path lib = Files.createDirectories(copy.resolve("lib"));
      Files.createDirectory(copy.resolve("conf"));
      try (Stream<Path> jars = Files.list(home.resolve("lib"))) {
        for (Path jar : jars.toList()) {
          Files.copy(jar, lib.resolve(jar.getFileName()));
        }
      }
      Path settings = home.resolve("conf", "mpjexpress.conf");
      if (Files.exists(settings)) {
        Files.copy(settings, copy.resolve("conf", "mpjexpress.conf"));
      }
      if (Files.exists(LOGGING)) {
        Files.copy(LOGGING, lib.resolve(LOGGING.getFileName()));
      }
    }
    return copy;
  }

  /// What a program prints that has been told of a job, but not of its size.
  List<String> astray(String program) {
    String classPath = own() + File.pathSeparator + classes;
    ProcessBuilder process =
        new ProcessBuilder(JAVA.resolve("java").toString(), "-cp", classPath, program);
    process.environment().put("PENSTOCK_TRANSPORT", "tcp");
    return run(process);
  }

  private static List<String> java(String classPath, String main, String... arguments) {
    List<String> words = new ArrayList<>(List.of(JAVA.resolve("java").toString()));
    words.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp", classPath, main));
    words.addAll(Arrays.asList(arguments));
    return run(new ProcessBuilder(words)).stream()
        .map(line -> line.replaceFirst("^\\[\\d+] ", ""))
        .sorted()
        .toList();
  }

  private static List<String> run(ProcessBuilder builder) {
    try {
      Path output = Files.createTempFile("program", ".out");
      Process process = builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
      boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
      process.destroyForcibly();
      List<String> lines = new ArrayList<>(Files.readAllLines(output, StandardCharsets.UTF_8));
      Files.delete(output);
      if (!ended) {
        lines.add("has not ended within " + PATIENCE_SECONDS + " s: " + builder.command());
      }
      return lines.stream().sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted", e);
    }
  }
}
