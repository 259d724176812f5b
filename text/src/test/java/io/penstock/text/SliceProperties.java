package io.penstock.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.Seed;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Slices, fields and maps of random bytes, against what Strings do.
class SliceProperties {
  private static final int CASES = 20_000;

  private Random random;

  @BeforeEach
  void sowASeed() {
    random = Seed.sow(SliceProperties.class);
  }

  @Test
  void slicesLookAsStringsDo() {
    for (int i = 0; i < CASES; i++) {
      ByteSlice slice = slice();
      String text = latin(slice);
      int begin = random.nextInt(text.length() + 1);
      assertThat(slice.indexOf((byte) 'b', begin)).isEqualTo(text.indexOf('b', begin));
      ByteSlice other = slice();
      assertThat(slice.contentEquals(other)).isEqualTo(text.equals(latin(other)));
      assertThat(Integer.signum(slice.compareContent(other)))
          .isEqualTo(Integer.signum(text.compareTo(latin(other))));
      assertThat(slice.startsWith(other.toByteArray())).isEqualTo(text.startsWith(latin(other)));
      assertThat(slice.endsWith(other.toByteArray())).isEqualTo(text.endsWith(latin(other)));
      assertThat(latin(slice.slice(begin, text.length()))).isEqualTo(text.substring(begin));
      assertThat(slice.copy().contentHash()).isEqualTo(slice.contentHash());
    }
  }

  @Test
  void fieldsAreWhatSplitGives() {
    Fields fields = Fields.separatedBy('a');
    for (int i = 0; i < CASES; i++) {
      ByteSlice slice = slice();
      List<String> found = new ArrayList<>();
      for (fields.of(slice); fields.next(); ) {
        found.add(latin(fields.field()));
      }
      assertThat(found).isEqualTo(Arrays.asList(latin(slice).split("a", -1)));
    }
  }

  @Test
  void literalsAreFoundWhereStringsFindThem() {
    for (int i = 0; i < CASES; i++) {
      ByteSlice text = slice();
      ByteSlice wanted = slice();
      String shown = latin(text);
      String literal = latin(wanted).substring(0, Math.min(wanted.length(), random.nextInt(5)));
      int at =
          BytePattern.literal(literal.getBytes(StandardCharsets.ISO_8859_1))
              .find(text.array(), text.from(), text.to());
      int expected = shown.indexOf(literal);
      assertThat(at).isEqualTo(expected < 0 ? text.to() : text.from() + expected);
    }
  }

  @Test
  void mapsHoldWhatHashMapsHold() {
    SliceMap<int[]> map = new SliceMap<>();
    Map<String, Integer> expected = new HashMap<>();
    for (int i = 0; i < CASES; i++) {
      ByteSlice key = slice();
      map.get(key, () -> new int[1])[0]++;
      expected.merge(latin(key), 1, Integer::sum);
    }
    assertThat(contents(map)).isEqualTo(expected);
    assertThat(map.size()).isEqualTo(expected.size());
    assertThat(map.get(ByteSlice.of("not there at all"))).isEmpty();
  }

  @Test
  void mergedMapsHoldTheSums() {
    SliceMap<int[]> one = new SliceMap<>();
    SliceMap<int[]> other = new SliceMap<>();
    Map<String, Integer> expected = new HashMap<>();
    for (int i = 0; i < CASES; i++) {
      ByteSlice key = slice();
      (random.nextBoolean() ? one : other).get(key, () -> new int[1])[0]++;
      expected.merge(latin(key), 1, Integer::sum);
    }
    assertThat(contents(one.merge(other, (a, b) -> new int[] {a[0] + b[0]}))).isEqualTo(expected);
  }

  private static Map<String, Integer> contents(SliceMap<int[]> map) {
    Map<String, Integer> contents = new HashMap<>();
    map.forEach((key, value) -> contents.put(latin(key), value[0]));
    return contents;
  }

  /// Somewhere in an array whose other bytes must not matter.
  private ByteSlice slice() {
    byte[] bytes = new byte[60];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] =
          (byte)
              (random.nextInt(20) == 0 ? random.nextInt(256) : "aabbc".charAt(random.nextInt(5)));
      bytes[i] = bytes[i] == '\n' ? (byte) 'a' : bytes[i];
    }
    int from = random.nextInt(20);
    int length = random.nextBoolean() ? random.nextInt(4) : random.nextInt(40);
    return new ByteSlice().set(bytes, from, from + length);
  }

  private static String latin(ByteSlice slice) {
    return slice.toString(StandardCharsets.ISO_8859_1);
  }
}
