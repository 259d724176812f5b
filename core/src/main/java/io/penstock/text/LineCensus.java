package io.penstock.text;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Collections;
import java.util.concurrent.atomic.AtomicLong;
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
    AtomicLong next = new AtomicLong(known.offset(kept));
    Team.run(
        Collections.<Team.Work>nCopies(threads, () -> count(file, next, size, segment, counts)));
    return new LineTable(blockBytes, size, size > 0 && last(file, size) != '\n', counts);
  }

  private void count(TextFile file, AtomicLong next, long size, int segment, char[] counts)
      throws IOException {
    try (BlockRoom room = new BlockRoom(segment)) {
      for (long at = next.getAndAdd(segment); at < size; at = next.getAndAdd(segment)) {
        int block = (int) (at / blockBytes);
        int length = (int) Math.min(segment, size - at);
        file.read(at, room.memory(), length);
        count(room.memory().asSlice(0, length), counts, block);
        progress.accept(length);
      }
    }
  }

  private void count(MemorySegment bytes, char[] counts, int first) {
    int block = first;
    for (long at = 0; at < bytes.byteSize(); at += blockBytes) {
      long length = Math.min(blockBytes, bytes.byteSize() - at);
      counts[block++] = (char) ByteCounts.newlines(bytes.asSlice(at, length));
    }
  }

  private static byte last(TextFile file, long size) throws IOException {
    byte[] last = new byte[1];
    file.read(size - 1, last, 0, 1);
    return last[0];
  }
}
