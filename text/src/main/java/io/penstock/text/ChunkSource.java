package io.penstock.text;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicLong;

/// A source of chunks: it hands out a text in whole lines, each byte once, to any number of
/// threads.
///
/// The chunks have the numbers 0, 1, 2 and so on in the order of the text, and are taken in this
/// order; some may be empty. A last line that nothing ends is a line.
interface ChunkSource extends Closeable {
  /// How much is read at a time behind a segment of a file to find where its last line ends.
  int OVERRUN = 4 << 10;

  /// Fills a chunk with what comes next.
  ///
  /// @return whether there was anything; false for everybody from then on
  /// @throws LongLineException if a line is longer than the chunk may grow
  /// @throws IOException if the text cannot be read
  boolean next(LineCursor chunk) throws IOException;

  /// How many chunks there are at most: more threads would find nothing to do.
  default long mostChunks() {
    return Long.MAX_VALUE;
  }

  /// Whether that is known.
  default boolean isSized() {
    return mostChunks() < Long.MAX_VALUE;
  }

  /// Chunks of a regular file, which threads read side by side.
  ///
  /// The file is cut into segments of equal length. The lines that begin in a segment are its
  /// chunk: it starts behind the first newline at or after the byte before the segment, and runs on
  /// to the end of the line that crosses the segment's end. So each thread finds its lines without
  /// asking another.
  final class OfFile implements ChunkSource {
    private final TextFile file;
    private final long size;
    private final int segmentBytes;
    private final AtomicLong next = new AtomicLong();

    OfFile(TextFile file, int segmentBytes) {
      this.file = file;
      this.size = file.size();
      this.segmentBytes = segmentBytes;
    }

    @Override
    public long mostChunks() {
      return Math.ceilDiv(size, (long) segmentBytes);
    }

    @Override
    public boolean next(LineCursor chunk) throws IOException {
      long index = next.getAndIncrement();
      if (size == 0 || index > (size - 1) / segmentBytes) {
        return false;
      }
      chunk.index = index;
      long start = index * segmentBytes;
      fill(chunk, start, Math.min(size, start + segmentBytes));
      return true;
    }

    private void fill(LineCursor chunk, long start, long end) throws IOException {
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

    private static void clear(LineCursor chunk, long start) {
      chunk.from = 0;
      chunk.to = 0;
      chunk.offset = start;
    }

    /// Reads on until the line that has the last byte ends.
    private int finish(LineCursor chunk, long base, int filled) throws IOException {
      int all = filled;
      int end = behindNewline(chunk, all - 1, all);
      while (end < 0 && base + all < size) {
        if (all == chunk.room()) {
          int lineFrom = ByteScan.findLast(chunk.bytes(), chunk.from, filled, (byte) '\n') + 1;
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

    private static int behindNewline(LineCursor chunk, int from, int to) {
      int at = ByteScan.find(chunk.bytes(), from, to, (byte) '\n');
      return at == to ? -1 : at + 1;
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }

  /// Chunks of what can be read only from its begin to its end: threads take turns.
  ///
  /// A chunk is handed out as soon as it has a whole line, so that a pipe's lines are seen when
  /// they come. What follows the last whole line waits for the next chunk.
  final class OfInput implements ChunkSource {
    private final InputStream input;
    private byte[] rest = {};
    private int restLength;
    private long offset;
    private long index;
    private boolean ended;

    /// How much of the rest is kept for [#goOn] where the input has failed.
    private int kept;

    OfInput(InputStream input) {
      this(input, 0);
    }

    /// @param offset of the next byte of `input` in the text
    OfInput(InputStream input, long offset) {
      this.input = input;
      this.offset = offset;
    }

    /// The offset of the first byte that was not handed out.
    long offset() {
      return offset;
    }

    @Override
    public synchronized boolean next(LineCursor chunk) throws IOException {
      if (ended && restLength == 0) {
        return false;
      }
      chunk.index = index;
      int filled = takeRest(chunk);
      int end = 0;
      while (end == 0 && !ended) {
        if (filled == chunk.room()) {
          chunk.grow(offset, 0);
        }
        int n = read(chunk, filled);
        if (n < 0) {
          ended = true;
        } else {
          int last = ByteScan.findLast(chunk.bytes(), filled, filled + n, (byte) '\n');
          end = last < filled ? 0 : last + 1;
          filled += n;
        }
      }
      return handOut(chunk, ended ? filled : end, filled);
    }

    /// Lets the next call go on behind the last byte that came, where the input has failed and may
    /// be read further.
    ///
    /// @return whether that has failed; false where something else did, and bytes may be lost
    synchronized boolean goOn() {
      boolean failed = ended;
      restLength += kept;
      kept = 0;
      ended = false;
      return failed;
    }

    // What follows bytes that could not be read is nothing that another thread may go on with.
    private int read(LineCursor chunk, int filled) throws IOException {
      boolean read = false;
      try {
        int n = input.read(chunk.bytes(), filled, chunk.room() - filled);
        read = true;
        return n;
      } finally {
        if (!read) {
          keep(chunk, 0, filled);
          kept = restLength;
          restLength = 0;
          ended = true;
        }
      }
    }

    private int takeRest(LineCursor chunk) throws IOException {
      while (chunk.room() < restLength) {
        chunk.grow(offset, 0);
      }
      System.arraycopy(rest, 0, chunk.bytes(), 0, restLength);
      return restLength;
    }

    private boolean handOut(LineCursor chunk, int end, int filled) {
      keep(chunk, end, filled);
      chunk.from = 0;
      chunk.to = end;
      chunk.offset = offset;
      index++;
      offset += end;
      return end > 0;
    }

    private void keep(LineCursor chunk, int end, int filled) {
      restLength = filled - end;
      if (rest.length < restLength) {
        rest = new byte[chunk.room()];
      }
      System.arraycopy(chunk.bytes(), end, rest, 0, restLength);
    }

    @Override
    public void close() throws IOException {
      input.close();
    }
  }
}
