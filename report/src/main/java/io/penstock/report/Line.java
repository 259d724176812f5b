package io.penstock.report;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// One line of text in a terminal, never wider than the terminal: what does not fit is cut off with
/// an ellipsis. Control characters, which would move the cursor, become spaces.
final class Line {
  private record Piece(String text, Style style) {}

  private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

  private final Terminal terminal;
  private final int columns;
  private final List<Piece> pieces = new ArrayList<>();
  private int width;

  Line(Terminal terminal) {
    this(terminal, terminal.width());
  }

  /// @param columns how wide the line may become, at most the terminal's width
  Line(Terminal terminal, int columns) {
    this.terminal = terminal;
    this.columns = columns;
  }

  Line add(String text) {
    return add(text, Style.PLAIN);
  }

  Line add(String text, Style style) {
    String fitting = cut(clean(text), room(), terminal.unicode());
    pieces.add(new Piece(fitting, style));
    width += columns(fitting);
    return this;
  }

  /// `text` in exactly `columns` columns.
  Line left(String text, int columns, Style style) {
    String fitting = cut(clean(text), columns, terminal.unicode());
    return add(fitting, style).spaces(columns - columns(fitting));
  }

  /// `text` at the right end of `columns` columns.
  Line right(String text, int columns, Style style) {
    String fitting = cut(clean(text), columns, terminal.unicode());
    return spaces(columns - columns(fitting)).add(fitting, style);
  }

  Line spaces(int count) {
    return add(" ".repeat(Math.clamp(count, 0, room())));
  }

  int room() {
    return columns - width;
  }

  /// The line without spaces at its end and without a line feed.
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (Piece piece : pieces) {
      text.append(terminal.colour() ? piece.style().apply(piece.text()) : piece.text());
    }
    return text.toString().stripTrailing();
  }

  static int columns(String text) {
    return text.codePointCount(0, text.length());
  }

  private static String clean(String text) {
    return CONTROL.matcher(text).replaceAll(" ");
  }

  private static String cut(String text, int columns, boolean unicode) {
    if (columns(text) <= columns) {
      return text;
    }
    String ellipsis = unicode ? "…" : "~";
    return columns < 1 ? "" : text.substring(0, text.offsetByCodePoints(0, columns - 1)) + ellipsis;
  }
}
