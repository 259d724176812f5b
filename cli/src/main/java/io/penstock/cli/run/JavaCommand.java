package io.penstock.cli.run;

import io.penstock.message.launch.RankProcess;
import io.penstock.message.launch.RanksProcess;
import io.penstock.mpi.launch.MpiRankProcess;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// The words that start a JVM like this one, with Penstock's modules and a user's program.
final class JavaCommand {
  private static final String MODULE = "io.penstock";
  private static final String MPI_MODULE = "io.penstock.mpi";

  private JavaCommand() {}

  /// A JVM that is one rank, on any machine.
  static List<String> process(Program program) {
    return process(program, List.of());
  }

  /// A JVM that is one rank, on this machine.
  static List<String> local(Program program) {
    return process(program, RankCache.ofLauncher().options(program, System.getenv()));
  }

  private static List<String> process(Program program, List<String> cache) {
    List<String> words = rank(program, cache, MODULE, MODULE + "/" + RankProcess.class.getName());
    words.addAll(program.arguments());
    return words;
  }

  /// A JVM that is one rank of an MPI job.
  static List<String> mpi(Program program) {
    List<String> words =
        rank(
            program,
            List.of(),
            MODULE + "," + MPI_MODULE,
            MPI_MODULE + "/" + MpiRankProcess.class.getName());
    words.addAll(MpiRankProcess.words(program.arguments()));
    return words;
  }

  private static List<String> rank(
      Program program, List<String> cache, String nativeModules, String main) {
    List<String> words = java(program, cache, nativeModules);
    words.addAll(List.of("--class-path", program.joinedClassPath()));
    words.addAll(List.of("--module", main, program.main()));
    return words;
  }

  /// A JVM that is all ranks. The program's classes are not on its class path: each rank loads them
  /// anew.
  static List<String> threads(
      Program program, int size, Duration grace, boolean colouredOutput, boolean colouredErrors) {
    List<String> words =
        java(program, RankCache.ofLauncher().options(program, System.getenv()), MODULE);
    words.addAll(List.of("--module", MODULE + "/" + RanksProcess.class.getName()));
    words.add(Long.toString(ProcessHandle.current().pid()));
    words.add(Integer.toString(size));
    words.add(Long.toString(grace.toMillis()));
    words.add(Boolean.toString(colouredOutput));
    words.add(Boolean.toString(colouredErrors));
    words.add(program.joinedClassPath());
    words.add(program.main());
    words.addAll(program.arguments());
    return words;
  }

  // The program sees all modules of the JDK, as it would without Penstock's on the module path.
  private static List<String> java(Program program, List<String> cache, String nativeModules) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of("--module-path", modulePath()));
    words.addAll(List.of("--add-modules", "ALL-DEFAULT"));
    words.add("--enable-native-access=" + nativeModules);
    words.addAll(cache);
    words.addAll(program.javaOptions());
    return words;
  }

  private static String modulePath() {
    String[] elements = System.getProperty("jdk.module.path", "").split(File.pathSeparator, -1);
    return Arrays.stream(elements)
        .filter(element -> !element.isEmpty())
        .map(element -> Path.of(element).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }
}
