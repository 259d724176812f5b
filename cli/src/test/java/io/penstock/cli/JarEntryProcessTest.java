package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `java -jar`, by JVMs that are new enough and by others.
class JarEntryProcessTest {
  private static final int JAVA_8 = 52;

  @TempDir private Path folder;

  @Test
  void theJarRunsByItself() throws Exception {
    Path text = Files.writeString(folder.resolve("text"), "one\ntwo\n");
    ProcessRun run = run(Path.of(System.getProperty("java.home")), "count", "-l", text.toString());
    assertThat(run.diagnostics()).isEmpty();
    assertThat(run.results()).isEqualTo("2 " + text + "\n");
    assertThat(run(Path.of(System.getProperty("java.home")), "--version").results())
        .matches("penstock 0\\..* \\(JDK .*\\)\\n");
  }

  @Test
  void aStatusIsHandedOn() throws Exception {
    assertThat(run(Path.of(System.getProperty("java.home")), "evaporate").status()).isEqualTo(2);
  }

  @Test
  void anyJvmSinceJava8LoadsTheEntryPoint() throws IOException {
    try (DataInputStream bytes =
        new DataInputStream(
            Objects.requireNonNull(Main.class.getResourceAsStream("JarEntry.class")))) {
      assertThat(bytes.readInt()).isEqualTo(0xcafebabe);
      assertThat(bytes.readInt()).isEqualTo(JAVA_8);
    }
  }

  @Test
  void anOlderJvmSaysInOneLineWhatIsNeeded() throws Exception {
    Optional<Path> old = olderJvm();
    assumeTrue(old.isPresent(), "no JVM of a version below 25 is here");
    ProcessRun run = run(old.orElseThrow(), "--version");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.results()).isEmpty();
    assertThat(run.diagnostics().lines())
        .singleElement()
        .asString()
        .startsWith("penstock: this is Java ")
        .endsWith("and Penstock needs JDK 25 or later: run the java of a newer JDK");
  }

  private static Optional<Path> olderJvm() throws IOException {
    Path all = Path.of("/usr/lib/jvm");
    if (!Files.isDirectory(all)) {
      return Optional.empty();
    }
    try (Stream<Path> homes = Files.list(all)) {
      return homes
          .filter(
              home -> home.getFileName().toString().matches(".*\\b(8|11|17|21|1\\.\\d+\\.0)\\b.*"))
          .filter(home -> Files.isExecutable(home.resolve("bin/java")))
          .findFirst();
    }
  }

  private ProcessRun run(Path home, String... arguments) throws Exception {
    String[] command =
        Stream.concat(
                Stream.of(home.resolve("bin/java").toString(), "-jar", jar().toString()),
                Stream.of(arguments))
            .toArray(String[]::new);
    return ProcessRun.of(folder, command);
  }

  private static Path jar() throws IOException {
    Path target = Path.of(System.getProperty("penstock.home", ".."), "cli", "target");
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(target, "penstock-cli-*.jar")) {
      return jars.iterator().next();
    }
  }
}
