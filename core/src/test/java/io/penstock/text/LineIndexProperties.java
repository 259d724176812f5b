package io.penstock.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.Seed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Lines of random texts by their numbers, with blocks so short that every boundary is met, against
/// the plainest splitter.
class LineIndexProperties {
  private static final int TEXTS = 1000;
  private static final String ALPHABET = "\n\n\r\rab\0é";

  @TempDir Path folder;
  private Path file;
  private Random random;

  @BeforeEach
  void sowASeed() {
    random = Seed.sow(LineIndexProperties.class);
    file = folder.resolve("text");
  }

  @Test
  void linesAreThoseOfThePlainestSplitter() throws IOException {
    for (int i = 0; i < TEXTS; i++) {
      byte[] text = text();
      Files.write(file, text);
      try (LineIndex index = LineIndex.open(file, options())) {
        assertThat(lines(index)).isEqualTo(SplitText.lines(text));
      }
    }
  }

  @Test
  void rangesLieWhereTheLinesAre() throws IOException {
    for (int i = 0; i < TEXTS; i++) {
      byte[] text = text();
      Files.write(file, text);
      try (LineIndex index = LineIndex.open(file, options())) {
        List<String> lines = SplitText.lines(text);
        for (int n = 1; n <= lines.size(); n++) {
          LineRange range = index.range(n);
          assertThat(
                  new String(
                      text,
                      (int) range.offset(),
                      (int) range.length(),
                      StandardCharsets.ISO_8859_1))
              .isEqualTo(lines.get(n - 1));
        }
      }
    }
  }

  @Test
  void copiedLinesAreTheBytesFromTheBeginOfOneToTheBeginOfAnother() throws IOException {
    for (int i = 0; i < TEXTS / 10; i++) {
      byte[] text = text();
      Files.write(file, text);
      try (LineIndex index = LineIndex.open(file, options())) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (long n = 1; n <= index.count(); ) {
          long last = n + random.nextLong(index.count() - n + 1);
          index.copy(n, last, all);
          n = last + 1;
        }
        assertThat(all.toByteArray()).isEqualTo(text);
      }
    }
  }

  @Test
  void aFileThatGrowsByAnyPieceHasTheLinesOfTheWholeAfterARefresh() throws IOException {
    for (int i = 0; i < TEXTS / 10; i++) {
      byte[] text = text();
      Files.write(file, text);
      try (LineIndex index = LineIndex.open(file, options())) {
        for (int piece = 0; piece < 5; piece++) {
          Files.write(file, text(), StandardOpenOption.APPEND);
          index.refresh();
          assertThat(lines(index)).isEqualTo(SplitText.lines(Files.readAllBytes(file)));
        }
      }
    }
  }

  private IndexOptions options() {
    return IndexOptions.inMemory()
        .withBlock(8 * (1 + random.nextInt(6)))
        .withThreads(1 + random.nextInt(3))
        .withCache(random.nextInt(3) * 200L);
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

  private static List<String> lines(LineIndex index) throws IOException {
    List<String> lines = new ArrayList<>();
    for (long n = 1; n <= index.count(); n++) {
      lines.add(index.bytes(n).toString(StandardCharsets.ISO_8859_1));
    }
    return lines;
  }
}
