package io.penstock.report;

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
