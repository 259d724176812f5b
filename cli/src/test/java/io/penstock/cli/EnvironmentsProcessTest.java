package io.penstock.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/// The check of all parts against plain JDK code, `examples/environments`, in every environment
/// that can be made on this machine.
@Timeout(1800)
class EnvironmentsProcessTest {
  private static final Path HOME =
      Path.of(Objects.requireNonNull(System.getProperty("penstock.home")));
  private static final Path SCRIPT = HOME.resolve("examples/environments/environments.sh");

  @TestFactory
  Stream<DynamicTest> everyPartDoesItsJobInEveryEnvironment() throws Exception {
    Run all = Run.of();
    return settings().stream()
        .map(
            setting ->
                DynamicTest.dynamicTest(setting, () -> requireOk(all, row(all.table(), setting))));
  }

  private static void requireOk(Run all, String row) {
    assumeFalse(row.contains("| not here: "), row);
    assertThat(row).as(all.diagnostics()).doesNotContain("**");
  }

  private static String row(List<String> table, String setting) {
    return table.stream()
        .filter(row -> row.startsWith("| " + setting + " |"))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no row for " + setting + " in " + table));
  }

  @Test
  void theDocumentationHasARowForEachSetting() throws Exception {
    List<String> page = Files.readAllLines(HOME.resolve("docs/environments.md"));
    for (String setting : settings()) {
      assertThat(page).anyMatch(row -> row.startsWith("| " + setting + " |"));
    }
  }

  private static List<String> settings() throws IOException {
    Process list = script("--list").start();
    return new String(list.getInputStream().readAllBytes(), UTF_8).lines().toList();
  }

  private static ProcessBuilder script(String... arguments) {
    ProcessBuilder builder = new ProcessBuilder(SCRIPT.toString());
    builder.command().addAll(Arrays.asList(arguments));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    return builder;
  }

  /// What the script printed.
  private record Run(List<String> table, String diagnostics) {
    static Run of() throws IOException, InterruptedException {
      Path errors = Files.createTempFile("environments", ".err");
      try {
        Process process = script().redirectError(errors.toFile()).start();
        process.getOutputStream().close();
        List<String> table =
            new String(process.getInputStream().readAllBytes(), UTF_8).lines().toList();
        process.waitFor();
        return new Run(table, new String(Files.readAllBytes(errors), UTF_8));
      } finally {
        Files.delete(errors);
      }
    }
  }
}
