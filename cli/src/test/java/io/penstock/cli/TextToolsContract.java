package io.penstock.cli;

import static io.penstock.cli.Printed.byPenstock;
import static io.penstock.cli.Printed.byTool;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.penstock.testing.Python;
import io.penstock.testing.Seed;
import io.penstock.text.ByteSlice;
import io.penstock.text.Lines;
import io.penstock.text.TextCount;
import io.penstock.text.TextWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Texts are to `count`, `find`, `lines` and `words` what they are to wc, grep, sed and Python.
///
/// Where rules differ, each is held to its own, and nothing is left out:
/// - A word is what white space of ASCII separates, as in Python's `bytes.split`. To wc a word must
///   have a byte that can be printed in its locale, and in UTF-8 other spaces separate too. So wc
///   is given the same text with an `x` for each byte that is neither of ASCII nor white space.
/// - A character is a byte that does not go on with one before. wc leaves out what is malformed. So
///   texts that are well-formed are given to `wc -m`, and of all others wc counts the bytes that do
///   not go on.
/// - The text of a line ends before the carriage return of a CRLF; to grep that belongs to it. So
///   where an expression asks for the end, grep is given the text without these. To Java `$` is
///   also before a second one, as in random bytes: there it is not asked for.
/// - To an expression, malformed bytes are U+FFFD; grep's sets have them in the locale C only.
///   Expressions of ASCII are looked for in that one.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class TextToolsContract {
  private static final List<String> LITERALS =
      List.of(
          "return",
          "static final",
          "e",
          " ",
          "}",
          "item-1",
          ".SH",
          "#define",
          "größe",
          "é",
          "漢字",
          "😀",
          "nowhere to be found");
  private static final List<String> EXPRESSIONS =
      List.of(
          "[0-9]+\\.[0-9]+",
          "^[A-Z][a-z]+ ",
          "(public|private|struct|item)[ -][A-Za-z0-9]+",
          "return [a-z ]*[0-9;]",
          "item-[0-9]*5 ",
          "0x?[0-9a-f]{4}",
          "(ee|tt)[a-z]*(oo|0|e)");
  private static final List<String> TO_THE_END = List.of("^$", "^[a-z ]*$", "[;}e] ?$", "[0-9]x?$");
  private static final List<String> OF_ALL_SCRIPTS = List.of("[äöüé漢]", "gr(ö|ü)(ß|s)e", "^é|😀+");
  private static final Pattern NUMBER =
      Pattern.compile("(?<![\\w.])-?\\d+(\\.\\d+)?([eE][+-]?\\d+)?(?![\\w.])");
  private static final int MOST_NUMBERS = 200_000;

  @TempDir private static Path folder;
  private List<Corpus> corpora = List.of();
  private Random random = new Random();

  /// The texts, in a folder.
  abstract List<Corpus> write(Path folder, Random random) throws IOException;

  @BeforeAll
  final void writeTexts() throws IOException {
    random = Seed.sow(getClass());
    corpora = write(Files.createDirectory(folder.resolve(getClass().getSimpleName())), random);
  }

  final List<Corpus> corpora() {
    return corpora;
  }

  private static String there(Corpus corpus) throws IOException {
    assumeTrue(Files.size(corpus.path()) > 0, () -> "this machine has no " + corpus.kind());
    return corpus.path().toString();
  }

  // ---- wc --------------------------------------------------------------------------------------

  @ParameterizedTest
  @MethodSource("corpora")
  void newlinesAndBytesAreThoseOfWc(Corpus corpus) throws Exception {
    String text = there(corpus);
    assertThat(numbers(byPenstock("count", "-l", "-c", text)))
        .isEqualTo(numbers(byTool("C", "wc", "-l", "-c", text)));
    byPenstock("count", "-l", text).assertSameAs(byTool("C", "wc", "-l", text), "count -l");
  }

  @ParameterizedTest
  @MethodSource("corpora")
  void wordsAreThoseOfWc(Corpus corpus) throws Exception {
    String printable = "tr '\\000-\\010\\016-\\037\\177-\\377' x < \"$1\" | wc -w";
    String text = there(corpus);
    assertThat(numbers(byPenstock("count", "-w", text))).isEqualTo(numbers(shell(printable, text)));
  }

  @ParameterizedTest
  @MethodSource("corpora")
  void charactersAreThoseOfWc(Corpus corpus) throws Exception {
    String text = there(corpus);
    List<String> counted = numbers(byPenstock("count", "-m", text));
    assertThat(counted).isEqualTo(numbers(shell("tr -d '\\200-\\277' < \"$1\" | wc -c", text)));
    if (isWellFormed(text)) {
      assertThat(counted).isEqualTo(numbers(byTool("C.UTF-8", "wc", "-m", text)));
    }
  }

  private static List<String> numbers(Printed printed) {
    return Arrays.stream(printed.bytes().strip().split("\\s+"))
        .filter(word -> !word.contains("/"))
        .toList();
  }

  private static Printed shell(String pipeline, String text) throws Exception {
    return byTool("C", "sh", "-c", pipeline, "sh", text);
  }

  // ---- grep ------------------------------------------------------------------------------------

  @ParameterizedTest
  @MethodSource("corpora")
  void linesThatHaveATextAreThoseOfGrep(Corpus corpus) throws Exception {
    String text = there(corpus);
    long found = 0;
    for (String wanted : LITERALS) {
      Printed printed = byPenstock("find", "-F", wanted, text);
      printed.assertSameAs(
          byTool("C", "grep", "-a", "-F", "-f", file(wanted), text), "find -F '" + wanted + "'");
      found += printed.bytes().length();
    }
    assertThat(found).isPositive();
  }

  @ParameterizedTest
  @MethodSource("corpora")
  void numbersAndCountsOfLinesAreThoseOfGrep(Corpus corpus) throws Exception {
    String text = there(corpus);
    for (String wanted : LITERALS) {
      for (String option : List.of("-n", "-c")) {
        byPenstock("find", "-F", option, wanted, text)
            .assertSameAs(
                byTool("C", "grep", "-a", "-F", option, "-f", file(wanted), text),
                "find -F %s '%s'".formatted(option, wanted));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("corpora")
  void linesThatMatchAnExpressionAreThoseOfGrep(Corpus corpus) throws Exception {
    String text = there(corpus);
    for (String wanted : EXPRESSIONS) {
      byPenstock("find", wanted, text)
          .assertSameAs(
              byTool("C", "grep", "-a", "-E", "-f", file(wanted), text), "find '" + wanted + "'");
    }
  }

  @ParameterizedTest
  @MethodSource("corpora")
  void linesThatEndWithAnExpressionAreThoseOfGrep(Corpus corpus) throws Exception {
    String text = there(corpus);
    assumeTrue(isWellFormed(text), () -> "what ends a line of " + corpus + " is another question");
    String pipeline = "sed 's/\r$//' < \"$1\" | grep -a -c -E -f \"$2\"";
    for (String wanted : TO_THE_END) {
      byPenstock("find", "-c", wanted, text)
          .assertSameAs(
              byTool("C", "sh", "-c", pipeline, "sh", text, file(wanted)),
              "find -c '" + wanted + "'");
    }
  }

  @ParameterizedTest
  @MethodSource("corpora")
  void expressionsOfOtherScriptsAreFoundAsByGrep(Corpus corpus) throws Exception {
    String text = there(corpus);
    for (String wanted : OF_ALL_SCRIPTS) {
      byPenstock("find", "-n", wanted, text)
          .assertSameAs(
              byTool("C.UTF-8", "grep", "-a", "-n", "-E", "-f", file(wanted), text),
              "find -n '" + wanted + "'");
    }
  }

  // A process is given arguments in the encoding of this one's locale, which may be ASCII.
  private static String file(String pattern) throws IOException {
    return Files.writeString(folder.resolve("pattern"), pattern + "\n").toString();
  }

  // ---- sed -------------------------------------------------------------------------------------

  @ParameterizedTest
  @MethodSource("corpora")
  void linesByNumberAreThoseOfSed(Corpus corpus) throws Exception {
    String text = there(corpus);
    long lines = Lines.of(corpus.path()).count();
    for (int i = 0; i < 5; i++) {
      long[] ends = random.longs(8, 1, lines + 1).distinct().sorted().toArray();
      ends[ends.length - 1] = i == 0 ? lines : ends[ends.length - 1];
      String[] ranges = new String[ends.length / 2];
      Arrays.setAll(ranges, n -> ends[2 * n] + "-" + ends[2 * n + 1]);
      String script = String.join("p;", ranges).replace('-', ',') + "p";
      byPenstock(with(ranges, "lines", text))
          .assertSameAs(byTool("C", "sed", "-n", script, text), "lines " + script);
    }
  }

  private static String[] with(String[] last, String... first) {
    String[] all = Arrays.copyOf(first, first.length + last.length);
    System.arraycopy(last, 0, all, first.length, last.length);
    return all;
  }

  // ---- Python ----------------------------------------------------------------------------------

  @ParameterizedTest
  @MethodSource("corpora")
  void countsAreThoseOfPython(Corpus corpus) throws Exception {
    String text = there(corpus);
    TextCount count = Lines.of(corpus.path()).parallel().countAll();
    assertThat(
            "%d %d %d %d %d"
                .formatted(
                    count.bytes(),
                    count.newlines(),
                    count.lines(),
                    count.words(),
                    count.characters()))
        .isEqualTo(String.join("", python("count", text)));
  }

  @ParameterizedTest
  @MethodSource("corpora")
  void linesAreThoseOfPython(Corpus corpus) throws Exception {
    String text = there(corpus);
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    Lines.of(corpus.path())
        .forEach(
            line -> {
              digest.update((line.length() + ":").getBytes(ISO_8859_1));
              digest.update(line.array(), line.from(), line.length());
            });
    assertThat(python("lines", text)).containsExactly(HexFormat.of().formatHex(digest.digest()));
  }

  @ParameterizedTest
  @MethodSource("corpora")
  void frequenciesOfWordsAreThoseOfPython(Corpus corpus) throws Exception {
    String text = there(corpus);
    String printed = new String(byPenstock("words", text).bytes().getBytes(ISO_8859_1), UTF_8);
    List<String> found =
        printed
            .lines()
            .map(String::stripLeading)
            .map(line -> line.contains("\ufffd") ? line.split(" ", 2)[0] + " ?" : line)
            .toList();
    List<Long> counts = found.stream().map(line -> Long.valueOf(line.split(" ", 2)[0])).toList();
    assertThat(counts).isSortedAccordingTo((one, other) -> Long.compare(other, one));
    List<String> expected = python("words", text);
    assertThat(found.stream().sorted().toList().equals(expected.stream().sorted().toList()))
        .as("the %d words of Python in %s", expected.size(), corpus)
        .isTrue();
  }

  @ParameterizedTest
  @MethodSource("corpora")
  void numbersAreReadAndWrittenAsPythonDoes(Corpus corpus) throws Exception {
    String text = Files.readString(Path.of(there(corpus)), ISO_8859_1);
    List<String> numbers =
        NUMBER.matcher(text).results().limit(MOST_NUMBERS).map(m -> m.group()).toList();
    Path said = folder.resolve("numbers");
    try (TextWriter writer = TextWriter.of(Files.newOutputStream(said))) {
      for (String number : numbers) {
        say(number, writer);
      }
    }
    assertThat(python("numbers", said.toString()))
        .containsExactly(Integer.toString(numbers.size()));
  }

  private static void say(String text, TextWriter writer) throws IOException {
    ByteSlice slice = ByteSlice.of(text);
    double number = slice.parseDouble();
    writer.slice(slice).character(' ');
    writer.text("%016x".formatted(Double.doubleToRawLongBits(number))).character(' ');
    writer.number(number).character(' ').fixed(number, 3).character(' ');
    try {
      writer.number(slice.parseLong());
    } catch (NumberFormatException _) {
      writer.text("-");
    }
    writer.newline();
  }

  private static boolean isWellFormed(String text) {
    return python("decodes", text).equals(List.of("yes"));
  }

  private static List<String> python(String mode, String text) {
    return Python.withNumpy().run(SCRIPT, List.of(), mode, text);
  }

  private static final String SCRIPT = script();

  private static String script() {
    try (InputStream stream =
        Objects.requireNonNull(TextToolsContract.class.getResourceAsStream("text.py"))) {
      return new String(stream.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
