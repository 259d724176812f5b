package io.penstock.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.Seed;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Lines of random texts, with chunks so short that every boundary is met, against the plainest
/// splitter.
class LinesProperties {
  private static final int TEXTS = Seed.cases(2000);

  /// What patterns are put together of: rare enough in random bytes, and with an end of line.
  private static final String[] WANTED = {"a", "b", "ab", "aba", "\r", "\0", "aa", "abab"};

  @TempDir Path folder;
  private final Random random = Seed.sow(LinesProperties.class);
  private final RandomText texts = new RandomText(random);

  @Test
  void linesOfAFileAreThoseOfThePlainestSplitter() throws IOException {
    for (int i = 0; i < TEXTS; i++) {
      byte[] text = text();
      Lines lines = lines(Lines.of(file(text)));
      assertThat(ShownLines.byForEach(lines)).isEqualTo(SplitText.lines(text));
      assertThat(ShownLines.byReader(lines)).isEqualTo(SplitText.lines(text));
    }
  }

  @Test
  void linesOfAStreamAreThoseOfThePlainestSplitterHoweverItsBytesCome() throws IOException {
    for (int i = 0; i < TEXTS; i++) {
      byte[] text = text();
      assertThat(ShownLines.byForEach(lines(Lines.of(texts.drops(text)))))
          .isEqualTo(SplitText.lines(text));
      assertThat(ShownLines.byReader(lines(Lines.of(texts.drops(text)))))
          .isEqualTo(SplitText.lines(text));
    }
  }

  @Test
  void threadsInOrderDeliverTheSameLinesInTheSameOrder() throws IOException {
    for (int i = 0; i < TEXTS / 4; i++) {
      byte[] text = text();
      assertThat(ShownLines.inOrder(lines(Lines.of(file(text))).parallel(3)))
          .isEqualTo(SplitText.lines(text));
      assertThat(ShownLines.inOrder(lines(Lines.of(texts.drops(text))).parallel(3)))
          .isEqualTo(SplitText.lines(text));
    }
  }

  @Test
  void threadsMeetEachLineOnce() throws IOException {
    for (int i = 0; i < TEXTS / 4; i++) {
      byte[] text = text();
      assertThat(ShownLines.byAnyThread(lines(Lines.of(file(text))).parallel(3)))
          .containsExactlyInAnyOrderElementsOf(SplitText.lines(text));
      assertThat(ShownLines.byAnyThread(lines(Lines.of(texts.drops(text))).parallel(3)))
          .containsExactlyInAnyOrderElementsOf(SplitText.lines(text));
    }
  }

  @Test
  void aLineKnowsItsPlaceInTheText() throws IOException {
    for (int i = 0; i < TEXTS; i++) {
      byte[] text = text();
      lines(Lines.of(file(text)))
          .forEach(
              line -> {
                int at = (int) line.offset();
                assertThat(ShownLines.latin(line))
                    .isEqualTo(new String(text, at, line.length(), StandardCharsets.ISO_8859_1));
                assertThat(at == 0 || text[at - 1] == '\n').isTrue();
              });
    }
  }

  // ---- lines that match ------------------------------------------------------------------------

  @Test
  void linesThatHaveATextAreThoseThatContainIt() throws IOException {
    for (int i = 0; i < TEXTS; i++) {
      String wanted = WANTED[random.nextInt(WANTED.length)];
      byte[] bytes = wanted.getBytes(StandardCharsets.ISO_8859_1);
      byte[] text = text();
      // Split by hand: a carriage return at the end is found too.
      String[] whole = new String(text, StandardCharsets.ISO_8859_1).split("\n", -1);
      assertMatching(text, BytePattern.literal(bytes), n -> whole[n].contains(wanted));
    }
  }

