package io.penstock.text;

import java.io.IOException;
import java.util.Collections;
import java.util.function.LongConsumer;

/// Counts the newlines of each block of a file, in one pass that threads share.
///
/// @param progress is told the length of what has been counted, by any thread
record LineCensus(int blockBytes, int threads, LongConsumer progress) {
  private static final int SEGMENT = 256 << 10;

  /// Counts what a table does not know yet.
  ///
  /// @param known of the same file, when it was shorter
  /// @param size of the file, at least that of the table
  LineTable take(TextFile file, LineTable known, long size) throws IOException {
    int kept = (int) (known.size() / blockBytes);
    char[] counts = new char[LineTable.blocksIn(size, blockBytes)];
    System.arraycopy(known.counts(kept), 0, counts, 0, kept);
    int segment = Math.max(1, SEGMENT / blockBytes) * blockBytes;
    Segments segments = new Segments(file, known.offset(kept), size, segment);
    TextOptions options = TextOptions.USUAL.withChunk(Math.max(16, segment));
    Team.run(
        Collections.<Team.Work>nCopies(
            threads, () -> count(segments, new Chunk("the index", options), counts)));
    return new LineTable(blockBytes, size, size > 0 && last(file, size) != '\n', counts);
  }

  private void count(Segments segments, Chunk chunk, char[] counts) throws IOException {
    while (segments.next(chunk)) {
      int block = (int) (chunk.offset / blockBytes);
      for (int at = chunk.from; at < chunk.to; at += blockBytes) {
        int end = Math.min(chunk.to, at + blockBytes);
        counts[block++] = (char) ByteCounts.newlines(chunk.bytes(), at, end);
      }
      progress.accept(chunk.to - chunk.from);
    }
  }

  private static byte last(TextFile file, long size) throws IOException {
    byte[] last = new byte[1];
    file.read(size - 1, last, 0, 1);
    return last[0];
  }
}
