package io.penstock.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.file.FileEngines;
import io.penstock.testing.Seed;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Texts that are long enough for an engine, by each of the ways that `auto` has to move them.
class TextEngineTest {
  private static final String WAY = "penstock.auto.way";
  private static final int CHUNK = 64 << 10;

  @TempDir Path folder;
  private final Random random = Seed.sow(TextEngineTest.class);
  private Path file;
  private byte[] text;

  @BeforeEach
  void writeALongText() throws IOException {
    StringBuilder lines = new StringBuilder();
    while (lines.length() < TextFile.SMALL + 300_000) {
      lines.append("x ".repeat(random.nextInt(100))).append(lines.length()).append('\n');
    }
    text = lines.append("the last line has no end").toString().getBytes(StandardCharsets.UTF_8);
    file = Files.write(folder.resolve("text"), text);
    FileEngines.bind();
  }

  @AfterEach
  void goByCostAgain() {
    System.clearProperty(WAY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "straight", "chunk-256k", "chunk-4m", "mapping", "mapping-once"})
  void aFileIsCountedAndCutIntoLinesAsAStreamIs(String way) throws IOException {
    System.setProperty(WAY, way);
    TextCount expected = Lines.of(new ByteArrayInputStream(text)).countAll();
    Lines lines = Lines.of(file).withChunk(CHUNK);
    assertThat(lines.countAll()).isEqualTo(expected);
    assertThat(lines.parallel(2).countAll()).isEqualTo(expected);
    assertThat(lines.newlines()).isEqualTo(expected.newlines());
    assertThat(lines.parallel(2).count()).isEqualTo(expected.lines());
    assertThat(ShownLines.byForEach(lines)).isEqualTo(SplitText.lines(text));
    try (LineIndex index = LineIndex.open(file)) {
      assertThat(index.count()).isEqualTo(expected.lines());
      assertThat(index.line(expected.lines())).isEqualTo("the last line has no end");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "chunk-256k", "mapping"})
  void aFileThatIsCutWhileItIsCountedIsAnErrorAndNoSmallerCount(String way) {
    System.setProperty(WAY, way);
    LongConsumer cut =
        _ -> {
          try (RandomAccessFile other = new RandomAccessFile(file.toFile(), "rw")) {
            other.setLength(2 * CHUNK + 100);
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        };
    Lines lines = Lines.of(file).withChunk(CHUNK).withProgress(cut);
    assertThatThrownBy(lines::newlines)
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("cut short");
  }

  @Test
  void threadsThatAreInterruptedCountAllTheSame() throws IOException {
    long expected = Lines.of(new ByteArrayInputStream(text)).newlines();
    LongConsumer interrupt = _ -> Thread.currentThread().interrupt();
    assertThat(Lines.of(file).withChunk(CHUNK).withProgress(interrupt).newlines())
        .isEqualTo(expected);
    assertThat(Thread.interrupted()).isTrue();
  }
}
