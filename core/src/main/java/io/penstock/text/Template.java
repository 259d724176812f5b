package io.penstock.text;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Text with places, compiled once: `The square of {} is {}`. What [java.text.MessageFormat] does,
/// without parsing anything again or making Strings.
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
  private static final String PLACE = "{}";

  private final String pattern;
  private final byte[][] pieces;
  private final int[] lengths;

  private Template(String pattern, List<byte[]> pieces) {
    this.pattern = pattern;
    this.pieces = pieces.stream().map(Template::padded).toArray(byte[][]::new);
    this.lengths = pieces.stream().mapToInt(piece -> piece.length).toArray();
  }

  private static byte[] padded(byte[] piece) {
    int words = Math.max(2, Math.ceilDiv(piece.length, Long.BYTES));
    return Arrays.copyOf(piece, words * Long.BYTES);
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
    return pieces.length - 1;
  }

  /// Writes what stands before a place, or behind the last one.
  void write(int index, TextWriter writer) throws IOException {
    writer.piece(pieces[index], lengths[index]);
  }

  /// The pattern it was compiled from.
  @Override
  public String toString() {
    return pattern;
  }
}
