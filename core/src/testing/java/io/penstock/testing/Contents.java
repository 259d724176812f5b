package io.penstock.testing;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Random;

/// Bytes to compress, and ways to damage what comes of it.
public final class Contents {
  private static final String WORDS = "the quick brown fox jumps over lazy dogs 0123456789 ";

  private Contents() {}

  /// Words, zeros and noise in turn, as files have them.
  public static byte[] mixed(Random random, int size) {
    byte[] content = new byte[size];
    for (int at = 0; at < size; ) {
      int n = Math.min(size - at, 1 + random.nextInt(2000));
      fill(random, content, at, n);
      at += n;
    }
    return content;
  }

  private static void fill(Random random, byte[] content, int at, int count) {
    switch (random.nextInt(3)) {
      case 0 -> {
        byte[] noise = new byte[count];
        random.nextBytes(noise);
        System.arraycopy(noise, 0, content, at, count);
      }
      case 1 -> {
        for (int i = at; i < at + count; i++) {
          content[i] = (byte) WORDS.charAt(random.nextInt(WORDS.length()) / 7 * 7 % 50 + i % 2);
        }
      }
      default -> {} // zeros
    }
  }

  /// The same bytes with one bit changed.
  public static byte[] flipped(byte[] bytes, int bit) {
    byte[] changed = bytes.clone();
    changed[bit / 8] ^= (byte) (1 << bit % 8);
    return changed;
  }

  /// The same bytes with something changed, lost, added or repeated.
  public static byte[] damaged(Random random, byte[] bytes) {
    int at = random.nextInt(bytes.length);
    int count = Math.min(bytes.length - at, 1 + random.nextInt(20));
    byte[] begin = Arrays.copyOf(bytes, at);
    byte[] piece = Arrays.copyOfRange(bytes, at, at + count);
    byte[] end = Arrays.copyOfRange(bytes, at + count, bytes.length);
    byte[] noise = new byte[count];
    random.nextBytes(noise);
    return switch (random.nextInt(5)) {
      case 0 -> joined(begin, noise, end);
      case 1 -> joined(begin, end);
      case 2 -> joined(begin, noise, piece, end);
      case 3 -> joined(begin, piece, piece, end);
      default -> flipped(bytes, 8 * at + random.nextInt(8));
    };
  }

  /// All of them, one after the other.
  public static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      joined.writeBytes(part);
    }
    return joined.toByteArray();
  }
}
