package io.penstock.schedules;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jcstress.Main;

/// Runs tests of jcstress in a JVM of its own, which starts others: these run the actors of a test
/// on two processors at the same time, as often as they can, and count what comes of it.
final class Jcstress {
  private static final Pattern RESULTS =
      Pattern.compile(
          "\\(Results: (\\d+) planned; (\\d+) passed, (\\d+) failed, (\\d+) soft errs, (\\d+) hard errs\\)");

  private static final Pattern FAILED = Pattern.compile("\\[FAILED\\] (\\S+)");
  private static final Pattern SAMPLES = Pattern.compile("(?m)^ .* ([\\d,]+) +<?[\\d.]+% +[A-Z]");

  private static final Pattern WANTED =
      Pattern.compile("/(classes/?|(penstock|jcstress|jopt-simple)-[^/]*\\.jar)$");

  private static final Path CLASSES = Path.of("target", "classes");
  private static final String PLANTED = ".Planted";
  private static final String SUMMARY = "RUN RESULTS:";

  private Jcstress() {}

  /// What came of a run: of so many that were `planned`, `passed` saw nothing forbidden, and
  /// `failures` did. What is missing has crashed or could not start.
  ///
  /// @param failed the tests that saw something forbidden
  /// @param said what jcstress printed
  record Run(int planned, int passed, int failures, List<String> failed, String said) {
    /// How often the actors ran.
    long samples() {
      return SAMPLES
          .matcher(said.substring(0, said.indexOf(SUMMARY))) // which repeats them
          .results()
          .mapToLong(row -> Long.parseLong(row.group(1).replace(",", "")))
          .sum();
    }
  }

  /// The names of all tests without a planted bug.
  static List<String> tests() throws IOException {
    return names().filter(name -> !name.contains(PLANTED)).toList();
  }

  /// The names of those with one.
  static List<String> planted() throws IOException {
    return names().filter(name -> name.contains(PLANTED)).toList();
  }

  private static Stream<String> names() throws IOException {
    try (Stream<Path> files = Files.walk(CLASSES)) {
      return files
          .map(file -> CLASSES.relativize(file).toString())
          .filter(name -> name.matches(".*Stress(\\$Planted\\w+)?\\.class"))
          .map(name -> name.replace(".class", "").replace('/', '.').replace('\\', '.'))
          .map(name -> name.replace('$', '.'))
          .sorted()
          .toList()
          .stream();
    }
  }

  /// Runs tests by their names.
  ///
  /// @param options of jcstress
  static Run run(List<String> names, int mostSeconds, String... options)
      throws IOException, InterruptedException {
    return runOn(classPath(), names, mostSeconds, options);
  }

  /// The same with classes in front of those that are built.
  static Run run(Path changedClasses, List<String> names, int mostSeconds, String... options)
      throws IOException, InterruptedException {
    String path = changedClasses.toAbsolutePath() + File.pathSeparator + classPath();
    return runOn(path, names, mostSeconds, options);
  }

  private static Run runOn(String classPath, List<String> names, int mostSeconds, String... options)
      throws IOException, InterruptedException {
    Path folder = Files.createDirectories(Path.of("target", "jcstress"));
    Path said = Files.createTempFile(folder, "said", ".txt");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx512m", "-cp", classPath));
    command.add(Main.class.getName());
    command.addAll(List.of("-t", pattern(names), "-v", "-r", "report"));
    command.addAll(List.of(options));
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    boolean ended;
    try {
      ended = process.waitFor(mostSeconds, TimeUnit.SECONDS);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    String text = Files.readString(said);
    if (!ended) {
      throw new AssertionError("jcstress has not ended in " + mostSeconds + " s:\n" + text);
    }
    return parsed(text);
  }

  /// It loads every class that is there, to try something out.
  private static String classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(place -> WANTED.matcher(place.replace('\\', '/')).find())
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String pattern(List<String> names) {
    return names.stream().map(Pattern::quote).collect(Collectors.joining("|", "^(", ")$"));
  }

  private static Run parsed(String text) {
    List<MatchResult> counts = RESULTS.matcher(text).results().toList();
    if (counts.isEmpty() || !text.contains(SUMMARY)) {
      throw new AssertionError("jcstress has run nothing:\n" + text);
    }
    MatchResult last = counts.getLast();
    List<String> failed =
        FAILED.matcher(text).results().map(found -> found.group(1)).distinct().sorted().toList();
    return new Run(
        Integer.parseInt(last.group(1)),
        Integer.parseInt(last.group(2)),
        Integer.parseInt(last.group(3)),
        failed,
        text);
  }
}
