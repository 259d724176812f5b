package io.penstock.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Texts that are changed while they are counted, searched or shared out to threads: none is taken
/// for a shorter one without a word.
class ChangedTextTest {
  private static final int LINES = 300_000;

  @TempDir private Path folder;

  private interface Reading {
    long lines(Lines lines) throws IOException;
  }

  private static final Map<String, Reading> READINGS =
      Map.of(
          "count", Lines::count,
          "countAll", lines -> lines.countAll().newlines(),
          "newlines", Lines::newlines,
          "count by threads", lines -> lines.parallel(2).count(),
          "mapReduce", ChangedTextTest::mapped,
          "matching", lines -> mapped(lines.matching(BytePattern.literal("\0"))) + LINES,
          "reader", ChangedTextTest::read);

  private static long mapped(Lines lines) throws IOException {
    return lines.parallel(2)
        .mapReduce(
            () -> new long[1], (sum, _) -> sum[0]++, (one, two) -> new long[] {one[0] + two[0]})[0];
  }

  private static long read(Lines lines) throws IOException {
    long count = 0;
    try (LineReader reader = lines.open()) {
      while (reader.next()) {
        count++;
      }
    }
    return count;
  }

  private Path text() throws IOException {
    return Files.writeString(folder.resolve("text"), "a line\n".repeat(LINES));
  }

  private interface Change {
    void to(Path text) throws IOException;
  }

  private static Lines changing(Path text, Change change) {
    return Lines.of(text)
        .withChunk(4096)
        .withProgress(
            _ -> {
              try {
                change.to(text);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
  }

  @Test
  void aTextThatIsCutShortIsAnErrorHoweverItIsRead() throws IOException {
    for (Map.Entry<String, Reading> reading : READINGS.entrySet()) {
      Lines lines = changing(text(), text -> cut(text, 10_000));
      assertThatThrownBy(() -> reading.getValue().lines(lines))
          .as(reading.getKey())
          .isInstanceOf(IOException.class)
          .hasMessageContaining("text")
          .hasMessageContaining("cut short");
    }
  }

  private static void cut(Path text, long length) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(text.toFile(), "rw")) {
      file.setLength(length);
    }
  }

  @Test
  void whatIsAddedOrWhetherTheFileIsDeletedMakesNoDifference() throws IOException {
    List<Change> changes =
        List.of(
            text -> Files.writeString(text, "more\n", StandardOpenOption.APPEND),
            Files::deleteIfExists);
    for (Change change : changes) {
      for (Map.Entry<String, Reading> reading : READINGS.entrySet()) {
        assertThat(reading.getValue().lines(changing(text(), change)))
            .as(reading.getKey())
            .isEqualTo(LINES);
        Files.deleteIfExists(folder.resolve("text"));
      }
    }
  }
}
