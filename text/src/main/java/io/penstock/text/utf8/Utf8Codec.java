package io.penstock.text.utf8;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/// A converter between the bytes of UTF-8 and chars (UTF-16), which either reports what is
/// malformed or replaces it.
///
/// A byte order mark is a character like others: nothing is skipped, nothing is added.
///
/// Free of state, safe for any thread.
public final class Utf8Codec {
  /// The most bytes that one char takes. A pair of surrogates takes four.
  public static final int MOST_BYTES = 3;

  private static final Utf8Codec REPORTING = new Utf8Codec(true);
  private static final Utf8Codec REPLACING = new Utf8Codec(false);

  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long HIGHEST = 0x8080_8080_8080_8080L;
  private static final long QUESTION_MARKS = '?' * 0x0101_0101_0101_0101L;

  private final boolean reporting;

  private Utf8Codec(boolean reporting) {
    this.reporting = reporting;
  }

  /// Throws a [MalformedTextException] at the first byte or char that is malformed.
  public static Utf8Codec reporting() {
    return REPORTING;
  }

  /// Replaces as the JDK does: by U+FFFD what [java.nio.charset.CharsetDecoder] does, sequence for
  /// sequence, and by `?` each lone surrogate.
  public static Utf8Codec replacing() {
    return REPLACING;
  }

  /// Writes the chars of a range of bytes. They are at most as many as the bytes.
  ///
  /// @param at where the first one goes
  /// @return the place behind the last one
  /// @throws MalformedTextException if this codec reports, and they are malformed; the target may
  ///   then hold a part
  /// @throws IndexOutOfBoundsException if the range leaves its array, or the target has no room
  public int decode(byte[] source, int from, int to, char[] target, int at) {
    Objects.checkFromToIndex(from, to, source.length);
    int next = at;
    int i = from;
    while (i < to) {
      int ascii = asciiLength(source, i, to);
      widen(source, i, ascii, target, next);
      i += ascii;
      next += ascii;
      while (i < to && source[i] < 0) {
        int length = Sequences.length(source, i, to);
        if (length == 0) {
          target[next++] = replacement(source, from, i, to);
          i += Sequences.malformedLength(source, i, to);
        } else {
          next = Sequences.decode(source, i, length, target, next);
          i += length;
        }
      }
    }
    return next;
  }

  /// Writes the bytes of some chars of a text. They are at most [#MOST_BYTES] times as many.
  ///
  /// @param from the first char
  /// @param to behind the last one
  /// @param at where the first byte goes
  /// @return the place behind the last byte
  /// @throws MalformedTextException if this codec reports, and one is a lone surrogate; the target
  ///   may then hold a part
  /// @throws IndexOutOfBoundsException if the range leaves the text, or the target has no room
  public int encode(String source, int from, int to, byte[] target, int at) {
    Objects.checkFromToIndex(from, to, source.length());
    int next = at;
    for (int i = from; i < to; i++) {
      char c = source.charAt(i);
      if (c < 0x80) {
        target[next++] = (byte) c;
      } else if (!Character.isSurrogate(c)) {
        next = Sequences.encode(c, target, next);
      } else if (isPair(source, i, to)) {
        next = Sequences.encode(Character.toCodePoint(c, source.charAt(++i)), target, next);
      } else {
        target[next++] = replacement(c, i);
      }
    }
    return next;
  }

  private static boolean isPair(String source, int at, int to) {
    return Character.isHighSurrogate(source.charAt(at))
        && at + 1 < to
        && Character.isLowSurrogate(source.charAt(at + 1));
  }

  /// The text that a range of bytes is.
  ///
  /// @throws MalformedTextException if this codec reports, and they are malformed
  /// @throws IndexOutOfBoundsException if the range leaves the array
  public String decode(byte[] source, int from, int to) {
    int malformed = reporting ? Utf8.malformedAt(source, from, to) : -1;
    if (malformed >= 0) {
      throw MalformedTextException.bytes(source, from, malformed, to);
    }
    return new String(source, from, to - from, StandardCharsets.UTF_8);
  }

  /// The bytes of a text.
  ///
  /// @throws MalformedTextException if this codec reports, and the text has a lone surrogate
  public byte[] encode(String text) {
    // The JDK puts a question mark where a surrogate is alone, and does it faster than any loop
    // here could look for one: the text is searched only where there is one.
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (reporting && hasQuestionMark(bytes)) {
      requirePairs(text);
    }
    return bytes;
  }

  private static void requirePairs(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (!isPair(text, i, text.length())) {
          throw MalformedTextException.surrogate(text.charAt(i), i);
        }
        i++;
      }
    }
  }

  /// What stands for a malformed sequence.
  private char replacement(byte[] bytes, int from, int at, int to) {
    if (reporting) {
      throw MalformedTextException.bytes(bytes, from, at, to);
    }
    return '\ufffd';
  }

  /// What stands for a lone surrogate.
  private byte replacement(char surrogate, int index) {
    if (reporting) {
      throw MalformedTextException.surrogate(surrogate, index);
    }
    return '?';
  }

  // ---- ASCII -----------------------------------------------------------------------------------

  /// How many bytes from a place on are ASCII.
  private static int asciiLength(byte[] bytes, int from, int to) {
    int at = from;
    for (; at <= to - Long.BYTES; at += Long.BYTES) {
      long others = (long) WORDS.get(bytes, at) & HIGHEST;
      if (others != 0) {
        return at - from + (Long.numberOfTrailingZeros(others) >>> 3);
      }
    }
    while (at < to && bytes[at] >= 0) {
      at++;
    }
    return at - from;
  }

  /// Whether a question mark is among some bytes, by a loop that becomes vectors.
  private static boolean hasQuestionMark(byte[] bytes) {
    long others = -1;
    int words = bytes.length >>> 3;
    for (int i = 0; i < words; i++) {
      long word = (long) WORDS.get(bytes, i << 3) ^ QUESTION_MARKS;
      others &= ((word & ~HIGHEST) + ~HIGHEST) | word;
    }
    boolean found = (~others & HIGHEST) != 0;
    for (int i = words << 3; i < bytes.length; i++) {
      found |= bytes[i] == '?';
    }
    return found;
  }

  private static void widen(byte[] source, int from, int count, char[] target, int at) {
    for (int i = 0; i < count; i++) {
      target[at + i] = (char) source[from + i];
    }
  }
}
