package io.penstock.cli;

import static java.util.Locale.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.SpokenAssumption;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `find` with the options that grep has too: what it prints, and its exit status, are grep's.
class FindTest {
  private static final List<String> PATTERNS =
      List.of("line", "LINE", "^", "$", "one|two", "[a-c]+", "x*", "größe", "no such thing", "\\.");

  @TempDir private Path folder;
  private Path tree = Path.of("");

  @BeforeEach
  void writeTree() throws IOException {
    tree = Files.createDirectory(folder.resolve("tree"));
    Files.writeString(tree.resolve("a.txt"), "Line one\nline TWO\n\nthree\nGröße GRÖSSE größe\n");
    Files.writeString(tree.resolve("open"), "one\nno end of LINE");
    Files.createFile(tree.resolve("empty"));
    Path below = Files.createDirectories(tree.resolve("b/c"));
    Files.writeString(below.resolve("deep.txt"), "a line below\nabc\nABC\n");
    Files.write(below.resolve("binary"), "line\0line\none\n".getBytes(StandardCharsets.UTF_8));
    Files.createSymbolicLink(tree.resolve("link"), Path.of("b"));
    Files.createSymbolicLink(tree.resolve("dead"), Path.of("nowhere"));
  }

  private static final List<String> OPTIONS =
      List.of(
          "-n",
          "-i",
          "-v",
          "-c",
          "-i -v",
          "-i -n",
          "-v -n",
          "-v -c",
          "-i -v -c",
          "-F",
          "-F -i",
          "-F -v",
          "-F -i -v -n",
          "--color=always",
          "--color=always -n",
          "--color=always -i -n",
          "--color=always -v -n",
          "--color=always -c",
          "--color=always -F -i");

  static List<String> options() {
    return OPTIONS;
  }

