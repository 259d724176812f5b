package io.penstock.cli.run;

import io.penstock.message.launch.RankProcess;
import io.penstock.message.launch.RanksProcess;
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

  private JavaCommand() {}

  /// A JVM that is one rank.
  static List<String> process(Program program) {
    List<String> words = java(program);
    words.addAll(List.of("--class-path", program.joinedClassPath()));
    words.addAll(List.of("--module", MODULE + "/" + RankProcess.class.getName(), program.main()));
    words.addAll(program.arguments());
    return words;
  }

  /// A JVM that is all ranks. The program's classes are not on its class path: each rank loads them
  /// anew.
  static List<String> threads(
      Program program, int size, Duration grace, boolean colouredOutput, boolean colouredErrors) {
    List<String> words = java(program);
    words.addAll(List.of("--module", MODULE + "/" + RanksProcess.class.getName()));
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
  private static List<String> java(Program program) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of("--module-path", modulePath()));
    words.addAll(List.of("--add-modules", "ALL-DEFAULT"));
    words.add("--enable-native-access=" + MODULE);
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
