package io.penstock;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/// A bug that is planted on purpose: a patch of one module's sources, and the tests that must
/// notice it.
///
/// A file of `integration/src/mutants` has one sentence that says what a user would meet, then the
/// lines `Module:` and `Tests:`, `Tests in:` where they are another module's, and `Seconds:` where
/// they hang; below them the patch.
///
/// @param name of the file, without its ending
/// @param symptom what a user would meet
/// @param module whose sources are changed
/// @param tester the module whose tests they are
/// @param tests by class, or by `class#method`
/// @param seconds that the tests may take with the bug before they count as hanging
/// @param file the patch
record PlantedBug(
    String name,
    String symptom,
    String module,
    String tester,
    List<String> tests,
    int seconds,
    Path file) {
  /// Where the repository is.
  static final Path ROOT = Path.of(System.getProperty("penstock.home", "..")).normalize();

  private static final Path FOLDER = ROOT.resolve("integration/src/mutants");
  private static final String ENDING = ".patch";

  /// More than any of the tests takes while the bug is not planted, on a busy machine too.
  static final int MOST_SECONDS = 120;

  private static final Pattern CHANGED = Pattern.compile("(?m)^\\+\\+\\+ b/(\\S+)$");

  PlantedBug {
    tests = List.copyOf(tests);
    if (symptom.isBlank() || tests.isEmpty() || seconds < 1 || seconds > MOST_SECONDS) {
      throw new IllegalArgumentException(
          file + ": a sentence, `Module:`, `Tests:` and 1 to 120 `Seconds:` are wanted");
    }
  }

  /// All that there are, by name.
  static List<PlantedBug> all() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      List<Path> patches = files.filter(file -> file.toString().endsWith(ENDING)).sorted().toList();
      return patches.stream().map(PlantedBug::read).toList();
    }
  }

  private static PlantedBug read(Path file) {
    String text = text(file);
    String name = file.getFileName().toString();
    String module = header(text, "Module").orElse("");
    return new PlantedBug(
        name.substring(0, name.length() - ENDING.length()),
        text.lines().findFirst().orElse(""),
        module,
        header(text, "Tests in").orElse(module),
        header(text, "Tests").map(tests -> List.of(tests.split(",\\s*"))).orElse(List.of()),
        header(text, "Seconds").map(Integer::valueOf).orElse(MOST_SECONDS),
        file);
  }

  private static Optional<String> header(String text, String name) {
    Matcher line = Pattern.compile("(?m)^" + name + ": *(.+)$").matcher(text);
    return line.find() ? Optional.of(line.group(1).strip()) : Optional.empty();
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /// The command that plants it alone.
  String command() {
    return "./penstock test -pl integration -am -Dtest=PlantedBugsTest#aDrawnBugIsNoticed"
        + " -Dsurefire.failIfNoSpecifiedTests=false -Dpenstock.mutant="
        + name;
  }

  /// Copies the sources that it changes to an empty folder, and changes them there.
  ///
  /// @return the changed files
  /// @throws AssertionError if the patch no longer fits the sources
  List<Path> applyIn(Path folder) throws IOException, InterruptedException {
    List<String> changed =
        CHANGED.matcher(text(file)).results().map(line -> line.group(1)).distinct().toList();
    for (String source : changed) {
      if (!source.startsWith(module + "/src/main/java/")) {
        throw new AssertionError(file + " changes " + source + ", which is no source of " + module);
      }
      Path copy = folder.resolve(source);
      Files.createDirectories(copy.getParent());
      Files.copy(ROOT.resolve(source), copy);
    }
    ProcessBuilder git = new ProcessBuilder("git", "apply", file.toAbsolutePath().toString());
    git.environment()
        .put("GIT_CEILING_DIRECTORIES", folder.toAbsolutePath().getParent().toString());
    Process process = git.directory(folder.toFile()).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0 || changed.isEmpty()) {
      throw new AssertionError(
          file + " does not fit the sources any more: plant the same bug in today's\n" + said);
    }
    return changed.stream().map(folder::resolve).toList();
  }

  /// Compiles changed sources against what is built.
  ///
  /// @throws AssertionError if the compiler objects
  void compile(List<Path> sources, Path classes, String classPath) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    List<String> options =
        List.of(
            "-proc:none", "-nowarn", "-implicit:none", "-d", classes.toString(), "-cp", classPath);
    try (StandardJavaFileManager files =
        compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      boolean compiled =
          compiler
              .getTask(said, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
              .call();
      if (!compiled) {
        throw new AssertionError(file + " does not compile:\n" + said);
      }
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
