package io.penstock.text;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/// Chunks of a regular file, which threads read side by side.
///
/// The file is cut into segments of equal length. The lines that begin in a segment are its chunk:
/// it starts behind the first newline at or after the byte before the segment, and runs on to the
/// end of the line that crosses the segment's end. So each thread finds its lines without asking
/// another.
final class FileChunks implements ChunkSource {
  /// How much is read at a time behind a segment to find where its last line ends.
  static final int OVERRUN = 4 << 10;

  private final TextFile file;
  private final long size;
  private final int segmentBytes;
  private final AtomicLong next = new AtomicLong();

  FileChunks(TextFile file, int segmentBytes) {
    this.file = file;
    this.size = file.size();
    this.segmentBytes = segmentBytes;
  }

  @Override
  public boolean next(Chunk chunk) throws IOException {
    long index = next.getAndIncrement();
    if (size == 0 || index > (size - 1) / segmentBytes) {
      return false;
    }
    chunk.index = index;
    long start = index * segmentBytes;
    fill(chunk, start, Math.min(size, start + segmentBytes));
    return true;
  }

  private void fill(Chunk chunk, long start, long end) throws IOException {
    long base = Math.max(0, start - 1);
    while (chunk.room() < end - base) {
      chunk.grow(base, 0);
    }
    int filled = (int) (end - base);
    file.read(base, chunk.bytes(), 0, filled);
    chunk.from = start == 0 ? 0 : behindNewline(chunk, 0, filled);
    chunk.offset = base + chunk.from;
    if (chunk.from < 0 || chunk.offset >= end) {
      clear(chunk, start);
    } else {
      chunk.to = finish(chunk, base, filled);
    }
  }

  private static void clear(Chunk chunk, long start) {
    chunk.from = 0;
    chunk.to = 0;
    chunk.offset = start;
  }

  /// Reads on until the line that has the last byte ends.
  private int finish(Chunk chunk, long base, int filled) throws IOException {
    int all = filled;
    int end = behindNewline(chunk, all - 1, all);
    while (end < 0 && base + all < size) {
      if (all == chunk.room()) {
        int lineFrom = ByteSearch.findLast(chunk.bytes(), chunk.from, filled, (byte) '\n') + 1;
        chunk.grow(base + lineFrom, lineFrom);
      }
      int wanted = Math.min(Math.max(OVERRUN, all - filled), chunk.room() - all);
      int n = (int) Math.min(wanted, size - base - all);
      file.read(base + all, chunk.bytes(), all, n);
      end = behindNewline(chunk, all, all + n);
      all += n;
    }
    return end < 0 ? all : end;
  }

  private static int behindNewline(Chunk chunk, int from, int to) {
    int at = ByteSearch.find(chunk.bytes(), from, to, (byte) '\n');
    return at == to ? -1 : at + 1;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
