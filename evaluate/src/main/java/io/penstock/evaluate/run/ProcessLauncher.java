package io.penstock.evaluate.run;

import io.penstock.evaluate.machine.Machine;
import io.penstock.evaluate.run.Executable.Started;
import io.penstock.evaluate.run.Experiment.Entry;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A launcher of worker processes, with this process's JVM and classes.
///
/// @param javaOptions for every worker
/// @param classPath with the workers and the approaches
public record ProcessLauncher(List<String> javaOptions, String classPath) {
  private static final long MEGABYTE = 1L << 20;
  private static final long JVM_BYTES = 96 * MEGABYTE;
  private static final long NATIVE_BYTES = 8 * MEGABYTE;
  private static final long MPI_BYTES = 32 * MEGABYTE;

  /// What [Batch] consumes counts as used.
  private static final List<String> BLACK_HOLE =
      List.of(
          "-XX:+UnlockExperimentalVMOptions",
          "-XX:CompileCommand=quiet",
          "-XX:CompileCommand=blackhole," + Batch.class.getName() + "::consume");

  /// What is measured is the library as it is, not as an earlier evaluation has tuned it.
  private static final String UNTUNED = "-Dpenstock.profile=/dev/null";

  public ProcessLauncher {
    javaOptions = List.copyOf(javaOptions);
  }

  /// Workers with the same classes as this process, always on the class path: most programs run so,
  /// and a JVM starts in half the time where it has no modules to resolve.
  public static ProcessLauncher likeThisProcess() {
    return new ProcessLauncher(List.of("--enable-native-access=ALL-UNNAMED"), ownClassPath());
  }

  private static String ownClassPath() {
    if (!WorkerMain.class.getModule().isNamed()) {
      return System.getProperty("java.class.path");
    }
    String[] modules = System.getProperty("jdk.module.path").split(File.pathSeparator, -1);
    return Stream.of(modules)
        .map(Path::of)
        .flatMap(ProcessLauncher::jars)
        .collect(Collectors.joining(File.pathSeparator));
  }

  // What only workers need lies beside the modules.
  private static Stream<String> jars(Path element) {
    return Files.isDirectory(element)
        ? Stream.of(element, element.resolveSibling("peers"))
            .map(folder -> folder.resolve("*").toString())
        : Stream.of(element.toString());
  }

  /// The command of one process of a contestant.
  ///
  /// @param experiment whose entry it is
  /// @throws AbsentException if the program is missing
  List<String> command(Experiment experiment, Entry entry) throws AbsentException {
    return switch (entry.program().ofEach()) {
      case Executable.Jvm jvm -> command(jvm, entry, WorkerMain.arguments(experiment, entry));
      case Executable.Native(List<String> command) -> command;
      case Executable.Missing(String reason) -> throw new AbsentException(reason);
      case Executable other -> throw new IllegalStateException("not of one process: " + other);
    };
  }

  private List<String> command(Executable.Jvm jvm, Entry entry, List<String> arguments) {
    boolean moves = jvm.way() instanceof Approach;
    List<String> options = new ArrayList<>(moves ? List.of() : BLACK_HOLE);
    options.addAll(jvm.options());
    List<String> words = java(entry.heapBytes(), options, jvm.classPath());
    words.add(WorkerMain.class.getName());
    words.addAll(arguments);
    if (moves && !entry.program().isStarted(Started.ANEW)) {
      words.add(WorkerMain.BOUND);
    }
    return words;
  }

  private List<String> java(long heapBytes, List<String> options, List<String> moreClassPath) {
    List<String> command = new ArrayList<>();
    command.add(Machine.java());
    // An array must find its place beside what the collector keeps free.
    command.add("-Xmx" + (heapBytes + heapBytes / 8 + JVM_BYTES) / MEGABYTE + "m");
    command.add("-XX:-UsePerfData");
    command.add(UNTUNED);
    command.addAll(options);
    command.addAll(javaOptions);
    command.add("-cp");
    command.add( // a peer's classes before ours that have their names
        Stream.concat(moreClassPath.stream(), Stream.of(classPath))
            .collect(Collectors.joining(File.pathSeparator)));
    return command;
  }

  /// The memory that a process of a contestant takes besides its arrays.
  static long overheadBytes(Executable program) {
    return switch (program) {
      case Executable.Jvm _ -> JVM_BYTES;
      case Executable.Native _ -> NATIVE_BYTES;
      case Executable.Launched(_, Executable ofEach) -> MPI_BYTES + overheadBytes(ofEach);
      case Executable.Started(_, Executable ofEach) -> overheadBytes(ofEach);
      case Executable.Missing _ -> 0;
    };
  }

  /// Makes a folder with the code of one class: a class path that a JVM has looked through at once.
  ///
  /// @param folder that is there, or is made
  /// @param program a class that needs no other one but the JDK's
  /// @throws IOException if the code cannot be read or written
  public static void makeClassFolder(Path folder, Class<?> program) throws IOException {
    Path file = folder.resolve(program.getName().replace('.', '/') + ".class");
    try (InputStream code = program.getResourceAsStream(file.getFileName().toString())) {
      if (code == null) {
        throw new IOException("there is no code of " + program);
      }
      Files.createDirectories(file.resolveSibling(""));
      Files.write(file, code.readAllBytes());
    }
  }
}
