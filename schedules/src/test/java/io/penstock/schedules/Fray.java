package io.penstock.schedules;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/// Runs [Schedules] under Fray, which lets one thread run at a time and decides at each lock,
/// volatile access, atomic operation, park and wait which goes on (partial order sampling), and
/// records what it decided.
///
/// It needs a JDK whose classes it has changed. That is linked from the one that runs, once, and
/// kept in `.penstock/fray`.
final class Fray {
  private static final String VERSION = version();
  private static final Path ROOT =
      Path.of(System.getProperty("penstock.home", "..")).toAbsolutePath().normalize();
  private static final Path KEPT =
      ROOT.resolve(".penstock")
          .resolve("fray")
          .resolve(VERSION + "-" + System.getProperty("java.runtime.version"));

  /// What Fray, its command line and the schedules use.
  private static final String MODULES =
      "java.base,java.instrument,java.logging,java.management,java.rmi,jdk.management,jdk.unsupported";

  private static final String LIBRARY = "libjvmti.so";
  private static final int MOST_LINK_SECONDS = 600;

  private static final Pattern FOUND = Pattern.compile("Error found at iter: (\\d+)");
  private static final Pattern FINISHED = Pattern.compile("Run finished\\. Total iter: (\\d+)");
  private static final Pattern ERROR = Pattern.compile("(?m)\\[INFO\\]: Error: (.*)$");

  private Fray() {}

  /// What came of a run.
  ///
  /// @param schedules how many were run
  /// @param error of the last of them; empty if none failed
  /// @param recording of that error, where there is one
  /// @param said what Fray printed
  record Run(int schedules, Optional<String> error, Path recording, String said) {}

  private static String version() {
    String jar = jar("fray-core-").getFileName().toString();
    return jar.substring("fray-core-".length(), jar.length() - ".jar".length());
  }

  private static Path jar(String prefix) {
    return classPath()
        .map(Path::of)
        .filter(
            place -> place.getFileName().toString().matches(Pattern.quote(prefix) + "\\d.*\\.jar"))
        .findFirst()
        .orElseThrow(() -> new AssertionError(prefix + "*.jar is not on the class path"));
  }

