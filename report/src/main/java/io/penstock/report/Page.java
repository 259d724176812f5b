package io.penstock.report;

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
}
