package io.penstock.cli;

import io.penstock.text.TextCount;
import java.util.Locale;

/// A quantity that `count` prints, in the order of its columns.
enum CountColumn {
  NEWLINES,
  WORDS,
  CHARACTERS,
  BYTES;

  long of(TextCount count) {
    return switch (this) {
      case NEWLINES -> count.newlines();
      case WORDS -> count.words();
      case CHARACTERS -> count.characters();
      case BYTES -> count.bytes();
    };
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
