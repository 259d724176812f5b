package io.penstock.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.testing.Seed;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Counts of keys of bytes beside a plain map, their memory, and keys that were made to collide.
class SliceCountsTest {
  private static final int KEYS = 1 << 15;

  @Test
  void countsAreThoseOfAPlainMap() {
    Random random = Seed.sow(SliceCountsTest.class);
    SliceCounts counts = new SliceCounts();
    for (int round = 0; round < 3; round++) {
      Map<String, Long> expected = new HashMap<>();
      for (int i = 0; i < 50_000; i++) {
        String key = "k".repeat(random.nextInt(20)) + random.nextInt(5000);
        key = random.nextInt(10_000) == 0 ? key.repeat(2000) : key;
        counts.add(ByteSlice.of(key), i);
        expected.merge(key, (long) i, Long::sum);
      }
      assertThat(counted(counts)).isEqualTo(expected);
      counts.clear();
      assertThat(counts.size()).isZero();
    }
  }

  private static Map<String, Long> counted(SliceCounts counts) {
    Map<String, Long> counted = new HashMap<>();
    for (int i = 0; i < counts.size(); i++) {
      assertThat(counted.put(counts.key(i).toString(), counts.count(i))).isNull();
    }
    return counted;
  }

  @Test
  void thereAreNoOtherEntries() {
    SliceCounts counts = new SliceCounts();
    counts.add(ByteSlice.of(""), 3);
    assertThat(counts.count(0)).isEqualTo(3);
    assertThatThrownBy(() -> counts.key(1)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> counts.count(-1)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void aKeyTakesLittleMoreThanItsBytes() {
    for (int keys = 20_000; keys <= 2_000_000; keys *= 10) {
      SliceCounts counts = new SliceCounts();
      for (int i = 0; i < keys; i++) {
        counts.add(ByteSlice.of("word%07d".formatted(i)), 1);
      }
      assertThat(counts.held() / keys).isLessThan(11 + 28 + 12 + 4);
    }
  }

  @Test
  void keysThatWereMadeToCollideAreFoundAsFastAsOthers() {
    SliceCounts counts = new SliceCounts();
    SliceMap<long[]> map = new SliceMap<>();
    for (int i = 0; i < KEYS; i++) {
      ByteSlice key = colliding(i);
      assertThat(key.contentHash()).isEqualTo(colliding(0).contentHash());
      counts.add(key, 1);
      map.get(key, () -> new long[1])[0]++;
    }
    assertThat(counts.size()).isEqualTo(KEYS);
    assertThat(map.size()).isEqualTo(KEYS);
    assertThat(counts.longestSearch()).isLessThan(500);
    assertThat(map.longestSearch()).isLessThan(500);
  }

  /// Pairs of words of eight bytes: a bit that is turned in the first turns two bits of the hash,
  /// whatever it was before, which are turned back in the second.
  private static ByteSlice colliding(int number) {
    byte[] key = new byte[15 * 16];
    for (int pair = 0; pair < 15; pair++) {
      if ((number >> pair & 1) != 0) {
        key[16 * pair + 7] = (byte) 0x80;
        key[16 * pair + 15] = (byte) 0x80;
        key[16 * pair + 11] = (byte) 0x80;
      }
    }
    return ByteSlice.of(key);
  }
}
