package io.penstock.text;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/// Counts the newlines of each block of a file, in one pass that threads share.
///
/// @param blockBytes a multiple of 8, so that each block begins at a word
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
    new Crew("the index", new Segments(file, known.offset(kept), size, segment), progress)
        .run(works(counts), TextOptions.USUAL.withChunk(Math.max(16, segment)));
    return new LineTable(blockBytes, size, size > 0 && last(file, size) != '\n', counts);
  }

  private List<ChunkWork> works(char[] counts) {
    List<ChunkWork> works = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      works.add(chunk -> count(chunk, counts));
    }
    return works;
  }

  private long count(Chunk chunk, char[] counts) {
    int block = (int) (chunk.offset / blockBytes);
    long sum = 0;
    for (int at = chunk.from; at < chunk.to; at += blockBytes) {
      long count = Words.newlines(chunk.bytes(), at, Math.min(chunk.to, at + blockBytes));
      counts[block++] = (char) count;
      sum += count;
    }
    return sum;
  }

  private static byte last(TextFile file, long size) throws IOException {
    byte[] last = new byte[1];
    file.read(size - 1, last, 0, 1);
    return last[0];
  }
}
