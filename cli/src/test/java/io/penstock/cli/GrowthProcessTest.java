package io.penstock.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.cli.GrowthProgram.Growth;
import io.penstock.cli.GrowthProgram.Operation;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What operations cost grows with the size of their input, or with n log n, and not faster:
/// counted in steps and bytes, over sizes that differ by a factor of 100.
@Timeout(3600)
class GrowthProcessTest {
  private static final Path HOME =
      Path.of(Objects.requireNonNull(System.getProperty("penstock.home")));

  /// What an operation of a size cost.
  ///
  /// @param bytes allocated on the heap
  /// @param descriptors of the process afterwards
  /// @param mappings of the process afterwards
  private record Cost(
      String operation, long size, long steps, long bytes, long descriptors, long mappings) {
    static Cost parse(String line) {
      String[] fields = line.split("\t", -1);
      assertThat(fields).as("the program said: " + line).hasSize(6);
      return new Cost(
          fields[0],
          Long.parseLong(fields[1]),
          Long.parseLong(fields[2]),
          Long.parseLong(fields[3]),
          Long.parseLong(fields[4]),
          Long.parseLong(fields[5]));
    }

    /// How much more steps or bytes may be here than at a smaller size: with half as much again for
    /// tables that double.
    double mostTimes(Cost smaller, Growth growth) {
      double times = (double) size / smaller.size();
      return 1.5
          * switch (growth) {
            case LINEAR -> times;
            case LINEARITHMIC ->
                times * Math.log((double) size) / Math.log((double) smaller.size());
          };
    }
  }

  /// Descriptors and mappings that may be left, as of classes loaded and threads started meanwhile.
  private static final int LEFT = 100;

  private static final String AGENT = "io.penstock.cli.StepAgent";

  @TempDir private static Path folder;

  @TestFactory
  Stream<DynamicTest> nothingCostsMoreThanItsSizeAllows() throws Exception {
    return grown(100);
  }

  @TestFactory
  @Tag("long")
  Stream<DynamicTest> nothingCostsMoreThanItsSizeAllowsUpToAMillion() throws Exception {
    return grown(10_000);
  }

  private Stream<DynamicTest> grown(int smallest) throws Exception {
    List<Cost> costs = run(smallest).stream().map(Cost::parse).toList();
    return GrowthProgram.ALL.stream()
        .map(
            operation ->
                DynamicTest.dynamicTest(operation.name(), () -> requireGrowth(operation, costs)));
  }

  private static void requireGrowth(Operation operation, List<Cost> all) {
    List<Cost> costs =
        all.stream().filter(cost -> cost.operation().equals(operation.name())).toList();
    assertThat(costs).as("the program ended before this operation did").hasSize(3);
    Cost small = costs.getFirst();
    Cost large = costs.getLast();
    double most = large.mostTimes(small, operation.growth());
    assertThat((double) large.steps() / small.steps()).as("steps: " + costs).isLessThan(most);
    assertThat((double) large.bytes() / small.bytes()).as("bytes: " + costs).isLessThan(most);
    assertThat(large.descriptors() - small.descriptors()).as("left: " + costs).isLessThan(LEFT);
    assertThat(large.mappings() - small.mappings()).as("left: " + costs).isLessThan(LEFT);
  }

  // ---- the program under its agent ------------------------------------------------------------

  private static List<String> run(int smallest) throws IOException, InterruptedException {
    Path jars = Files.createTempDirectory(folder, "jars");
    Manifest agent = new Manifest();
    Attributes main = agent.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.putValue("Premain-Class", AGENT);
    main.putValue("Can-Retransform-Classes", "true");
    main.putValue("Boot-Class-Path", "steps.jar");
    jar(jars.resolve("steps.jar"), new Manifest(), testClasses(), Steps.class.getName());
    Path agentJar = jars.resolve("agent.jar");
    jar(agentJar, agent, compiledAgent(), AGENT, AGENT + "$Counting");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xlog:disable", // what the JVM warns of would stand among the rows
                "-Xlog:all=warning:stderr",
                "-javaagent:" + agentJar,
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC", // a heap of one piece: others have mappings that come and go
                "-Xms2g",
                "-Xmx2g",
                "-cp",
                testClasses()
                    + File.pathSeparator
                    + HOME.resolve("cli/target/modules")
                    + "/*"
                    + File.pathSeparator
                    + commandJar(),
                GrowthProgram.class.getName(),
                folder.toString(),
                Integer.toString(smallest))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    process.getOutputStream().close();
    List<String> lines =
        new String(process.getInputStream().readAllBytes(), UTF_8).lines().toList();
    process.waitFor();
    return lines;
  }

  // By itself: the module under test does not read java.instrument.
  private static Path compiledAgent() throws IOException, InterruptedException {
    Path classes = Files.createTempDirectory(folder, "agent");
    Process javac =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "javac").toString(),
                "-d",
                classes.toString(),
                HOME.resolve("cli/src/test/agent/StepAgent.java").toString())
            .inheritIO()
            .start();
    assertThat(javac.waitFor()).isZero();
    return classes;
  }

  private static void jar(Path file, Manifest manifest, Path classes, String... names)
      throws IOException {
    try (OutputStream out = Files.newOutputStream(file);
        JarOutputStream jar = new JarOutputStream(out, manifest)) {
      for (String type : names) {
        String name = type.replace('.', '/') + ".class";
        jar.putNextEntry(new JarEntry(name));
        Files.copy(classes.resolve(name), jar);
      }
    }
  }

  private static Path testClasses() {
    return HOME.resolve("cli/target/test-classes");
  }

  private static Path commandJar() throws IOException {
    try (Stream<Path> files = Files.list(HOME.resolve("cli/target"))) {
      return files
          .filter(file -> file.getFileName().toString().matches("penstock-cli-.*\\.jar"))
          .findFirst()
          .orElseThrow();
    }
  }
}
