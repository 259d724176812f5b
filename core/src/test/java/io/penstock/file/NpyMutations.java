package io.penstock.file;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.penstock.array.DataType;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;

/// NPY files that have been tampered with, always the same for the same seed.
final class NpyMutations {
  private static final int DATA = 256;
  private static final String[] TOKENS = {
    "'descr'",
    "'fortran_order'",
    "'shape'",
    "True",
    "False",
    "None",
    "()",
    "(3,)",
    "(2, 3)",
    "[3]",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ",",
    ":",
    "'",
    "\"",
    "\\",
    "L",
    "-1",
    "0",
    "00",
    "9223372036854775807",
    "9223372036854775808",
    "'<f8'",
    "'>i4'",
    "'|O'",
    "'|b1'",
    "'=c16'",
    "'<U8'",
    "[('x', '<f8')]",
    "__import__('os')",
    "#",
    "\n",
    "\t",
    "\f",
    "\r",
    "\u000b",
    "\0",
    "\u00e9",
    "\u00ff",
    " ",
    "1e3",
    "0x3",
    "u",
    "b",
    "+",
    "*"
  };

  private final Random random;

  NpyMutations(long seed) {
    this.random = new Random(seed);
  }

  /// The next file: mostly one whose header is changed and whose length field fits it, so that the
  /// change is reached.
  byte[] next() {
    Npy format = format();
    String text = text(format);
    for (int changes = random.nextInt(4); changes >= 0; changes--) {
      text = changed(text);
    }
    byte[] file = NpyFiles.file(format.version(), text, DATA);
    return random.nextInt(5) == 0 ? tampered(file) : file;
  }

  private Npy format() {
    DataType type = any(DataType.values());
    ByteOrder order = random.nextBoolean() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    long[] extents = random.longs(random.nextInt(5), 0, 4).toArray();
    StorageOrder storage = any(StorageOrder.values());
    int version = 1 + random.nextInt(3);
    return new Npy(type, order, Shape.of(extents), storage, version, 192);
  }

  private String text(Npy format) {
    String header = new String(format.header(), ISO_8859_1);
    String text = header.substring(header.indexOf('{'));
    return random.nextInt(4) == 0 ? text.replace('\'', '"') : text;
  }

  private String changed(String text) {
    int dictionary = Math.min(text.length(), text.indexOf('}') + 2);
    int from = random.nextInt(dictionary + 1);
    int to = Math.min(text.length(), from + random.nextInt(6));
    String before = text.substring(0, from);
    String after = text.substring(to);
    return switch (random.nextInt(6)) {
      case 0 -> before + after;
      case 1 -> before + any(TOKENS) + text.substring(from);
      case 2 -> before + any(TOKENS) + after;
      case 3 ->
          before + (char) random.nextInt(256) + text.substring(Math.min(from + 1, text.length()));
      case 4 -> text.substring(0, to) + text.substring(from);
      default -> before + " ".repeat(random.nextInt(3)) + text.substring(from);
    };
  }

  private byte[] tampered(byte[] file) {
    byte[] other =
        Arrays.copyOf(file, random.nextInt(4) == 0 ? random.nextInt(file.length) : file.length);
    for (int changes = random.nextInt(3); changes > 0 && other.length > 0; changes--) {
      other[random.nextInt(Math.min(other.length, 80))] = (byte) random.nextInt();
    }
    return other;
  }

  private <T> T any(T[] values) {
    return values[random.nextInt(values.length)];
  }
}
