package io.penstock.report;

import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Lines for one terminal, collected into a text.
final class Page {
  private final Terminal terminal;
  private final StringBuilder text = new StringBuilder();

  Page(Terminal terminal) {
    this.terminal = terminal;
  }

  Terminal terminal() {
    return terminal;
  }

  Line line() {
    return new Line(terminal);
  }

  Page add(Line line) {
    text.append(line).append('\n');
    return this;
  }

  Page blank() {
    text.append('\n');
    return this;
  }

  /// Words over as many lines as they need, all but the first indented below the end of `head`.
  Page paragraph(String head, String words, Style style) {
    int indent = Line.columns(head);
    Line line = line().add(head, style);
    boolean first = true;
    for (String word : words.strip().split("\\s+", -1)) {
      if (!first && Line.columns(word) + 1 > line.room()) {
        add(line);
        line = line().spaces(indent);
        first = true;
      }
      line.add(first ? word : " " + word, style);
      first = false;
    }
    return add(line);
  }

  @Override
  public String toString() {
    return text.toString();
  }

  /// One line of text in a terminal, never wider than the terminal: what does not fit is cut off
  /// with an ellipsis. Control characters, which would move the cursor, and those that turn the
  /// direction of writing become spaces.
  static final class Line {
    private static final Pattern CONTROL =
        Pattern.compile(
            "[\\p{Cc}\\p{Zl}\\p{Zp}\\x{61c}\\x{200e}\\x{200f}\\x{202a}-\\x{202e}\\x{2066}-\\x{2069}]");

    private final Terminal terminal;
    private final int columns;
    private final StringBuilder line = new StringBuilder();
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
      line.append(terminal.colour() ? style.apply(fitting) : fitting);
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
      return line.toString().stripTrailing();
    }

    static int columns(String text) {
      return text.codePointCount(0, text.length());
    }

    /// The columns of the widest of several texts; 0 without any.
    static int widest(Stream<String> texts) {
      return texts.mapToInt(Line::columns).max().orElse(0);
    }

    private static String clean(String text) {
      return CONTROL.matcher(text).replaceAll(" ");
    }

    private static String cut(String text, int columns, boolean unicode) {
      if (columns(text) <= columns) {
        return text;
      }
      String ellipsis = unicode ? "…" : "~";
      return columns < 1
          ? ""
          : text.substring(0, text.offsetByCodePoints(0, columns - 1)) + ellipsis;
    }
  }

  /// A look of a piece of text in a terminal with 256 colours. The colours are those of the page's
  /// charts, which people with the usual colour deficiencies can tell apart.
  enum Style {
    PLAIN(""),
    BOLD("1"),
    DIM("2"),
    ERROR("1;31"),
    GOOD("32"),
    BAD("31"),
    CLASSIC("38;5;214"),
    JDK("38;5;74"),
    PEER("38;5;175"),
    PENSTOCK("38;5;36"),
    C("38;5;250");

    private final String code;

    Style(String code) {
      this.code = code;
    }

    static Style of(By by) {
      return switch (by) {
        case CLASSIC -> CLASSIC;
        case JDK -> JDK;
        case PEER -> PEER;
        case PENSTOCK -> PENSTOCK;
        case C -> C;
      };
    }

    String apply(String text) {
      return code.isEmpty() || text.isEmpty() ? text : "\033[" + code + "m" + text + "\033[0m";
    }
  }
}
