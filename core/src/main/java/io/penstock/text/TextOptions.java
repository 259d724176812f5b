package io.penstock.text;

import java.util.function.LongConsumer;

/// How lines are read.
///
/// @param chunkBytes how much is read at a time
/// @param longestLine the most bytes that a line may have
/// @param wanted which lines
/// @param progress is told how much has been done since it was told last
record TextOptions(int chunkBytes, int longestLine, Wanted wanted, LongConsumer progress) {
  private static final int LEAST_CHUNK = 16;
  private static final int MOST = 1 << 30;

  static final TextOptions USUAL = new TextOptions(256 << 10, MOST, LineCursor.OfAll::new, _ -> {});

  TextOptions {
    if (chunkBytes < LEAST_CHUNK || chunkBytes > MOST) {
      throw new IllegalArgumentException(
          "chunks of %d bytes; there may be %d to %d".formatted(chunkBytes, LEAST_CHUNK, MOST));
    }
    if (longestLine < 1 || longestLine > MOST) {
      throw new IllegalArgumentException(
          "lines of up to %d bytes; the limit may be 1 to %d".formatted(longestLine, MOST));
    }
  }

  TextOptions withChunk(int bytes) {
    return new TextOptions(bytes, longestLine, wanted, progress);
  }

  TextOptions withLongestLine(int bytes) {
    return new TextOptions(chunkBytes, bytes, wanted, progress);
  }

  TextOptions withProgress(LongConsumer told) {
    return new TextOptions(chunkBytes, longestLine, wanted, told);
  }

  TextOptions matching(BytePattern pattern) {
    return new TextOptions(
        chunkBytes, longestLine, () -> new LineCursor.OfMatching(pattern.search()), progress);
  }

  LineCursor cursor() {
    return wanted.cursor();
  }

  /// Which lines are shown.
  interface Wanted {
    LineCursor cursor();
  }
}
