package io.penstock.text.utf8;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/// Holds everything that is known about UTF-8 here against the JDK's decoder.
final class JdkUtf8 {
  private final CharsetDecoder decoder =
      StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT);

  /// Fails unless a range of bytes is to Penstock what it is to the JDK.
  void check(byte[] bytes, int from, int to) {
    CharBuffer read = CharBuffer.allocate(to - from + 1);
    ByteBuffer source = ByteBuffer.wrap(bytes, from, to - from);
    boolean malformed = decoder.reset().decode(source, read, true).isMalformed();
    int expected = malformed ? source.position() : -1;
    int found = Utf8.malformedAt(bytes, from, to);
    if (found != expected) {
      assertThat(found).as(shown(bytes, from, to)).isEqualTo(expected);
    }
    String replaced = new String(bytes, from, to - from, StandardCharsets.UTF_8);
    checkReplacing(bytes, from, to, replaced);
    checkReporting(bytes, from, to, malformed ? Optional.empty() : Optional.of(replaced));
    if (!malformed) {
      checkCounts(bytes, from, to, replaced);
    }
  }

  private static void checkReplacing(byte[] bytes, int from, int to, String expected) {
    char[] target = new char[to - from + 1];
    int end = Utf8Codec.replacing().decode(bytes, from, to, target, 1);
    String decoded = new String(target, 1, end - 1);
    if (!decoded.equals(expected)) {
      assertThat(decoded).as(shown(bytes, from, to)).isEqualTo(expected);
    }
  }

  private static void checkReporting(byte[] bytes, int from, int to, Optional<String> expected) {
    Optional<String> decoded = reported(bytes, from, to);
    if (!decoded.equals(expected)) {
      assertThat(decoded).as(shown(bytes, from, to)).isEqualTo(expected);
    }
  }

  private static Optional<String> reported(byte[] bytes, int from, int to) {
    char[] target = new char[to - from];
    try {
      int end = Utf8Codec.reporting().decode(bytes, from, to, target, 0);
      return Optional.of(new String(target, 0, end));
    } catch (MalformedTextException _) {
      return Optional.empty();
    }
  }

  private static void checkCounts(byte[] bytes, int from, int to, String text) {
    long characters = Utf8.characters(bytes, from, to);
    long chars = Utf8.chars(bytes, from, to);
    if (characters != text.codePointCount(0, text.length()) || chars != text.length()) {
      assertThat(characters).isEqualTo(text.codePointCount(0, text.length()));
      assertThat(chars).isEqualTo(text.length());
    }
    byte[] written = new byte[3 * text.length() + 1];
    int end = Utf8Codec.reporting().encode(text, 0, text.length(), written, 1);
    if (!Arrays.equals(written, 1, end, bytes, from, to)) {
      assertThat(Arrays.copyOfRange(written, 1, end))
          .isEqualTo(Arrays.copyOfRange(bytes, from, to));
    }
  }

  private static String shown(byte[] bytes, int from, int to) {
    return Arrays.toString(Arrays.copyOfRange(bytes, from, to));
  }
}
