package io.penstock.evaluate.text;

/// Where looks into a text go. The same stands in `text_places.c`.
enum Places {
  /// One after the other, from the first on.
  IN_SEQUENCE("in-sequence") {
    @Override
    long at(long number, long count) {
      return number % count;
    }
  },
  /// For a while somewhere near one place, then near another.
  NEARBY("nearby") {
    @Override
    long at(long number, long count) {
      long near = below(Math.max(1, count - NEAR), ~(number / WHILE));
      return (near + below(NEAR, number)) % count;
    }
  },
  /// Anywhere.
  ANYWHERE("anywhere") {
    @Override
    long at(long number, long count) {
      return below(count, number);
    }
  };

  static final String OPTION = "places";

  /// So far away is near.
  static final int NEAR = 64;

  /// So many looks are a while.
  static final int WHILE = 1024;

  private final String word;

  Places(String word) {
    this.word = word;
  }

  String word() {
    return word;
  }

  /// Where look number `number` goes, of `count` places.
  abstract long at(long number, long count);

  private static long below(long bound, long number) {
    return (Draws.at(number) >>> 1) % bound;
  }

  static Places of(String word) {
    for (Places places : values()) {
      if (places.word.equals(word)) {
        return places;
      }
    }
    throw new IllegalArgumentException("no such places: " + word);
  }
}