  @ParameterizedTest
  @MethodSource("options")
  void linesOfFilesAreThoseOfGrep(String options) throws Exception {
    for (String pattern : PATTERNS) {
      for (List<String> files :
          List.of(
              List.of("a.txt"),
              List.of("open"),
              List.of("empty"),
              List.of("b/c/binary"),
              List.of("a.txt", "open", "b/c/deep.txt"))) {
        String[] operands = files.stream().map(this::path).toArray(String[]::new);
        find(options, pattern, operands)
            .assertSameAs(grep("-a " + options, pattern, operands), options + " " + pattern);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("options")
  void linesOfTreesAreThoseOfGrep(String options) throws Exception {
    for (String pattern : PATTERNS) {
      for (List<String> operands :
          List.of(
              List.of(""),
              List.of("b"),
              List.of("link"),
              List.of("a.txt"),
              List.of("a.txt", "b"),
              List.of("b", "missing"))) {
        String[] paths = operands.stream().map(this::path).toArray(String[]::new);
        Printed found = find("-r " + options, pattern, paths);
        // To grep a zero byte ends a line too, where it counts those of a file that is no text.
        String recursive = List.of(options.split(" ", -1)).contains("-c") ? "-r -a " : "-r ";
        Printed expected = grep(recursive + options, pattern, paths);
        assertThat(found.bytes().lines().sorted())
            .as("-r %s %s %s", options, pattern, operands)
            .containsExactlyElementsOf(expected.bytes().lines().sorted().toList());
        assertThat(found.status()).isEqualTo(expected.status());
      }
    }
  }

  private String path(String name) {
    return tree.resolve(name).toString();
  }

  private static Printed find(String options, String pattern, String... operands) {
    List<String> words = new ArrayList<>(List.of("find"));
    words.addAll(List.of(options.split(" ", -1)));
    words.add(pattern);
    words.addAll(List.of(operands));
    return Printed.byPenstock(words.toArray(String[]::new));
  }

  // A process is given arguments in the encoding of this one's locale, which may be ASCII.
  private Printed grep(String options, String pattern, String... operands) throws Exception {
    Path patterns = Files.writeString(folder.resolve("patterns"), pattern + "\n");
    List<String> words = new ArrayList<>(List.of("grep", "-f", patterns.toString()));
    words.addAll(List.of(options.split(" ", -1)));
    if (!words.contains("-F")) {
      words.add("-E");
    }
    words.addAll(List.of(operands));
    return Printed.byTool("C.UTF-8", words.toArray(String[]::new));
  }

  @Test
  void filesBelowALinkToAFolderAreNamedAsThoseBelowTheFolder() {
    CommandRun run = CommandRun.of("find", "-r", "-n", "below", path("link"));
    assertThat(run.results()).isEqualTo(path("link/c/deep.txt") + ":1:a line below\n");
    assertThat(CommandRun.of("find", "-r", "--json", "below", path("link")).results())
        .contains("\"name\" : \"" + path("link/c/deep.txt") + "\"");
    assertThat(CommandRun.of("find", "-r", "line", path("link")).diagnostics())
        .isEqualTo("penstock: " + path("link/c/binary") + ": binary file matches\n");
  }

  @Test
  void filesOfATreeComeInTheOrderOfTheirNames() {
    assertThat(CommandRun.of("find", "-r", "-c", "line", tree.toString()).results().lines())
        .extracting(line -> line.substring(tree.toString().length() + 1))
        .containsExactly("a.txt:1", "b/c/binary:1", "b/c/deep.txt:1", "empty:0", "open:0");
  }

  @Test
  void aBinaryFileInATreeIsNamedAndNotPrinted() {
    CommandRun run = CommandRun.of("find", "-r", "line", path("b/c"));
    assertThat(run.status()).isZero();
    assertThat(run.results()).isEqualTo(path("b/c/deep.txt") + ":a line below\n");
    assertThat(run.diagnostics())
        .isEqualTo("penstock: " + path("b/c/binary") + ": binary file matches\n");
    CommandRun json = CommandRun.of("find", "-r", "--json", "line", path("b/c"));
    assertThat(json.results()).contains("deep.txt").doesNotContain("binary");
    assertThat(json.diagnostics()).contains("binary file matches");
    assertThat(CommandRun.of("find", "-r", "nowhere", path("b/c")).diagnostics()).isEmpty();
  }

  @Test
  void aFolderIsReadOnlyIfThatIsAskedFor() {
    CommandRun run = CommandRun.of("find", "line", tree.toString(), path("a.txt"));
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.diagnostics()).contains(tree + ": is a folder").hasLineCount(1);
    assertThat(run.results()).isEqualTo(path("a.txt") + ":line TWO\n");
  }

  @Test
  void whatCannotBeReadInATreeIsNamedAndTheRestIsRead() throws IOException {
    Files.createFile(tree.resolve("a-secret"), PosixFilePermissions.asFileAttribute(Set.of()));
    SpokenAssumption.that(!Files.isReadable(tree.resolve("a-secret")), "root reads everything");
    CommandRun run = CommandRun.of("find", "-r", "one", tree.toString());
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.diagnostics()).contains("a-secret: permission denied");
    assertThat(run.results()).contains("a.txt:Line one", "open:one");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a+b", "a.b", "\\Q", "\\E", "(", "grö", "a\\"})
  void aLiteralIsOneWhateverItsCase(String wanted) throws IOException {
    Path text =
        Files.writeString(folder.resolve("text"), "x" + wanted.toUpperCase(ROOT) + "y\nb\n");
    CommandRun run = CommandRun.of("find", "-F", "-i", wanted, text.toString());
    assertThat(run.results()).isEqualTo("x" + wanted.toUpperCase(ROOT) + "y\n");
    assertThat(CommandRun.of("find", "-F", "-i", "-v", wanted, text.toString()).results())
        .isEqualTo("b\n");
  }

  @Test
  void nothingIsPaintedWhereThereIsNoTerminal() {
    for (String when : List.of("auto", "never")) {
      assertThat(CommandRun.of("find", "--color", when, "one", path("open")).results())
          .isEqualTo("one\n");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\r", "\r", "aa\r", "x\ra"})
  void aCarriageReturnInALiteralIsFoundAtALinesEndWhateverTheCase(String wanted) throws Exception {
    Path text = Files.writeString(folder.resolve("text"), "a\r\nAA\r\na\nX\rA\n\r\nb\r\r\nA\r");
    for (String options : List.of("-F", "-F -i", "-F -i -v", "-F -v", "-F -i -c", "-F -i -n")) {
      find(options, wanted, text.toString())
          .assertSameAs(grep("-a " + options, wanted, text.toString()), options);
    }
  }

  @Test
  void bytesThatAreNoTextStayAsTheyAreWhenTheyArePainted() throws IOException {
    Path text = Files.write(folder.resolve("text"), new byte[] {'a', (byte) 0xff, 'b', '\n'});
    assertThat(Printed.byPenstock("find", "--color=always", "b", text.toString()).bytes())
        .isEqualTo("a\u00ffb\n");
  }

  @Test
  void jsonHasTheOtherLinesToo() {
    assertThat(CommandRun.of("find", "--json", "-v", "-i", "line", path("open")).results())
        .contains("\"text\" : \"one\"")
        .doesNotContain("LINE");
  }
}
