package io.penstock.text.token;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.text.ByteSlice;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is found in eight or 64 bytes at a time, against one byte after the other.
class ByteRangesTest {
  private static final int TEXTS = 500;
  private static final int MOST_BYTES = 300;

  private final Random random = new Random(7);

  @ParameterizedTest
  @ValueSource(strings = {"a-z", "a-zA-Z", "\0-\037", " -~", "\177", "\0-\177", "a", "-.0-9A-Z"})
  void membersAreThoseOfTheSet(String characters) {
    ByteSet ascii = ByteSet.of(characters);
    check(ascii);
    check(ascii.withOthers());
  }

  private void check(ByteSet set) {
    ByteRanges ranges = set.ranges();
    assertThat(ranges.areFew()).isTrue();
    for (int i = 0; i < TEXTS; i++) {
      byte[] bytes = randomBytes(set);
      int from = random.nextInt(bytes.length + 1);
      assertThat(ranges.pass(bytes, from, bytes.length)).isEqualTo(passed(set, bytes, from));
      if (bytes.length - from >= ByteRanges.TOGETHER) {
        assertThat(ranges.members(bytes, from)).isEqualTo(members(set, bytes, from));
      }
    }
  }

  private byte[] randomBytes(ByteSet set) {
    byte[] bytes = new byte[random.nextInt(MOST_BYTES)];
    random.nextBytes(bytes);
    for (int i = 0; i < bytes.length; i++) {
      if (!set.contains(bytes[i]) && random.nextInt(16) > 0 && i > 0) {
        bytes[i] = bytes[i - 1];
      }
    }
    return bytes;
  }

  private static int passed(ByteSet set, byte[] bytes, int from) {
    int at = from;
    while (at < bytes.length && set.contains(bytes[at])) {
      at++;
    }
    return at;
  }

  private static long members(ByteSet set, byte[] bytes, int from) {
    long members = 0;
    for (int i = 0; i < ByteRanges.TOGETHER; i++) {
      members |= set.contains(bytes[from + i]) ? 1L << i : 0;
    }
    return members;
  }

  @ParameterizedTest
  @ValueSource(strings = {"a-z", "a-zA-Z0-9_'", "acegikmoqsuwy"})
  void wordsAreRunsOfMembersHoweverManyRangesThereAre(String characters) {
    ByteSet set = ByteSet.of(characters).withOthers();
    Words words = Words.of(set);
    for (int i = 0; i < TEXTS; i++) {
      byte[] bytes = randomBytes(set);
      int from = random.nextInt(bytes.length + 1);
      int to = from + random.nextInt(bytes.length - from + 1);
      words.of(new ByteSlice().set(bytes, from, to));
      int at = from;
      while (words.next()) {
        assertThat(words.separator().from()).isEqualTo(at);
        at = next(set, false, bytes, at, to);
        assertThat(words.word().from()).isEqualTo(at);
        at = next(set, true, bytes, at, to);
        assertThat(words.word().to()).isEqualTo(at);
      }
      assertThat(next(set, false, bytes, at, to)).isEqualTo(to);
    }
  }

  private static int next(ByteSet set, boolean passed, byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && set.contains(bytes[at]) == passed) {
      at++;
    }
    return at;
  }

  @Test
  void manyRangesAreATablesBusiness() {
    assertThat(ByteSet.of("acegi").ranges().areFew()).isFalse();
  }
}