  private static Stream<String> classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator));
  }

  /// Why Fray cannot run here; nothing if it can.
  static Optional<String> obstacle() {
    String system = System.getProperty("os.name") + " " + System.getProperty("os.arch");
    if (!system.equals("Linux amd64") || Files.exists(Path.of("/lib/ld-musl-x86_64.so.1"))) {
      return Optional.of("Fray's library is for Linux on x86-64 with glibc, not for " + system);
    }
    Path java = Path.of(System.getProperty("java.home"));
    return Files.exists(java.resolve("bin").resolve("jlink"))
        ? Optional.empty()
        : Optional.of("Fray needs jlink, which " + java + " has not");
  }

  /// Runs schedules until one fails.
  ///
  /// @param names of the schedules; none for all of them, one after another
  static Run explore(String label, List<String> names, int schedules, int mostSeconds)
      throws IOException, InterruptedException {
    return run(
        label,
        System.getProperty("java.class.path"),
        names,
        mostSeconds,
        "--iter=" + schedules,
        "--scheduler=pos");
  }

  /// The same with classes in front of those that are built.
  static Run explore(
      String label, Path changedClasses, List<String> names, int schedules, int mostSeconds)
      throws IOException, InterruptedException {
    return run(
        label,
        changedClasses + File.pathSeparator + System.getProperty("java.class.path"),
        names,
        mostSeconds,
        "--iter=" + schedules,
        "--scheduler=pos");
  }

  /// Runs what was recorded once more.
  static Run repeat(List<String> names, Path recording, int mostSeconds)
      throws IOException, InterruptedException {
    return run(
        "repeated",
        System.getProperty("java.class.path"),
        names,
        mostSeconds,
        "--iter=1",
        "--scheduler=replay",
        "--path-to-scheduler=" + recording.toAbsolutePath(),
        "--randomness-provider=recorded-random",
        "--path-to-random=" + recording.toAbsolutePath().resolve("random.json"));
  }

  private static Run run(
      String label, String classPath, List<String> names, int mostSeconds, String... options)
      throws IOException, InterruptedException {
    Path folder = Path.of("target", "fray", label).toAbsolutePath(); // which Fray empties
    Files.createDirectories(folder.getParent());
    List<String> command = new ArrayList<>();
    command.add(image().resolve("bin").resolve("java").toString());
    command.addAll(List.of("-ea", "-Xmx1g", "--enable-native-access=ALL-UNNAMED"));
    command.add("-javaagent:" + jar("fray-instrumentation-agent-"));
    command.add("-agentpath:" + KEPT.resolve(LIBRARY));
    command.add("-Dfray.workDir=" + folder);
    command.addAll(List.of("-cp", classPath));
    command.add("org.pastalab.fray.core.MainKt");
    command.addAll(List.of("--run-config=cli", "--clazz=" + Schedules.class.getName()));
    command.addAll(List.of("--method=main", "--memory", "--output=" + folder));
    command.add("--timeout=" + mostSeconds); // ten minutes by default, which it says nowhere
    if (!names.isEmpty()) {
      command.add("--args=" + String.join(" ", names));
    }
    command.addAll(List.of(options));
    String said = said(command, folder.resolveSibling(label + ".txt"), mostSeconds);
    return parsed(said, folder.resolve("recording"));
  }

  private static Run parsed(String said, Path recording) {
    Optional<MatchResult> found = FOUND.matcher(said).results().findFirst();
    if (found.isPresent()) {
      String error = ERROR.matcher(said).results().findFirst().orElseThrow().group(1);
      int schedules = Integer.parseInt(found.get().group(1)) + 1;
      return new Run(schedules, Optional.of(error), recording, said);
    }
    MatchResult finished =
        FINISHED
            .matcher(said)
            .results()
            .findFirst()
            .orElseThrow(() -> new AssertionError("Fray has run nothing:\n" + said));
    return new Run(Integer.parseInt(finished.group(1)), Optional.empty(), recording, said);
  }

  // ---- the JDK that Fray has changed -----------------------------------------------------------

  private static Path image() throws IOException, InterruptedException {
    Path image = KEPT.resolve("java");
    if (!Files.exists(image)) {
      Files.createDirectories(KEPT);
      Path fresh = Files.createTempDirectory(KEPT, "linked").resolve("java");
      link(fresh);
      extractLibrary();
      publish(fresh, image);
    }
    return image;
  }

  /// Whoever comes second finds one that is as good.
  private static void publish(Path fresh, Path image) throws IOException {
    try {
      Files.move(fresh, image, StandardCopyOption.ATOMIC_MOVE);
      Files.delete(fresh.getParent());
    } catch (FileSystemException e) {
      if (!Files.exists(image)) {
        throw e;
      }
    }
  }

  private static void link(Path to) throws IOException, InterruptedException {
    String path =
        String.join(
            File.pathSeparator,
            classPath()
                .filter(
                    place ->
                        place.matches(
                            ".*/(fray-instrumentation-(base|jdk)|fray-runtime|kotlin|asm|annotations)-.*\\.jar"))
                .toList());
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "jlink").toString(),
            "-J-javaagent:" + jar("fray-instrumentation-jdk-"),
            "-J--module-path=" + path,
            "-J--add-modules=org.pastalab.fray.instrumentation.jdk",
            "-J--class-path=" + path,
            "--output=" + to,
            "--add-modules=" + MODULES,
            "--fray-instrumentation");
    String said = said(command, KEPT.resolve("jlink.txt"), MOST_LINK_SECONDS);
    if (!Files.exists(to.resolve("bin").resolve("java"))) {
      throw new AssertionError("jlink has made no JDK for Fray:\n" + said);
    }
  }

  private static void extractLibrary() throws IOException {
    try (ZipFile jar = new ZipFile(jar("fray-jvmti-linux-x8664-").toFile());
        InputStream library = jar.getInputStream(jar.getEntry(LIBRARY))) {
      Files.copy(library, KEPT.resolve(LIBRARY), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static String said(List<String> command, Path into, int mostSeconds)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(into.toFile()).start();
    boolean ended;
    try {
      ended = process.waitFor(mostSeconds, TimeUnit.SECONDS);
    } finally {
      process.destroyForcibly();
    }
    String said = Files.readString(into);
    if (!ended) {
      throw new AssertionError(
          String.format(Locale.ROOT, "no end in %d s: %s%n%s", mostSeconds, command, said));
    }
    return said;
  }
}
