package io.penstock.evaluate.text;

/// The publications that ask the questions of this chapter, as a reader knows them.
final class Sources {
  static final String WIDE_FINDER = "the post on FileInputStream and Wide Finder";

  static final String ROWS = "the One Billion Row Challenge";

  private static final String TUNING = "Tuning Java I/O Performance, ";

  private Sources() {}

  static String tuning(String section) {
    return TUNING + section;
  }
}
