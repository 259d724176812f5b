package io.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The tests that the documentation names, for a promise or an operation.
class DocumentedTestsTest {
  private static final Pattern NAME =
      Pattern.compile("`([A-Z][A-Za-z0-9]*(?:Test|Properties))(?:#([a-zA-Z0-9]+))?`");

  /// The placeholders of CONTRIBUTING.md.
  private static final List<String> PATTERNS = List.of("XTest", "XProperties", "XProcessTest");

  @Test
  void everyTestThatAPageNamesIsThere() throws IOException {
    Map<String, String> tests = tests();
    List<String> absent = new ArrayList<>();
    int names = 0;
    for (Path page : DocumentedBlock.pages()) {
      for (MatchResult name : NAME.matcher(Files.readString(page)).results().toList()) {
        names++;
        if (!isThere(name, tests)) {
          absent.add(DocumentedBlock.HOME.relativize(page) + ": " + name.group());
        }
      }
    }
    assertThat(absent).isEmpty();
    assertThat(names).isGreaterThan(100);
  }

  private static boolean isThere(MatchResult name, Map<String, String> tests) {
    Optional<String> method = Optional.ofNullable(name.group(2));
    String source = tests.getOrDefault(name.group(1), "");
    return PATTERNS.contains(name.group(1))
        || (!source.isEmpty()
            && method.map(each -> source.contains("void " + each + "(")).orElse(true));
  }

  /// The sources of each test; some modules have a test of the same name.
  private static Map<String, String> tests() throws IOException {
    Map<String, String> tests = new HashMap<>();
    try (Stream<Path> modules = Files.list(DocumentedBlock.HOME)) {
      for (Path module : modules.toList()) {
        addTests(module.resolve("src/test/java"), tests);
      }
    }
    return tests;
  }

  private static void addTests(Path folder, Map<String, String> tests) throws IOException {
    if (Files.isDirectory(folder)) {
      List<Path> sources;
      try (Stream<Path> files = Files.walk(folder)) {
        sources = files.filter(file -> file.toString().endsWith(".java")).toList();
      }
      for (Path source : sources) {
        String name = source.getFileName().toString().replace(".java", "");
        tests.merge(name, Files.readString(source), String::concat);
      }
    }
  }
}
