package io.penstock.text.token;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.Seed;
import io.penstock.text.ByteSlice;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Words of random bytes, anywhere in an array, against a loop over bytes.
class WordsProperties {
  private static final int TEXTS = 20_000;
  private static final List<String> SETS = List.of("a-zA-Z", "a", "0-9_", "a-zA-Z0-9_ -");

  private final Random random = Seed.sow(WordsProperties.class);

  @Test
  void wordsAndWhatLiesBetweenAreThoseOfALoopOverBytes() {
    for (int i = 0; i < TEXTS; i++) {
      ByteSet letters = letters();
      boolean lowerCase = random.nextBoolean();
      ByteSlice text = text();
      Words words = lowerCase ? Words.lowerCase(letters) : Words.of(letters);
      List<String> found = new ArrayList<>();
      for (words.of(text); words.next(); ) {
        found.add(latin(words.separator()) + "<" + latin(words.word()) + ">");
      }
      found.add(latin(words.separator()));
      assertThat(found).isEqualTo(plain(text, letters, lowerCase));
    }
  }

  private ByteSet letters() {
    ByteSet letters = ByteSet.of(SETS.get(random.nextInt(SETS.size())));
    return random.nextBoolean() ? letters.withOthers() : letters;
  }

  /// Runs of letters and of other bytes, short and longer than what is looked at at a time.
  private ByteSlice text() {
    byte[] bytes = new byte[20 + random.nextInt(random.nextInt(4) == 0 ? 600 : 60)];
    for (int at = 0; at < bytes.length; ) {
      boolean any = random.nextInt(3) == 0;
      byte run = (byte) "aZ 0_-é.".charAt(random.nextInt(8));
      for (int left = random.nextInt(random.nextInt(9) == 0 ? 200 : 9); left >= 0; left--) {
        if (at < bytes.length) {
          bytes[at++] = any ? (byte) random.nextInt(256) : run;
        }
      }
    }
    int from = random.nextInt(10);
    return new ByteSlice().set(bytes, from, bytes.length - random.nextInt(10));
  }

  private static List<String> plain(ByteSlice text, ByteSet letters, boolean lowerCase) {
    List<String> found = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    StringBuilder separator = new StringBuilder();
    for (int i = 0; i <= text.length(); i++) {
      boolean letter = i < text.length() && letters.contains(text.at(i));
      if (!letter && !word.isEmpty()) {
        String shown = lowerCase ? lowerCase(word.toString()) : word.toString();
        found.add(separator + "<" + shown + ">");
        word.setLength(0);
        separator.setLength(0);
      }
      if (i < text.length()) {
        (letter ? word : separator).append((char) (text.at(i) & 0xff));
      }
    }
    found.add(separator.toString());
    return found;
  }

  // Of ASCII alone: that is all that a byte says.
  private static String lowerCase(String latin) {
    StringBuilder lower = new StringBuilder();
    latin.chars().map(c -> c >= 'A' && c <= 'Z' ? c + 32 : c).forEach(lower::appendCodePoint);
    return lower.toString();
  }

  private static String latin(ByteSlice slice) {
    return slice.toString(StandardCharsets.ISO_8859_1);
  }
}
