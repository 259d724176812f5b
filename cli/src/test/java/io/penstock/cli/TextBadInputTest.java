package io.penstock.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `count`, `find`, `lines` and `words` on texts that are not as they should be.
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class TextBadInputTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @TempDir private Path folder;

  private String file(String latin) throws IOException {
    return Files.write(folder.resolve("text"), latin.getBytes(ISO_8859_1)).toString();
  }

  private static String printed(String... arguments) {
    Printed printed = Printed.byPenstock(arguments);
    assertThat(printed.status()).as(String.join(" ", arguments)).isZero();
    return printed.bytes();
  }

  @Test
  void malformedUtf8IsPrintedAsItIsAndCountedByBytesThatDoNotGoOn() throws IOException {
    String text = file("a\u00c3(\u00ff b\n\u0080\u0080c\n");
    assertThat(printed("count", "-m", text)).isEqualTo("9 " + text + "\n");
    assertThat(printed("find", "b$", text)).isEqualTo("a\u00c3(\u00ff b\n");
    assertThat(printed("find", "-F", "c", text)).isEqualTo("\u0080\u0080c\n");
    assertThat(printed("lines", text, "1")).isEqualTo("a\u00c3(\u00ff b\n");
    assertThat(printed("words", text)).contains("1 b\n");
  }

  @Test
  void aByteOrderMarkIsACharacterOfTheFirstLine() throws IOException {
    String text = file("\u00ef\u00bb\u00bfa\nb\n");
    assertThat(printed("count", "-m", text)).isEqualTo("5 " + text + "\n");
    assertThat(Printed.byPenstock("find", "-c", "^a", text)).isEqualTo(new Printed(1, "0\n"));
    assertThat(printed("lines", text, "1")).isEqualTo("\u00ef\u00bb\u00bfa\n");
  }

  @Test
  void utf16IsCutAtItsBytesAndNothingIsFoundInIt() throws IOException {
    String text = file(new String("one\ntwo\n".getBytes(UTF_16LE), ISO_8859_1));
    assertThat(printed("count", "-l", text)).isEqualTo("2 " + text + "\n");
    assertThat(Printed.byPenstock("find", "-F", "one", text)).isEqualTo(new Printed(1, ""));
    assertThat(printed("lines", text, "1")).isEqualTo("o\0n\0e\0\n");
  }

  @Test
  void aFileOfNulsIsALine() throws IOException {
    String text = file("\0".repeat(100_000));
    assertThat(printed("count", "-l", "-w", "-c", text))
        .isEqualTo("     0      1 100000 " + text + "\n");
    assertThat(printed("find", "-c", "^\0+$", text)).isEqualTo("1\n");
    assertThat(printed("lines", text, "1")).hasSize(100_000);
  }

  @Test
  void aTextWithoutNewlineIsALineEverywhere() throws IOException {
    String text = file("no newline");
    assertThat(printed("count", "-l", text)).isEqualTo("0 " + text + "\n");
    assertThat(printed("find", "new", text)).isEqualTo("no newline\n");
    assertThat(printed("lines", text, "1")).isEqualTo("no newline");
    assertThat(printed("words", text)).isEqualTo("1 newline\n1 no\n");
  }

  @Test
  void aLineOfMoreThanTwoGibibytesIsCountedAndPassedButNotSearched() throws IOException {
    Path text = folder.resolve("sparse");
    try (RandomAccessFile file = new RandomAccessFile(text.toFile(), "rw")) {
      file.seek((2L << 30) + 1);
      file.writeBytes("\nx\n");
    }
    assertThat(printed("count", "-l", text.toString())).isEqualTo("2 " + text + "\n");
    assertThat(printed("lines", text.toString(), "2")).isEqualTo("x\n");
    CommandRun run = CommandRun.of("find", "-F", "x", text.toString());
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.diagnostics().lines())
        .singleElement()
        .asString()
        .startsWith("penstock: " + text + ": the line that begins at byte 0 has more than ");
  }

  @Test
  void filesWhoseSizeIsNotRealAreReadToTheirEnd() throws IOException {
    String online = "/sys/devices/system/cpu/online";
    String text = Files.readString(Path.of(online));
    assertThat(printed("count", "-c", online)).isEqualTo(text.length() + " " + online + "\n");
    assertThat(printed("find", "0", online)).isEqualTo(text);
    assertThat(printed("words", "--top", "1", online)).startsWith("1 ");
    CommandRun lines = CommandRun.of("lines", online, "1");
    assertThat(lines.status()).isEqualTo(1);
    assertThat(lines.diagnostics())
        .startsWith("penstock: " + online + ": has another size than it says");
  }

  // ---- expressions on which other engines despair ----------------------------------------------

  @Test
  void anExpressionThatWouldOverflowTheStackIsFoundOrNotAsForGrep() throws IOException {
    String text = file("x\n" + "ab".repeat(500_000) + "\n" + "ab".repeat(500_000) + "c\n");
    assertThat(printed("find", "-c", "(a|b)*c", text)).isEqualTo("1\n");
    assertThat(CommandRun.of("find", "(a|b)*d", text)).isEqualTo(new CommandRun(1, "", ""));
    assertThat(printed("find", "--json", "^(a|b)*c$", text)).contains("\"number\" : 3,");
  }

  @Test
  void anExpressionThatWouldTakeExponentialTimeTakesAMoment() throws IOException {
    String text = file("a".repeat(50_000) + "\n");
    assertThat(CommandRun.of("find", "-c", "(a*)*b|(a|aa)+c", text))
        .isEqualTo(new CommandRun(1, "0\n", ""));
  }

  @Test
  void whatNeedsBacktrackingAndWhatIsNestedTooDeepIsRefused() throws IOException {
    String text = file("x\n");
    for (String pattern : new String[] {"(a)\\1", "a(?=b)", "(".repeat(20_000)}) {
      CommandRun run = CommandRun.of("find", pattern, text);
      assertThat(run.status()).isEqualTo(2);
      assertThat(run.results()).isEmpty();
      assertThat(run.diagnostics().lines())
          .singleElement()
          .asString()
          .startsWith("penstock: '" + pattern + "' is no regular expression of RE2: ");
    }
  }

  /// Nine letters of old Cyrillic, with which RE2/J goes round for ever.
  @Test
  void lettersWhoseCaseHasNoEndAreRefusedWhereCaseIsNotHeeded() throws IOException {
    String text = Files.writeString(folder.resolve("letters"), "\u1c84 \u0432\n").toString();
    for (String pattern :
        new String[] {
          "[a-\u4e2d]",
          "\u1c84",
          "[[:alpha:]a-\\x{1D00}]",
          "[[:-\u4e2d]",
          "[]a-\\x{1C80}]",
          "(?s)[\u1c88]"
        }) {
      CommandRun run = CommandRun.of("find", "-i", pattern, text);
      assertThat(run.status()).isEqualTo(2);
      assertThat(run.diagnostics().lines())
          .singleElement()
          .asString()
          .contains("RE2/J would never end");
    }
    assertThat(CommandRun.of("find", "(?si)[a-\u4e2d]", text).status()).isEqualTo(2);
    String[] harmless = {
      "x-\u4e2d\u6587|\u0412", "[\u4e2d-\u6587-]|\u0412", "[a-\\x{1C7F}\\x{1C89}-\u4e2d]", "[^a-b]"
    };
    for (String pattern : harmless) {
      assertThat(CommandRun.of("find", "-ic", pattern, text))
          .as(pattern)
          .isEqualTo(new CommandRun(0, "1\n", ""));
    }
    assertThat(CommandRun.of("find", "-c", "[a-\u4e2d]", text).results()).isEqualTo("1\n");
  }

  @Test
  void linesAreTextInUtf8WhereTheyAreLongToo() throws IOException {
    String long1 = "x".repeat(100_000);
    Path text =
        Files.writeString(
            folder.resolve("utf8"), "größe\n" + long1 + "ö\n" + long1 + "\nx\u0000y\n" + long1);
    assertThat(printed("find", "-c", "^.{5}$", text.toString())).isEqualTo("1\n");
    assertThat(printed("find", "-c", "x.$", text.toString())).isEqualTo("3\n");
    assertThat(printed("find", "x.$", text.toString()))
        .isEqualTo(long1 + "\u00c3\u00b6\n" + long1 + "\n" + long1 + "\n");
    assertThat(printed("find", "-n", "xö$", text.toString()))
        .isEqualTo("2:" + long1 + "\u00c3\u00b6\n");
  }

  @Test
  void aLineThatIsFoundIsHeldOnceHoweverLong() throws IOException {
    int length = 64 << 20;
    Path text = folder.resolve("long");
    try (RandomAccessFile file = new RandomAccessFile(text.toFile(), "rw")) {
      file.seek(length);
      file.writeBytes("x\n");
    }
    for (String option : new String[] {"-F", "-n"}) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      int status =
          Main.run(
              new Results(OutputStream.nullOutputStream(), UTF_8),
              new PrintWriter(System.err, true, UTF_8),
              "find",
              "--threads=1",
              option,
              "x",
              text.toString());
      assertThat(status).isZero();
      // An array that doubles until the line fits: twice its length in all, or little more.
      assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(5L * length / 2);
    }
  }

  @Test
  void foldersAreNamedByEveryVerb() {
    for (List<String> verb :
        List.of(
            List.of("count", folder.toString()),
            List.of("find", "x", folder.toString()),
            List.of("lines", folder.toString(), "1"),
            List.of("words", folder.toString()))) {
      CommandRun run = CommandRun.of(verb.toArray(String[]::new));
      assertThat(run.status()).isIn(1, 2);
      assertThat(run.results()).isEmpty();
      assertThat(run.diagnostics()).startsWith("penstock: " + folder + ": is a folder");
    }
  }

  @Test
  void aSavedIndexThatIsStaleCutShortOrMadeUpIsMadeAgain() throws IOException {
    String text = file("one\ntwo\nthree\n");
    Path saved = folder.resolve("text.lines");
    assertThat(printed("lines", "--save", text, "3")).isEqualTo("three\n");
    byte[] index = Files.readAllBytes(saved);
    file("1\n2\n3\n4\n");
    assertThat(printed("lines", "--save", text, "4")).isEqualTo("4\n");
    for (int length : new int[] {0, 7, 8, index.length - 1}) {
      Files.write(saved, Arrays.copyOf(index, length));
      assertThat(printed("lines", "--save", text, "4")).isEqualTo("4\n");
    }
    index[20]++;
    Files.write(saved, index);
    assertThat(printed("lines", "--save", text, "4")).isEqualTo("4\n");
  }

  @Test
  void whatIsNoIndexIsNamedAndLeftAlone() throws IOException {
    String text = file("one\n");
    Path saved = Files.writeString(folder.resolve("text.lines"), "somebody's own");
    CommandRun run = CommandRun.of("lines", "--save", text, "1");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.diagnostics())
        .isEqualTo(
            "penstock: "
                + saved
                + ": is no index of lines, and is not overwritten; name another file\n");
    assertThat(saved).hasContent("somebody's own");
  }
}
