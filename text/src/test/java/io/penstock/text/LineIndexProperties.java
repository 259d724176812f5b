package io.penstock.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.Seed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Lines of random texts by their numbers, with blocks so short that every boundary is met, against
/// the plainest splitter.
class LineIndexProperties {
  private static final int TEXTS = Seed.cases(1000);

  @TempDir Path folder;
  private final Random random = Seed.sow(LineIndexProperties.class);
  private final RandomText texts = new RandomText(random);
  private Path file;

  @BeforeEach
  void nameAFile() {
    file = folder.resolve("text");
  }

  @Test
  void linesAreThoseOfThePlainestSplitter() throws IOException {
    for (int i = 0; i < TEXTS; i++) {
      byte[] text = text();
      Files.write(file, text);
      try (LineIndex index = LineIndex.open(file, options())) {
        assertThat(ShownLines.byIndex(index)).isEqualTo(SplitText.lines(text));
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
          assertThat(ShownLines.byIndex(index))
              .isEqualTo(SplitText.lines(Files.readAllBytes(file)));
        }
      }
    }
  }

  private IndexOptions options() {
    return IndexOptions.inMemory()
        .withBlock(8 * (1 + random.nextInt(random.nextInt(4) == 0 ? 300 : 6)))
        .withThreads(1 + random.nextInt(3))
        .withCache(random.nextInt(3) * 200L);
  }

  private byte[] text() {
    return texts.of(RandomText.LINE_ENDS, random.nextInt(20) == 0 ? 5000 : 300);
  }
}
