package io.penstock.compress;

/// Names of archives as messages show them: in quotes, and without what a terminal might obey.
final class Shown {
  private static final int LONGEST = 120;

  private Shown() {}

  static String name(String name) {
    StringBuilder shown = new StringBuilder("'");
    name.codePoints()
        .limit(LONGEST)
        .map(c -> Character.isISOControl(c) ? '?' : c)
        .forEach(shown::appendCodePoint);
    return shown.append(name.length() > LONGEST ? "..." : "").append("'").toString();
  }
}
