package io.penstock.evaluate.check;

import io.penstock.evaluate.machine.CCompiler;
import io.penstock.evaluate.machine.Machine;
import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Commands;
import io.penstock.evaluate.run.Executable;
import io.penstock.evaluate.run.ProcessLauncher;
import io.penstock.evaluate.run.Work;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// A site of independent measuring: the files that the evaluation has just measured, and the means
/// to start programs that time themselves.
///
/// @param folder for files of one's own
/// @param path the file that the work is about; the folder where it is about none
/// @param work that the evaluation measured
/// @param classPath of programs in Java
/// @param compiler of the program in C
record Site(Path folder, Path path, Work work, String classPath, CCompiler compiler) {
  private static final int SAMPLES = 15;
  private static final int UNTIMED = 2;

  /// The same memory and the same untuned library as the evaluation's workers have.
  private static final List<String> JAVA_OPTIONS =
      List.of(
          "-Xmx1g", "--enable-native-access=ALL-UNNAMED", "-Dpenstock.profile=/dev/null", "-cp");

  /// Of an experiment's work, by the launcher's classes.
  static Site of(Path folder, Path path, Work work, ProcessLauncher launcher) {
    return new Site(folder, path, work, launcher.classPath(), CCompiler.ofThisUser());
  }

  /// The file that the work is about.
  String file() {
    return path.toString();
  }

  /// The nanoseconds of one operation, as the C program `cross_check.c` says them.
  ///
  /// @throws AbsentException if it cannot be built
  /// @throws IOException if it fails
  double c(String... words) throws AbsentException, IOException, InterruptedException {
    return nanos(Stream.concat(Stream.of(program()), Arrays.stream(words)).toList());
  }

  private String program() throws AbsentException {
    try {
      return compiler.program(CCompiler.Yardstick.CROSS_CHECK).toString();
    } catch (IOException e) {
      throw new AbsentException("C: " + e.getMessage());
    }
  }

  /// The nanoseconds of one operation, as a [PlainLoop] in a fresh JVM says them.
  ///
  /// @throws IOException if it fails
  double java(String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Machine.java());
    command.addAll(JAVA_OPTIONS);
    command.add(classPath);
    command.add(PlainLoop.class.getName());
    command.addAll(List.of(words));
    return nanos(command);
  }

  private static double nanos(List<String> command) throws IOException, InterruptedException {
    String said = Commands.output(command).strip();
    try {
      return Double.parseDouble(said);
    } catch (NumberFormatException e) {
      throw new IOException(command.getFirst() + " printed no time: " + said, e);
    }
  }

  /// The nanoseconds of a command from its start to its end, the median of several.
  ///
  /// @throws AbsentException if it is not installed
  /// @throws IOException if it fails
  double command(List<String> words) throws AbsentException, IOException, InterruptedException {
    Commands.require(words.getFirst());
    double[] nanos = new double[SAMPLES];
    for (int i = -UNTIMED; i < SAMPLES; i++) {
      long start = System.nanoTime();
      int status = process(words).waitFor();
      nanos[Math.max(0, i)] = System.nanoTime() - start;
      if (status != 0) {
        throw new IOException(words.getFirst() + " failed with exit status " + status);
      }
    }
    return PlainLoop.median(nanos);
  }

  private static Process process(List<String> words) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(words).redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put("LC_ALL", "C");
    builder.environment().put("PENSTOCK_BUILD", "never");
    return builder.start();
  }

  /// The command `penstock`.
  ///
  /// @throws AbsentException if this process was not started by it
  String penstock() throws AbsentException {
    return switch (Commands.penstock()) {
      case Executable.Native(List<String> words) -> words.getFirst();
      case Executable.Missing(String reason) -> throw new AbsentException(reason);
      default -> throw new AbsentException("no command");
    };
  }
}
