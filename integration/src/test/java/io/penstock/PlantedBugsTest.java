package io.penstock;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.CampaignFigures;
import io.penstock.testing.Seed;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The tests notice the bugs of `integration/src/mutants`: with one of them planted, those that the
/// patch names fail, crash or hang; without it they pass.
class PlantedBugsTest {
  /// The property that names the one bug to plant.
  private static final String NAMED = "penstock.mutant";

  private static final int DRAWN = 3;
  private static final String OWN_CLASS_PATH = System.getProperty("java.class.path");

  /// What came of a run of tests.
  private enum Outcome {
    GREEN,
    RED,
    CRASHED,
    HUNG,
    ABSENT
  }

  private record Run(Outcome outcome, String said) {}

  @TempDir Path folder;

  static List<PlantedBug> all() throws IOException {
    return PlantedBug.all();
  }

  static List<PlantedBug> drawn() throws IOException {
    Optional<String> named = Optional.ofNullable(System.getProperty(NAMED));
    if (named.isPresent()) {
      return List.of(named(named.get()));
    }
    Random random = Seed.sow(PlantedBugsTest.class);
    List<PlantedBug> bugs = new ArrayList<>(all());
    Collections.shuffle(bugs, random);
    return bugs.subList(0, DRAWN);
  }

  private static PlantedBug named(String name) throws IOException {
    return all().stream()
        .filter(bug -> bug.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no planted bug is called " + name));
  }

  @ParameterizedTest
  @MethodSource("all")
  void everyBugFitsTheSources(PlantedBug bug) throws Exception {
    assertThat(bug.applyIn(folder)).isNotEmpty();
    for (String test : bug.tests()) {
      String source = "src/test/java/" + test.replaceAll("#.*", "").replace('.', '/') + ".java";
      assertThat(PlantedBug.ROOT.resolve(bug.tester()).resolve(source)).exists();
    }
  }

  @ParameterizedTest
  @MethodSource("drawn")
  void aDrawnBugIsNoticed(PlantedBug bug) throws Exception {
    notice(bug);
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("all")
  void everyBugIsNoticed(PlantedBug bug) throws Exception {
    notice(bug);
  }

  private void notice(PlantedBug bug) throws IOException, InterruptedException {
    Path sources = Files.createDirectory(folder.resolve("sources"));
    Path classes = Files.createDirectory(folder.resolve("classes"));
    bug.compile(bug.applyIn(sources), classes, classPath(bug));
    Run without = run(bug, PlantedBug.MOST_SECONDS, classPath(bug));
    CampaignFigures.add("planted bugs", 1, "planted");
    assertThat(without.outcome())
        .as("%s, not planted: %s\n%s", bug.name(), without.said(), bug.command())
        .isEqualTo(Outcome.GREEN);
    long begin = System.nanoTime();
    Run with = run(bug, bug.seconds(), classes + File.pathSeparator + classPath(bug));
    double seconds = (System.nanoTime() - begin) / 1e9;
    System.out.printf(
        Locale.ROOT,
        "%s: %s after %.1f s, %s%n",
        bug.name(),
        with.outcome(),
        seconds,
        with.said().strip());
    assertThat(with.outcome())
        .as(
            "%s (%s) is not noticed by %s:\n%s",
            bug.name(), bug.symptom(), bug.tests(), bug.command())
        .isIn(Outcome.RED, Outcome.CRASHED, Outcome.HUNG);
    CampaignFigures.add("planted bugs", 1, "noticed");
  }

  private static String classPath(PlantedBug bug) {
    Path target = PlantedBug.ROOT.resolve(bug.tester()).resolve("target");
    return target.resolve("test-classes")
        + File.pathSeparator
        + target.resolve("classes")
        + File.pathSeparator
        + OWN_CLASS_PATH;
  }

  private Run run(PlantedBug bug, int seconds, String classPath)
      throws IOException, InterruptedException {
    Path said = Files.createTempFile(folder, "said", ".txt");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xmx1g", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-CreateCoredumpOnCrash"));
    command.add("-XX:ErrorFile=" + folder.resolve("crash.log"));
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--illegal-native-access=deny"));
    command.add("--add-modules=java.management,jdk.management");
    command.add("-Dpenstock.home=" + PlantedBug.ROOT.toAbsolutePath());
    command.add("-Dpenstock.message.deadlockSeconds=1");
    command.addAll(List.of("-cp", classPath, NoticingTests.class.getName()));
    command.addAll(bug.tests());
    Process process =
        new ProcessBuilder(command)
            .directory(PlantedBug.ROOT.resolve(bug.tester()).toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    boolean ended;
    try {
      ended = process.waitFor(seconds, TimeUnit.SECONDS);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    int status = process.waitFor();
    String text = Files.readString(said);
    if (!ended) {
      return new Run(Outcome.HUNG, "no end after " + seconds + " s\n" + text);
    }
    return new Run(
        switch (status) {
          case NoticingTests.GREEN -> Outcome.GREEN;
          case NoticingTests.RED -> Outcome.RED;
          case NoticingTests.NONE -> Outcome.ABSENT;
          case 1 -> Outcome.ABSENT; // the program itself has failed
          default -> Outcome.CRASHED;
        },
        text);
  }
}
