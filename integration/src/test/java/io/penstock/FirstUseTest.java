package io.penstock;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a fresh JVM loads for its first use of the library: a measure of what that takes which no
/// other load of the machine can disturb.
class FirstUseTest {
  /// Some JVMs load a class more or less, as compiler and collector come to it.
  private static final int TOLERANCE = 5;

  /// The class that makes a C function callable.
  private static final String BINDING = "jdk.internal.foreign.abi.DowncallLinker";

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = Files.write(folder.resolve("f"), new byte[8 << 10]);
  }

  /// By a JVM that has the library on its class path, as most have.
  private List<String> loaded(String what, String who) throws IOException, InterruptedException {
    Path log = folder.resolve("log-" + what + "-" + who);
    Path made = folder.resolve("made-" + what + "-" + who);
    String classes =
        Stream.concat(
                Stream.of("core", "compress", "text", "tree")
                    .map(module -> Path.of("..", module, "target", "classes")),
                Stream.of(Path.of("target", "test-classes")))
            .map(place -> place.toAbsolutePath().normalize().toString())
            .collect(Collectors.joining(File.pathSeparator));
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-Xlog:disable",
                "-Xlog:class+load:file=" + log + ":none",
                "-cp",
                classes,
                FirstUses.class.getName(),
                what,
                who,
                file.toString(),
                made.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(child.waitFor()).as(said).isZero();
    return Files.readAllLines(log).stream().map(line -> line.split(" ", 2)[0]).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "read, 80",
    "create, 115",
    "stream, 70",
    "copy, -30",
    "lease, 255",
    "gzip, 40",
    "lines, 50"
  })
  void aFirstUseLoadsFewClassesBesidesThoseOfTheJdksWayAndBindsNoFunction(String what, int most)
      throws Exception {
    List<String> all = loaded(what, "penstock");
    assertThat(all).contains("io.penstock.FirstUses$Penstock").doesNotContain(BINDING);
    assertThat(all.size() - loaded(what, "jdk").size())
        .as("classes more than the JDK's way: %s", all)
        .isLessThanOrEqualTo(most + TOLERANCE);
  }

  @Test
  void theFirstReadOfASmallFileLoadsNothingOfTheForeignFunctionLinker() throws Exception {
    assertThat(ofTheLinker(loaded("read", "penstock")))
        .isEqualTo(ofTheLinker(loaded("read", "jdk")));
  }

  /// The JVM loads some of its own accord.
  private static List<String> ofTheLinker(List<String> classes) {
    return classes.stream().filter(name -> name.startsWith("jdk.internal.foreign.abi.")).toList();
  }
}
