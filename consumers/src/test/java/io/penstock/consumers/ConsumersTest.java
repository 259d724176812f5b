package io.penstock.consumers;

import static io.penstock.consumers.Workshop.java;
import static io.penstock.consumers.Workshop.maven;
import static io.penstock.consumers.Workshop.only;
import static io.penstock.consumers.Workshop.tool;
import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.consumers.Workshop.Outcome;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// Programs that depend on Penstock by its artifacts alone.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsumersTest {
  private static final String NATIVE =
      "--enable-native-access=io.penstock,com.github.luben.zstd_jni";

  /// Automatic modules, which no image can hold as they are.
  private static final List<String> AUTOMATIC = List.of("lz4-java", "aircompressor-v3");

  private Path modular;

  @BeforeAll
  void compileTheModularProgram() throws IOException {
    Workshop.shareDownloads();
    modular = Workshop.copy("module-path");
    requireSuccess(maven(modular, "compile"));
  }

  @Test
  void modularProgramCompilesWithoutWarningsAndRunsOnTheModulePath(@TempDir Path folder) {
    Outcome outcome =
        java(
            Workshop.jdk(),
            NATIVE,
            "--illegal-native-access=deny",
            "--module-path",
            modular.resolve("target/lib") + File.pathSeparator + modular.resolve("target/classes"),
            "--module",
            "consumer/consumer.Plate",
            folder.toString());
    assertThat(outcome).isEqualTo(resultsOfThePlate());
  }

  @Test
  void modulesWithoutOtherLibrariesFormAnImageAsTheyAre(@TempDir Path folder) {
    Path image = folder.resolve("image");
    String modules =
        "io.penstock,io.penstock.text,io.penstock.tree,io.penstock.compress,io.penstock.object,"
            + "io.penstock.analysis,io.penstock.message,io.penstock.mpi";
    requireSuccess(
        tool(
            "jlink",
            "--module-path",
            modular.resolve("target/lib"),
            "--add-modules",
            modules,
            "--output",
            image));
    assertThat(java(image, "--list-modules").output()).contains("io.penstock.mpi@");
  }

  @Test
  void modularProgramBecomesAnImageOnceAutomaticModulesHaveADescriptor(@TempDir Path folder)
      throws IOException {
    Path libraries = Workshop.copy(modular.resolve("target/lib"), folder.resolve("lib"));
    for (String library : AUTOMATIC) {
      describe(only(libraries, library + "-*.jar"), folder.resolve(library));
    }
    Path image = folder.resolve("image");
    requireSuccess(
        tool(
            "jlink",
            "--module-path",
            libraries + File.pathSeparator + modular.resolve("target/classes"),
            "--add-modules",
            "consumer",
            "--output",
            image));
    assertThat(
            java(
                image,
                NATIVE,
                "--illegal-native-access=deny",
                "--module",
                "consumer/consumer.Plate",
                Files.createDirectory(folder.resolve("field")).toString()))
        .isEqualTo(resultsOfThePlate());
  }

  private static void requireSuccess(Outcome outcome) {
    assertThat(outcome.status()).as(outcome.output()).isZero();
  }

  private static Outcome resultsOfThePlate() {
    return new Outcome(
        0,
        String.join(
            System.lineSeparator(),
            "tile true",
            "lines 3",
            "formats gzip zstd",
            "files 2",
            "received 42",
            ""));
  }

  @Test
  void programOnTheClassPathFindsCodecsAndObjects() throws IOException {
    Path project = Workshop.copy("class-path");
    requireSuccess(maven(project, "compile"));
    Outcome outcome =
        java(
            Workshop.jdk(),
            "--enable-native-access=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.invoke=ALL-UNNAMED",
            "--class-path",
            project.resolve("target/classes")
                + File.pathSeparator
                + project.resolve("target/lib/*"),
            "consumer.Archives");
    assertThat(outcome.output()).contains("gzip true", "lz4 true", "object [a, b]");
    assertThat(outcome.status()).isZero();
  }

  /// Gives a jar the descriptor that `jdeps` reckons, as docs/build-integration.md shows.
  private static void describe(Path jar, Path folder) throws IOException {
    Outcome outcome = tool("jdeps", "--ignore-missing-deps", "--generate-module-info", folder, jar);
    assertThat(outcome.status()).as(outcome.output()).isZero();
    try (var files = Files.walk(folder)) {
      Path source =
          files.filter(file -> file.endsWith("module-info.java")).findFirst().orElseThrow();
      Path module = source.getParent();
      String name = module.getFileName().toString();
      requireSuccess(tool("javac", "--patch-module", name + "=" + jar, "-d", module, source));
      requireSuccess(tool("jar", "--update", "--file", jar, "-C", module, "module-info.class"));
    }
  }

  @Test
  void kotlinRefusesNullWhereAValueIsWanted(@TempDir Path folder) throws IOException {
    Path project = Workshop.copy("kotlin");
    requireSuccess(maven(project, "compile"));
    Outcome outcome =
        java(
            Workshop.jdk(),
            "--enable-native-access=ALL-UNNAMED",
            "--class-path",
            project.resolve("target/classes")
                + File.pathSeparator
                + project.resolve("target/lib/*"),
            "FieldKt",
            folder.toString());
    assertThat(outcome.output().lines()).containsExactly("sum 10.0", "line text");

    Files.copy(
        project.resolve("src/refused/Refused.kt"), project.resolve("src/main/kotlin/Refused.kt"));
    Outcome refused = maven(project, "compile");
    assertThat(refused.status()).isNotZero();
    assertThat(refused.output()).contains("Refused.kt:4:", "Refused.kt:6:");
  }

  @Test
  void singleFileNamesWhatItNeedsInAComment(@TempDir Path folder) throws IOException {
    String program =
        Files.readString(Workshop.copy("single-file").resolve("Column.java"))
            .replace("${penstock.version}", Workshop.VERSION);
    Path source = Files.writeString(folder.resolve("Column.java"), program);
    Path column = Files.writeString(folder.resolve("column"), "1 a\n20 b\n300 c\n");
    Outcome outcome =
        java(
            Workshop.jdk(),
            "--enable-native-access=ALL-UNNAMED",
            "--class-path",
            dependencies(program),
            source.toString(),
            column.toString());
    assertThat(outcome).isEqualTo(new Outcome(0, "sum 321" + System.lineSeparator()));
  }

  private static String dependencies(String program) throws IOException {
    Matcher dependency =
        Pattern.compile("^//DEPS io\\.penstock:penstock-(\\w+):", Pattern.MULTILINE)
            .matcher(program);
    StringBuilder path = new StringBuilder();
    for (var one : dependency.results().toList()) {
      path.append(Workshop.jar(one.group(1))).append(File.pathSeparatorChar);
    }
    return path.toString();
  }
}
