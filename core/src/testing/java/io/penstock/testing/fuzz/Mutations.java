package io.penstock.testing.fuzz;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/// Inputs made from those of a corpus by small changes. Each depends on the seed and its number
/// alone.
final class Mutations {
  private static final int MOST_CHANGES = 6;
  private static final int LONGEST = 1 << 16;
  private static final int LONGEST_PIECE = 64;

  /// Numbers at the edges of what formats count with.
  private static final long[] EDGES = {
    0,
    1,
    2,
    3,
    7,
    8,
    15,
    16,
    31,
    32,
    63,
    64,
    65,
    127,
    128,
    255,
    256,
    511,
    512,
    1023,
    1024,
    4095,
    4096,
    32767,
    32768,
    65535,
    65536,
    1 << 20,
    1 << 24,
    Integer.MAX_VALUE - 8,
    Integer.MAX_VALUE,
    1L << 31,
    0xffffffffL,
    1L << 32,
    1L << 40,
    1L << 62,
    Long.MAX_VALUE - 7,
    Long.MAX_VALUE
  };

  private final List<byte[]> corpus;
  private final int sound;
  private final List<byte[]> words;

  /// @param sound how many of the first in `corpus` are accepted, of which half of the inputs are
  ///   made: the rest is mostly refused, each in another place
  Mutations(List<byte[]> corpus, int sound, List<byte[]> words) {
    this.corpus = corpus;
    this.sound = sound;
    this.words = words;
  }

  byte[] input(long seed, long number) {
    Random random = new Random(seed * 0x9E3779B97F4A7C15L + number * 0xD1B54A32D192ED03L);
    byte[] input = corpus.get(random.nextInt(random.nextBoolean() ? sound : corpus.size()));
    for (int left = random.nextInt(1 + random.nextInt(MOST_CHANGES)); left >= 0; left--) {
      input = changed(input, random);
    }
    return input;
  }

  private byte[] changed(byte[] input, Random random) {
    int at = input.length == 0 ? 0 : random.nextInt(input.length);
    int piece = Math.min(input.length - at, 1 + random.nextInt(LONGEST_PIECE));
    return switch (random.nextInt(12)) {
      case 0 -> flipped(input, at, random.nextInt(8));
      case 1 -> over(input, at, new byte[] {(byte) random.nextInt()});
      case 2, 3 -> over(input, at, number(random));
      case 4 -> replaced(input, at, piece, new byte[0]);
      case 5 -> replaced(input, at, 0, Arrays.copyOfRange(input, at, at + piece));
      case 6 -> replaced(input, at, 0, random(random));
      case 7 -> Arrays.copyOf(input, at);
      case 8 -> replaced(input, at, input.length - at, rest(random));
      case 9 -> over(input, at, part(random));
      case 10 -> replaced(input, at, random.nextInt(piece + 1), digits(random));
      default -> replaced(input, at, random.nextInt(piece + 1), word(random));
    };
  }

  private static byte[] flipped(byte[] input, int at, int bit) {
    byte[] changed = input.clone();
    if (at < changed.length) {
      changed[at] = (byte) (changed[at] ^ 1 << bit);
    }
    return changed;
  }

  private static byte[] over(byte[] input, int at, byte[] bytes) {
    return replaced(input, at, Math.min(bytes.length, input.length - at), bytes);
  }

  private static byte[] replaced(byte[] input, int at, int count, byte[] bytes) {
    int length = input.length - count + bytes.length;
    if (length > LONGEST) {
      return input;
    }
    byte[] changed = Arrays.copyOf(input, length);
    System.arraycopy(bytes, 0, changed, at, bytes.length);
    System.arraycopy(input, at + count, changed, at + bytes.length, input.length - at - count);
    return changed;
  }

  private static byte[] number(Random random) {
    long value = EDGES[random.nextInt(EDGES.length)];
    value = random.nextInt(4) == 0 ? -value : value + random.nextInt(3) - 1;
    int width = 1 << random.nextInt(4);
    boolean little = random.nextBoolean();
    byte[] all =
        ByteBuffer.allocate(8)
            .order(little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN)
            .putLong(value)
            .array();
    return little ? Arrays.copyOf(all, width) : Arrays.copyOfRange(all, 8 - width, 8);
  }

  private static byte[] random(Random random) {
    byte[] bytes = new byte[1 + random.nextInt(LONGEST_PIECE)];
    if (random.nextBoolean()) {
      Arrays.fill(bytes, (byte) random.nextInt());
    } else {
      random.nextBytes(bytes);
    }
    return bytes;
  }

  private byte[] rest(Random random) {
    byte[] other = corpus.get(random.nextInt(corpus.size()));
    return Arrays.copyOfRange(
        other, other.length == 0 ? 0 : random.nextInt(other.length), other.length);
  }

  private byte[] part(Random random) {
    byte[] rest = rest(random);
    return Arrays.copyOf(rest, Math.min(rest.length, 1 + random.nextInt(LONGEST_PIECE)));
  }

  private static byte[] digits(Random random) {
    long value = EDGES[random.nextInt(EDGES.length)];
    return Long.toString(random.nextInt(4) == 0 ? -value : value).getBytes(US_ASCII);
  }

  private byte[] word(Random random) {
    return words.isEmpty() ? number(random) : words.get(random.nextInt(words.size()));
  }
}
