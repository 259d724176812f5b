package io.penstock.text.utf8;

import java.nio.charset.StandardCharsets;
import java.util.Objects;

/// Goes between the bytes of UTF-8 and chars (UTF-16), and has a way with what is malformed: to
/// report it, or to put something in its place.
///
/// A byte order mark is a character like others: nothing is skipped, nothing is added.
///
/// Free of state, safe for any thread.
public abstract sealed class Utf8Codec {
  /// The most bytes that one char takes. A pair of surrogates takes four.
  public static final int MOST_BYTES = 3;

  Utf8Codec() {}

  /// Throws a [MalformedTextException] at the first byte or char that is malformed.
  public static Utf8Codec reporting() {
    return ReportingCodec.INSTANCE;
  }

  /// Replaces as the JDK does: by U+FFFD what [java.nio.charset.CharsetDecoder] does, sequence for
  /// sequence, and by `?` each lone surrogate.
  public static Utf8Codec replacing() {
    return ReplacingCodec.INSTANCE;
  }

  /// Writes the chars of a range of bytes. They are at most as many as the bytes.
  ///
  /// @param at where the first one goes
  /// @return the place behind the last one
  /// @throws MalformedTextException if this codec reports, and they are malformed; the target may
  ///   then hold a part
  /// @throws IndexOutOfBoundsException if the range leaves its array, or the target has no room
  public final int decode(byte[] source, int from, int to, char[] target, int at) {
    Objects.checkFromToIndex(from, to, source.length);
    int next = at;
    int i = from;
    while (i < to) {
      int ascii = Ascii.length(source, i, to);
      Ascii.widen(source, i, ascii, target, next);
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
  public final int encode(String source, int from, int to, byte[] target, int at) {
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

  static boolean isPair(String source, int at, int to) {
    return Character.isHighSurrogate(source.charAt(at))
        && at + 1 < to
        && Character.isLowSurrogate(source.charAt(at + 1));
  }

  /// The text that a range of bytes is.
  ///
  /// @throws MalformedTextException if this codec reports, and they are malformed
  /// @throws IndexOutOfBoundsException if the range leaves the array
  public abstract String decode(byte[] source, int from, int to);

  /// The bytes of a text.
  ///
  /// @throws MalformedTextException if this codec reports, and the text has a lone surrogate
  public abstract byte[] encode(String text);

  /// What stands for a malformed sequence.
  abstract char replacement(byte[] bytes, int from, int at, int to);

  /// What stands for a lone surrogate.
  abstract byte replacement(char surrogate, int index);

  /// Replaces what is malformed.
  private static final class ReplacingCodec extends Utf8Codec {
    static final ReplacingCodec INSTANCE = new ReplacingCodec();

    private ReplacingCodec() {}

    @Override
    public String decode(byte[] source, int from, int to) {
      return new String(source, from, to - from, StandardCharsets.UTF_8);
    }

    @Override
    public byte[] encode(String text) {
      return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    char replacement(byte[] bytes, int from, int at, int to) {
      return '\ufffd';
    }

    @Override
    byte replacement(char surrogate, int index) {
      return '?';
    }
  }

  /// Reports what is malformed.
  private static final class ReportingCodec extends Utf8Codec {
    static final ReportingCodec INSTANCE = new ReportingCodec();

    private ReportingCodec() {}

    @Override
    public String decode(byte[] source, int from, int to) {
      int malformed = Utf8.malformedAt(source, from, to);
      if (malformed >= 0) {
        throw MalformedTextException.bytes(source, from, malformed, to);
      }
      return new String(source, from, to - from, StandardCharsets.UTF_8);
    }

    // The JDK puts a question mark where a surrogate is alone, and does it faster than any loop
    // here
    // could look for one: only where there is one is it looked for.
    @Override
    public byte[] encode(String text) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      if (Ascii.has(bytes, '?')) {
        check(text);
      }
      return bytes;
    }

    private static void check(String text) {
      for (int i = 0; i < text.length(); i++) {
        if (Character.isSurrogate(text.charAt(i))) {
          if (!isPair(text, i, text.length())) {
            throw MalformedTextException.surrogate(text.charAt(i), i);
          }
          i++;
        }
      }
    }

    @Override
    char replacement(byte[] bytes, int from, int at, int to) {
      throw MalformedTextException.bytes(bytes, from, at, to);
    }

    @Override
    byte replacement(char surrogate, int index) {
      throw MalformedTextException.surrogate(surrogate, index);
    }
  }
}
