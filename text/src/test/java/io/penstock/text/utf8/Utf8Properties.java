package io.penstock.text.utf8;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.Seed;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Random texts, random damage and random bytes are to Penstock what they are to the JDK.
class Utf8Properties {
  private static final int MANY = 20_000;
  private static final int MILLIONS = 2_000_000;
  private static final int[] SIZES = {8, 40, 200, 10_000};
  private static final int[] LIMITS = {0x80, 0x800, 0xd800, 0x110000};

  private final JdkUtf8 jdk = new JdkUtf8();
  private Random random;

  @BeforeEach
  void sowASeed() {
    random = Seed.sow(Utf8Properties.class);
  }

  @Test
  void textsAreReadCountedAndWrittenAsTheJdkDoes() {
    texts(MANY);
  }

  @Test
  void damagedTextsAreWhatTheyAreToTheJdk() {
    damagedTexts(MANY);
  }

  @Test
  void randomBytesAreWhatTheyAreToTheJdk() {
    randomBytes(MANY);
  }

  @Test
  void randomCharsAreWrittenAsTheJdkWritesThem() {
    for (int i = 0; i < MANY; i++) {
      char[] chars = new char[random.nextInt(30)];
      for (int c = 0; c < chars.length; c++) {
        chars[c] =
            (char) (random.nextBoolean() ? random.nextInt() : 0xd700 + random.nextInt(0xa00));
      }
      String text = new String(chars);
      byte[] target = new byte[Utf8Codec.MOST_BYTES * chars.length];
      int end = Utf8Codec.replacing().encode(text, 0, text.length(), target, 0);
      assertThat(Arrays.copyOf(target, end)).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  @Tag("long")
  @Test
  void millionsOfTextsAreWhatTheyAreToTheJdk() {
    texts(MILLIONS);
    damagedTexts(MILLIONS);
    randomBytes(MILLIONS);
  }

  private void texts(int count) {
    for (int i = 0; i < count; i++) {
      checkPart(text());
    }
  }

  private void damagedTexts(int count) {
    for (int i = 0; i < count; i++) {
      byte[] text = text();
      for (int n = random.nextInt(3); n >= 0 && text.length > 0; n--) {
        text[random.nextInt(text.length)] = (byte) random.nextInt(256);
      }
      checkPart(text);
    }
  }

  private void randomBytes(int count) {
    for (int i = 0; i < count; i++) {
      byte[] bytes = new byte[random.nextInt(40)];
      random.nextBytes(bytes);
      checkPart(bytes);
    }
  }

  private void checkPart(byte[] bytes) {
    int from = random.nextInt(Math.min(bytes.length, 20) + 1);
    jdk.check(bytes, random.nextBoolean() ? 0 : from, bytes.length);
    jdk.check(bytes, from, bytes.length - random.nextInt(Math.min(bytes.length - from, 5) + 1));
  }

  // Long ones are rare: they take long.
  private byte[] text() {
    int size = SIZES[Math.min(random.nextInt(3) + (random.nextInt(100) == 0 ? 3 : 0), 3)];
    StringBuilder text = new StringBuilder();
    for (int length = random.nextInt(size); length > 0; ) {
      int limit = LIMITS[random.nextInt(LIMITS.length)];
      for (int run = random.nextInt(20); run >= 0; run--, length--) {
        int c = random.nextInt(limit);
        text.appendCodePoint(c >= 0xd800 && c < 0xe000 ? 'x' : c);
      }
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }
}
