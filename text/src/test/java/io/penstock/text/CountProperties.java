package io.penstock.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.Seed;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Counts of random texts, in blocks of every length, against a loop over bytes.
class CountProperties {
  private static final int TEXTS = Seed.cases(1500);
  private static final String ALPHABET = "\n  \t\r\013\f\0abcé\u20ac";

  @TempDir Path folder;
  private final Random random = Seed.sow(CountProperties.class);
  private final RandomText texts = new RandomText(random);

  @Test
  void filesAreCountedAsByALoopOverBytes() throws IOException {
    Path file = folder.resolve("text");
    for (int i = 0; i < TEXTS; i++) {
      byte[] text = texts.of(ALPHABET, 400);
      Files.write(file, text);
      assertCounts(Lines.of(file).withChunk(16 + random.nextInt(64)), text);
    }
  }

  @Test
  void streamsAreCountedAsByALoopOverBytes() throws IOException {
    for (int i = 0; i < TEXTS; i++) {
      byte[] text = texts.of(ALPHABET, 400);
      Lines lines = Lines.of(new ByteArrayInputStream(text)).withChunk(16 + random.nextInt(64));
      assertThat(lines.parallel(2).countAll()).isEqualTo(plain(text));
      ByteScan.countedEarly.set(random.nextBoolean() ? 0 : ByteScan.EARLY);
    }
  }

  @Test
  void longTextsFillTheSumsOfAllBytes() throws IOException {
    byte[] text = new byte[(1 << 20) + random.nextInt(100)];
    Path file = folder.resolve("text");
    for (String repeated : new String[] {"\n", "a ", "\u00e9", " \n", "\200"}) {
      byte[] unit = repeated.getBytes(StandardCharsets.UTF_8);
      for (int i = 0; i < text.length; i++) {
        text[i] = unit[i % unit.length];
      }
      Files.write(file, text);
      assertCounts(Lines.of(file), text);
    }
  }

  @AfterEach
  void beginAgain() {
    ByteScan.countedEarly.set(0);
  }

  /// As the first texts of a process are counted, and as later ones are.
  private void assertCounts(Lines lines, byte[] text) throws IOException {
    TextCount expected = plain(text);
    for (long counted : new long[] {0, ByteScan.EARLY}) {
      ByteScan.countedEarly.set(counted);
      assertCounts(lines, expected);
    }
  }

  private static void assertCounts(Lines lines, TextCount expected) throws IOException {
    assertThat(lines.countAll()).isEqualTo(expected);
    assertThat(lines.parallel(3).countAll()).isEqualTo(expected);
    assertThat(lines.count()).isEqualTo(expected.lines());
    assertThat(lines.parallel(2).count()).isEqualTo(expected.lines());
    assertThat(lines.newlines()).isEqualTo(expected.newlines());
    assertThat(lines.parallel(2).newlines()).isEqualTo(expected.newlines());
  }

  private static TextCount plain(byte[] text) {
    long newlines = 0;
    long words = 0;
    long characters = 0;
    boolean inside = false;
    for (byte b : text) {
      newlines += b == '\n' ? 1 : 0;
      characters += b >> 6 == -2 ? 0 : 1;
      boolean space = " \t\n\013\f\r".indexOf(b & 0xff) >= 0;
      words += !space && !inside ? 1 : 0;
      inside = !space;
    }
    boolean open = text.length > 0 && text[text.length - 1] != '\n';
    return new TextCount(text.length, newlines, newlines + (open ? 1 : 0), words, characters);
  }
}
