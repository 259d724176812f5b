package io.penstock.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.Seed;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Lines of random texts, with chunks so short that every boundary is met, against the plainest
/// splitter.
class LinesProperties {
  private static final int TEXTS = 2000;
  private static final String ALPHABET = "\n\n\r\rab\0é";

  @TempDir Path folder;
  private Random random;

  @BeforeEach
  void sowASeed() {
    random = Seed.sow(LinesProperties.class);
  }

  @Test
  void linesOfAFileAreThoseOfThePlainestSplitter() throws IOException {
    Path file = folder.resolve("text");
    for (int i = 0; i < TEXTS; i++) {
      byte[] text = text();
      Files.write(file, text);
      assertThat(shown(lines(Lines.of(file)))).isEqualTo(SplitText.lines(text));
    }
  }

  @Test
  void linesOfAStreamAreThoseOfThePlainestSplitterHoweverItsBytesCome() throws IOException {
    for (int i = 0; i < TEXTS; i++) {
      byte[] text = text();
      assertThat(shown(lines(Lines.of(drops(text))))).isEqualTo(SplitText.lines(text));
    }
  }

  @Test
  void aReaderTakesTheSameLines() throws IOException {
    Path file = folder.resolve("text");
    for (int i = 0; i < TEXTS; i++) {
      byte[] text = text();
      Files.write(file, text);
      assertThat(taken(lines(Lines.of(file)))).isEqualTo(SplitText.lines(text));
    }
  }

  @Test
  void threadsInOrderDeliverTheSameLinesInTheSameOrder() throws IOException {
    Path file = folder.resolve("text");
    for (int i = 0; i < TEXTS / 4; i++) {
      byte[] text = text();
      Files.write(file, text);
      assertThat(inOrder(lines(Lines.of(file)).parallel(3))).isEqualTo(SplitText.lines(text));
      assertThat(inOrder(lines(Lines.of(drops(text))).parallel(3)))
          .isEqualTo(SplitText.lines(text));
    }
  }

  @Test
  void threadsMeetEachLineOnce() throws IOException {
    Path file = folder.resolve("text");
    for (int i = 0; i < TEXTS / 4; i++) {
      byte[] text = text();
      Files.write(file, text);
      List<String> met =
          lines(Lines.of(file))
              .parallel(3)
              .mapReduce(
                  () -> new ArrayList<String>(),
                  (list, line) -> list.add(latin(line)),
                  (one, other) -> {
                    one.addAll(other);
                    return one;
                  });
      assertThat(met).containsExactlyInAnyOrderElementsOf(SplitText.lines(text));
    }
  }

  @Test
  void aLineKnowsItsPlaceInTheText() throws IOException {
    Path file = folder.resolve("text");
    for (int i = 0; i < TEXTS; i++) {
      byte[] text = text();
      Files.write(file, text);
      lines(Lines.of(file))
          .forEach(
              line -> {
                int at = (int) line.offset();
                assertThat(latin(line))
                    .isEqualTo(new String(text, at, line.length(), StandardCharsets.ISO_8859_1));
                assertThat(at == 0 || text[at - 1] == '\n').isTrue();
              });
    }
  }

  private Lines lines(Lines lines) {
    return lines.withChunk(16 + random.nextInt(48));
  }

  private byte[] text() {
    byte[] alphabet = ALPHABET.getBytes(StandardCharsets.UTF_8);
    byte[] text = new byte[random.nextInt(300)];
    boolean dense = random.nextBoolean();
    for (int i = 0; i < text.length; i++) {
      text[i] = dense ? alphabet[random.nextInt(alphabet.length)] : (byte) random.nextInt(256);
    }
    return text;
  }

  /// A stream that gives a few bytes at a time, as pipes do.
  private InputStream drops(byte[] text) {
    return new ByteArrayInputStream(text) {
      @Override
      public synchronized int read(byte[] target, int from, int count) {
        return super.read(target, from, Math.min(count, 1 + random.nextInt(20)));
      }
    };
  }

  private static List<String> shown(Lines lines) throws IOException {
    List<String> shown = new ArrayList<>();
    lines.forEach(line -> shown.add(latin(line)));
    return shown;
  }

  private static List<String> taken(Lines lines) throws IOException {
    List<String> taken = new ArrayList<>();
    try (LineReader reader = lines.open()) {
      while (reader.next()) {
        taken.add(latin(reader.line()));
        assertThat(reader.number()).isEqualTo(taken.size());
      }
    }
    return taken;
  }

  private static List<String> inOrder(ParallelLines lines) throws IOException {
    List<String> delivered = new ArrayList<>();
    lines.mapInOrder(
        () -> new ArrayList<String>(), (list, line) -> list.add(latin(line)), delivered::addAll);
    return delivered;
  }

  private static String latin(Line line) {
    return line.toString(StandardCharsets.ISO_8859_1);
  }
}
