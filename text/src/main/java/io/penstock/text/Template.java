package io.penstock.text;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// A text with places, compiled once: `The square of {} is {}`. What [java.text.MessageFormat]
/// does, without parsing anything again or making Strings.
///
/// ```java
/// Template square = Template.of("The square of {} is {}\n");
/// for (long i = 0; i < n; i++) {
///   writer.fill(square).with(i).with(i * i);
/// }
/// ```
///
/// A place is `{}`; all other braces are themselves. Immutable, safe for any thread.
public final class Template {
  /// Pieces of up to so many bytes take least time.
  static final int SHORT = 2 * Long.BYTES;

  private static final String PLACE = "{}";

  private final String pattern;
  private final byte[][] pieces;
  private final int[] lengths;

  /// The first 16 bytes of each piece, two words in little-endian order, with zeros behind it.
  private final long[] words;

  private Template(String pattern, List<byte[]> pieces) {
    this.pattern = pattern;
    this.pieces = pieces.toArray(byte[][]::new);
    lengths = pieces.stream().mapToInt(piece -> piece.length).toArray();
    ByteBuffer all = ByteBuffer.allocate(SHORT * lengths.length).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < lengths.length; i++) {
      all.put(SHORT * i, this.pieces[i], 0, Math.min(SHORT, lengths[i]));
    }
    words = new long[2 * lengths.length];
    all.asLongBuffer().get(words);
  }

  /// Compiles a template. A lone surrogate in it becomes `?`.
  public static Template of(String pattern) {
    List<byte[]> pieces = new ArrayList<>();
    int begin = 0;
    for (int at = pattern.indexOf(PLACE); at >= 0; at = pattern.indexOf(PLACE, begin)) {
      pieces.add(pattern.substring(begin, at).getBytes(StandardCharsets.UTF_8));
      begin = at + PLACE.length();
    }
    pieces.add(pattern.substring(begin).getBytes(StandardCharsets.UTF_8));
    return new Template(pattern, pieces);
  }

  /// How many places it has.
  public int places() {
    return lengths.length - 1;
  }

  /// What stands before a place, or behind the last one.
  byte[] piece(int index) {
    return pieces[index];
  }

  /// How many bytes a piece has.
  int length(int index) {
    return lengths[index];
  }

  /// The first eight bytes of a piece.
  long firstWord(int index) {
    return words[2 * index];
  }

  /// The next eight bytes of a piece.
  long secondWord(int index) {
    return words[2 * index + 1];
  }

  /// The pattern it was compiled from.
  @Override
  public String toString() {
    return pattern;
  }
}