  @Test
  void linesThatMatchAnExpressionAreThoseInWhichItIsFound() throws IOException {
    for (int i = 0; i < TEXTS; i++) {
      String begin = WANTED[random.nextInt(4)];
      String end = WANTED[random.nextInt(4)];
      byte[] text = text();
      List<String> lines = SplitText.lines(text);
      Pattern pattern = Pattern.compile(begin + "[ab]*" + end);
      assertMatching(
          text, BytePattern.regex(pattern.pattern()), n -> pattern.matcher(lines.get(n)).find());
      assertMatching(text, BytePattern.regex("^" + begin), n -> lines.get(n).startsWith(begin));
    }
  }

  @Test
  void theOthersAreThoseThatDoNotMatch() throws IOException {
    for (int i = 0; i < TEXTS; i++) {
      String wanted = WANTED[random.nextInt(WANTED.length)];
      String begin = WANTED[random.nextInt(4)];
      byte[] bytes = begin.getBytes(StandardCharsets.ISO_8859_1);
      byte[] text = text();
      String[] whole = new String(text, StandardCharsets.ISO_8859_1).split("\n", -1);
      BytePattern literal = BytePattern.literal(wanted.getBytes(StandardCharsets.ISO_8859_1));
      List<String> lines = SplitText.lines(text);
      assertMatching(text, literal.negated(), n -> !whole[n].contains(wanted));
      assertMatching(text, literal.negated().negated(), n -> whole[n].contains(wanted));
      assertMatching(
          text, BytePattern.regex("^" + begin).negated(), n -> !lines.get(n).startsWith(begin));
      assertMatching(
          text,
          literal.negated().and(() -> line -> line.startsWith(bytes)),
          n -> !whole[n].contains(wanted) && lines.get(n).startsWith(begin));
    }
  }

  private void assertMatching(byte[] text, BytePattern pattern, IntPredicate matches)
      throws IOException {
    List<String> all = SplitText.lines(text);
    List<String> expected =
        IntStream.range(0, all.size())
            .filter(matches)
            .mapToObj(n -> (n + 1) + ":" + all.get(n))
            .toList();
    Lines lines = lines(Lines.of(file(text))).matching(pattern);
    assertThat(numbered(lines)).isEqualTo(expected);
    assertThat(numbered(lines(Lines.of(texts.drops(text))).matching(pattern))).isEqualTo(expected);
    List<String> shown =
        expected.stream().map(line -> line.substring(line.indexOf(':') + 1)).toList();
    assertThat(ShownLines.byForEach(lines)).isEqualTo(shown);
    if (random.nextInt(10) == 0) {
      assertThat(ShownLines.inOrder(lines.parallel(3))).isEqualTo(shown);
      assertCounted(lines, matching(text, matches));
    }
  }

  private static byte[] matching(byte[] text, IntPredicate matches) {
    String[] whole = new String(text, StandardCharsets.ISO_8859_1).splitWithDelimiters("\n", -1);
    return IntStream.range(0, SplitText.lines(text).size())
        .filter(matches)
        .mapToObj(n -> whole[2 * n] + (2 * n + 1 < whole.length ? "\n" : ""))
        .collect(Collectors.joining())
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  private static void assertCounted(Lines lines, byte[] matching) throws IOException {
    TextCount expected = Lines.of(new ByteArrayInputStream(matching)).countAll();
    assertThat(lines.countAll()).isEqualTo(expected);
    assertThat(lines.parallel(3).countAll()).isEqualTo(expected);
    assertThat(lines.count()).isEqualTo(expected.lines());
    assertThat(lines.parallel(3).newlines()).isEqualTo(expected.newlines());
  }

  private static List<String> numbered(Lines lines) throws IOException {
    List<String> shown = new ArrayList<>();
    try (LineReader reader = lines.open()) {
      while (reader.next()) {
        shown.add(reader.number() + ":" + ShownLines.latin(reader.line()));
      }
    }
    return shown;
  }

  private Lines lines(Lines lines) {
    return lines.withChunk(16 + random.nextInt(48));
  }

  private byte[] text() {
    return texts.of(RandomText.LINE_ENDS, 300);
  }

  private Path file(byte[] text) throws IOException {
    return Files.write(folder.resolve("text"), text);
  }
}
