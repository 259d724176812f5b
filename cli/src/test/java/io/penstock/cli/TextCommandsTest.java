package io.penstock.cli;

import static io.penstock.cli.Printed.byPenstock;
import static io.penstock.cli.Printed.byTool;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `count`, `find` and `lines` beside `wc`, `grep` and `sed`, on texts of many kinds.
class TextCommandsTest {
  @TempDir private Path folder;
  private final List<Path> texts = new ArrayList<>();
  private final Random random = new Random(42);

  @BeforeEach
  void writeTexts() throws IOException {
    text(
        "log",
        line -> "10.0.0.%d GET /item-%d HTTP/1.1 200 %d\n".formatted(line % 256, line, line * 7));
    text("short", line -> "x".repeat(line % 4) + "\n");
    text("multibyte", line -> "größe %d 漢字 😀\n".formatted(line));
    text("windows", line -> "line %d\r\n".formatted(line));
    text("long", line -> "word ".repeat(line % 3000) + "item-" + line + "\n");
    Files.writeString(folder.resolve("open"), "item-1\nno newline");
    Files.writeString(folder.resolve("empty"), "");
    byte[] noise = new byte[300_000];
    random.nextBytes(noise);
    Files.write(folder.resolve("noise"), noise);
    for (String name : List.of("open", "empty", "noise")) {
      texts.add(folder.resolve(name));
    }
  }

  private interface LineMaker {
    String line(int number);
  }

