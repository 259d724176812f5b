package io.penstock.report;

/// Estimates how wide a text is in a sans-serif font, a little on the wide side: the reader's font
/// is not known here, and labels must not collide in any.
final class TextWidth {
  private static final String SLIM = " .,:;'|!iljft()[]/-";
  private static final String WIDE = "mwMW@%…×";

  private TextWidth() {}

  /// @param size of the font, in pixels
  static double of(String text, double size) {
    return text.codePoints().mapToDouble(TextWidth::em).sum() * size;
  }

  private static double em(int character) {
    if (SLIM.indexOf(character) >= 0) {
      return 0.37;
    }
    if (WIDE.indexOf(character) >= 0) {
      return 0.95;
    }
    if (character >= 0x2e80) {
      return 1.1;
    }
    return Character.isUpperCase(character) ? 0.71 : 0.61;
  }

  /// As much of `text` as fits `width`, with an ellipsis if that is not all.
  static String fit(String text, double size, double width) {
    // A hair's breadth more, so that a text fits the room that was made for it.
    if (of(text, size) <= width + 0.1) {
      return text;
    }
    int end = text.length();
    while (end > 0 && of(text.substring(0, end) + "…", size) > width) {
      end = text.offsetByCodePoints(end, -1);
    }
    return text.substring(0, end) + "…";
  }
}
