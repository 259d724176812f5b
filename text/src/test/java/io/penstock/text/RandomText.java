package io.penstock.text;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/// Short texts full of what matters, or of any bytes.
record RandomText(Random random) {
  /// Ends of lines of every kind, and little else.
  static final String LINE_ENDS = "\n\n\r\rab\0é";

  /// Bytes of some characters, or any bytes; fewer than so many.
  byte[] of(String alphabet, int bound) {
    byte[] bytes = alphabet.getBytes(StandardCharsets.UTF_8);
    byte[] text = new byte[random.nextInt(bound)];
    boolean dense = random.nextBoolean();
    for (int i = 0; i < text.length; i++) {
      text[i] = dense ? bytes[random.nextInt(bytes.length)] : (byte) random.nextInt(256);
    }
    return text;
  }

  /// A stream that gives a few bytes at a time, as pipes do.
  InputStream drops(byte[] text) {
    return new ByteArrayInputStream(text) {
      @Override
      public synchronized int read(byte[] target, int from, int count) {
        return super.read(target, from, Math.min(count, 1 + random.nextInt(20)));
      }
    };
  }
}