  private void text(String name, LineMaker maker) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int line = 1; text.length() < 400_000; line++) {
      text.append(maker.line(line));
    }
    texts.add(Files.writeString(folder.resolve(name), text));
  }

  @Test
  void countsAreThoseOfWc() throws Exception {
    for (Path text : texts) {
      for (String option : List.of("-l", "-w", "-c")) {
        // What wc takes for a word among bytes that are no text differs from version to version.
        if (!(option.equals("-w") && text.endsWith("noise"))) {
          assertThat(byPenstock("count", option, text.toString()))
              .as(text + " " + option)
              .isEqualTo(byTool("C.UTF-8", "wc", option, text.toString()));
        }
      }
    }
  }

  @Test
  void whatNeedsNoGrammarIsCountedAsByTheGrammar() {
    String log = folder.resolve("log").toString();
    String missing = folder.resolve("missing").toString();
    for (String[] plain :
        new String[][] {{"count", log}, {"count", "-l", log, log}, {"count", "-m", missing, log}}) {
      String[] full = Arrays.copyOf(plain, plain.length + 1);
      full[plain.length] = "--threads=+" + Runtime.getRuntime().availableProcessors();
      assertThat(Shortcut.of(plain)).isPresent();
      assertThat(Shortcut.of(full)).isEmpty();
      assertThat(byPenstock(plain)).isEqualTo(byPenstock(full));
    }
  }

  @Test
  void charactersAreThoseOfWcInUtf8() throws Exception {
    for (Path text : texts) {
      if (!text.endsWith("noise")) {
        assertThat(byPenstock("count", "-m", text.toString()))
            .as(text.toString())
            .isEqualTo(byTool("C.UTF-8", "wc", "-m", text.toString()));
      }
    }
  }

  @Test
  void linesThatHaveATextAreThoseOfGrep() throws Exception {
    for (Path text : texts) {
      for (String wanted :
          List.of("item-1", "7", "größe", "word word", "nowhere to be found", " ")) {
        assertThat(byPenstock("find", "-F", wanted, text.toString()))
            .as(text + " " + wanted)
            .isEqualTo(byTool("C", "grep", "-a", "-F", "-f", file(wanted), text.toString()));
      }
    }
  }

  @Test
  void linesThatMatchAnExpressionAreThoseOfGrep() throws Exception {
    for (Path text : texts) {
      for (String wanted :
          List.of("item-[0-9]*5", "^x", "^$", "7+ ?2", "(GET|ord) ", "item-?", "gr..e")) {
        if (!text.endsWith("noise") && !text.endsWith("windows")) {
          assertThat(byPenstock("find", wanted, text.toString()))
              .as(text + " " + wanted)
              .isEqualTo(byTool("C.UTF-8", "grep", "-E", wanted, text.toString()));
        }
      }
    }
  }

  @Test
  void numbersAndCountsOfMatchesAreThoseOfGrep() throws Exception {
    for (Path text : texts) {
      for (String option : List.of("-n", "-c")) {
        assertThat(byPenstock("find", "-F", option, "item-1", text.toString()))
            .as(text + " " + option)
            .isEqualTo(byTool("C", "grep", "-a", "-F", option, "item-1", text.toString()));
      }
    }
  }

  @Test
  void severalTextsAreNamedAsByGrepAndWc() throws Exception {
    String[] names = texts.stream().map(Path::toString).toArray(String[]::new);
    assertThat(byPenstock(with(names, "find", "-F", "item-1")))
        .isEqualTo(byTool("C", with(names, "grep", "-a", "-F", "item-1")));
    assertThat(byPenstock(with(names, "find", "-F", "-n", "item-1")))
        .isEqualTo(byTool("C", with(names, "grep", "-a", "-F", "-n", "item-1")));
    assertThat(byPenstock(with(names, "count", "-l")).unpadded())
        .isEqualTo(byTool("C", with(names, "wc", "-l")).unpadded());
  }

  @Test
  void linesByNumberAreThoseOfSed() throws Exception {
    for (Path text : texts) {
      long lines =
          Long.parseLong(byPenstock("count", "-l", text.toString()).bytes().split(" ", 2)[0]);
      for (int i = 0; i < 5 && lines > 0; i++) {
        long first = 1 + random.nextLong(lines);
        long last = first + random.nextLong(lines - first + 1);
        assertThat(byPenstock("lines", text.toString(), first + "-" + last))
            .as("%s %d-%d", text, first, last)
            .isEqualTo(byTool("C", "sed", "-n", first + "," + last + "p", text.toString()));
      }
    }
  }

  @Test
  void aLastLineWithoutAnEndGetsOneWhereALineFollows() {
    String open = folder.resolve("open").toString();
    assertThat(CommandRun.of("lines", open, "2", "1-2", "1").results())
        .isEqualTo("no newline\nitem-1\nno newline\nitem-1\n");
    assertThat(CommandRun.of("lines", open, "2").results()).isEqualTo("no newline");
  }

  @Test
  void aSavedIndexServesTheNextTime() throws Exception {
    Path log = texts.getFirst();
    Printed first = byPenstock("lines", "--save", log.toString(), "17");
    assertThat(folder.resolve("log.lines")).exists();
    assertThat(byPenstock("lines", "--save", log.toString(), "17")).isEqualTo(first);
  }

  @Test
  void wordsAreThoseOfTrSortAndUniq() throws Exception {
    for (Path text : texts) {
      if (!text.endsWith("noise")) {
        String pipeline =
            "tr -cs 'a-zA-Z0-9_\\200-\\377' '\\n' < \"$1\" | grep -a . | sort | uniq -c | sort -k1,1nr -k2";
        assertThat(byPenstock("words", text.toString()).unpadded())
            .as(text.toString())
            .isEqualTo(byTool("C", "sh", "-c", pipeline, "sh", text.toString()).unpadded());
      }
    }
  }

  @Test
  void wordsMayBeCountedWhateverTheirCase() throws IOException {
    Path text = Files.writeString(folder.resolve("case"), "The cat, the dog; THE end");
    assertThat(CommandRun.of("words", "-i", "--top", "2", text.toString()).results())
        .isEqualTo("3 the\n1 cat\n");
    assertThat(CommandRun.of("words", "--json", "--top", "1", text.toString()).results())
        .contains("\"word\" : \"THE\"", "\"count\" : 1");
  }

  @Test
  void jsonHoldsWhatIsCountedFoundAndAskedFor() throws Exception {
    String open = folder.resolve("open").toString();
    assertThat(CommandRun.of("count", "--json", open).results())
        .contains("\"newlines\" : 1", "\"words\" : 3", "\"bytes\" : 17");
    assertThat(CommandRun.of("find", "--json", "new", open).results())
        .contains("\"number\" : 2", "\"offset\" : 7", "\"text\" : \"no newline\"");
    assertThat(CommandRun.of("lines", "--json", open, "1").results())
        .contains("\"number\" : 1", "\"text\" : \"item-1\"");
  }

  @Test
  void whatCannotBeReadIsNamedAndTheRestIsDone() {
    String open = folder.resolve("open").toString();
    CommandRun run = CommandRun.of("count", "-l", "missing", folder.toString(), open);
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.results()).contains("1 " + open);
    assertThat(run.diagnostics())
        .contains("penstock: missing: no such file", folder + ": is a folder; name a file");
    assertThat(CommandRun.of("find", "item", "missing", open).status()).isEqualTo(2);
  }

  @Test
  void wrongArgumentsGetOneLineEach() {
    String open = folder.resolve("open").toString();
    refused("'[' is no regular expression", "find", "[", open);
    refused("no line has a newline", "find", "-F", "a\nb", open);
    refused("'0' names no lines", "lines", open, "0");
    refused("'9-3' names no lines", "lines", open, "9-3");
    refused("'x' is neither N nor N-M", "lines", open, "x");
    refused("has 2 lines, not 3", "lines", open, "3");
    refused("--threads must be 1 to 1024, not 0", "count", "--threads", "0", open);
    refused("must be 1 to 1024, not 1000000", "find", "--threads", "1000000", "x", open);
  }

  private static void refused(String reason, String... arguments) {
    CommandRun run = CommandRun.of(arguments);
    assertThat(run.status()).isIn(1, 2);
    assertThat(run.results()).isEmpty();
    assertThat(run.diagnostics().lines()).singleElement().asString().contains(reason);
  }

  private static String[] with(String[] names, String... words) {
    List<String> all = new ArrayList<>(Arrays.asList(words));
    all.addAll(Arrays.asList(names));
    return all.toArray(String[]::new);
  }

  // A process is given arguments in the encoding of this one's locale, which may be ASCII.
  private String file(String pattern) throws IOException {
    return Files.writeString(folder.resolve("pattern"), pattern + "\n").toString();
  }
}
