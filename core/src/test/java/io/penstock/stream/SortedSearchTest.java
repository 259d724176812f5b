package io.penstock.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.Examples;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The example that searches a file of sorted lines, against a search of all of them.
class SortedSearchTest {
  @TempDir static Path classes;
  @TempDir Path folder;

  @BeforeAll
  static void compile() throws IOException, InterruptedException {
    Examples.compile(classes, "search");
  }

  @Test
  void theLinesThatBeginWithAKeyAreFound() throws Exception {
    Random random = new Random(1);
    TreeSet<String> lines = new TreeSet<>();
    while (lines.size() < 20_000) {
      lines.add(Integer.toString(random.nextInt(10_000_000), 36));
    }
    Path file = Files.write(folder.resolve("sorted"), lines);
    for (String key : List.of("", "5", "5a", "zz", "0", "zzzzzz", lines.first(), lines.last())) {
      String expected =
          lines.stream()
              .filter(line -> line.startsWith(key))
              .map(line -> line + "\n")
              .collect(Collectors.joining());
      assertThat(printed(file, key)).as(key).isEqualTo(expected);
    }
  }

  @Test
  void anEmptyFileHasNoSuchLine() throws Exception {
    Path file = Files.write(folder.resolve("empty"), new byte[0]);
    assertThat(printed(file, "key")).isEmpty();
  }

  @Test
  void aLastLineWithoutAnEndIsFound() throws Exception {
    Path file = Files.writeString(folder.resolve("open"), "a\nb");
    assertThat(printed(file, "b")).isEqualTo("b\n");
    assertThat(printed(file, "c")).isEmpty();
  }

  private static String printed(Path file, String key) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream before = System.out;
    System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    try (Examples examples = Examples.load(classes)) {
      examples.main("SortedSearch", file.toString(), key);
    } finally {
      System.setOut(before);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
