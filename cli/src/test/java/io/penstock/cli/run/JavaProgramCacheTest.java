package io.penstock.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JavaProgramCacheTest {
  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void create() throws Exception {
    file = Files.createFile(folder.resolve("ranks.aot"));
  }

  private List<String> options(String... javaOptions) {
    return options(file, Map.of(), javaOptions);
  }

  private static List<String> options(
      Path cache, Map<String, String> environment, String... javaOptions) {
    JavaProgram program = new JavaProgram(List.of(), List.of(javaOptions), "Main", List.of());
    return program.cacheOptions(cache, environment);
  }

  @Test
  void aRankStartsFromTheCacheAndItsJvmDoesNotSpeakOfIt() {
    assertThat(options()).containsExactly("-XX:AOTCache=" + file, "-Xlog:aot*=off,cds*=off");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-Xmx2g", "-Xss1m", "-ea", "-Dname=value"})
  void anOptionThatTheCacheDoesNotDependOnIsAllowed(String option) {
    assertThat(options(option)).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-XX:+UseZGC",
        "-XX:AOTCache=other",
        "-Xshare:off",
        "-Xmx32g",
        "-Xmx40000m",
        "-Xmx33554432k",
        "-Xmx34359738368",
        "-javaagent:agent.jar",
        "--module-path",
        "-Djava.system.class.loader=Other",
        "@options"
      })
  void anyOtherMayMakeItUnfit(String option) {
    assertThat(options("-ea", option)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"})
  void soMayOptionsOfTheEnvironment(String variable) {
    assertThat(options(file, Map.of(variable, "-XX:+UseZGC"))).isEmpty();
  }

  @Test
  void aCacheThatWasNotMadeIsNotNamed() {
    assertThat(options(folder.resolve("absent"), Map.of())).isEmpty();
  }

  @Test
  void aNameThatAJvmWouldTakeForTwoIsNotUsed() throws Exception {
    Path other = Files.createFile(folder.resolve("a" + File.pathSeparator + "b.aot"));
    assertThat(options(other, Map.of())).isEmpty();
  }
}
