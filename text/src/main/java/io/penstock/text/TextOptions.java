package io.penstock.text;

import java.util.Locale;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// The options with which lines are read.
///
/// @param chunkBytes how much is read at a time
/// @param longestLine the most bytes that a line may have
/// @param pattern of the lines that are shown; null for all
/// @param progress is told how much has been done since it was told last
record TextOptions(
    int chunkBytes, int longestLine, @Nullable BytePattern pattern, LongConsumer progress) {
  private static final int LEAST_CHUNK = 16;
  private static final int MOST = 1 << 30;

  // No lambda: a program that counts one small file would pay for its first one.
  static final TextOptions USUAL =
      new TextOptions(
          256 << 10,
          MOST,
          null,
          new LongConsumer() {
            @Override
            public void accept(long done) {}
          });

  TextOptions {
    if (chunkBytes < LEAST_CHUNK || chunkBytes > MOST) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "chunks of %d bytes; there may be %d to %d",
              chunkBytes,
              LEAST_CHUNK,
              MOST));
    }
    if (longestLine < 1 || longestLine > MOST) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "lines of up to %d bytes; the limit may be 1 to %d", longestLine, MOST));
    }
  }

  TextOptions withChunk(int bytes) {
    return new TextOptions(bytes, longestLine, pattern, progress);
  }

  TextOptions withLongestLine(int bytes) {
    return new TextOptions(chunkBytes, bytes, pattern, progress);
  }

  TextOptions withProgress(LongConsumer told) {
    return new TextOptions(chunkBytes, longestLine, pattern, told);
  }

  TextOptions matching(BytePattern wanted) {
    return new TextOptions(chunkBytes, longestLine, wanted, progress);
  }

  LineCursor cursor() {
    return new LineCursor(pattern);
  }
}
