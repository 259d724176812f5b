package io.penstock.text;

import java.io.IOException;
import java.io.InputStream;

/// Chunks of what can be read only from its begin to its end: threads take turns.
///
/// A chunk is handed out as soon as it has a whole line, so that a pipe's lines are seen when they
/// come. What follows the last whole line waits for the next chunk.
final class SequentialChunks implements ChunkSource {
  private final InputStream input;
  private byte[] rest = {};
  private int restLength;
  private long offset;
  private long index;
  private boolean ended;

  SequentialChunks(InputStream input) {
    this.input = input;
  }

  @Override
  public synchronized boolean next(Chunk chunk) throws IOException {
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
        int last = ByteSearch.findLast(chunk.bytes(), filled, filled + n, (byte) '\n');
        end = last < filled ? 0 : last + 1;
        filled += n;
      }
    }
    return handOut(chunk, ended ? filled : end, filled);
  }

  // What follows bytes that could not be read is nothing that another thread may go on with.
  private int read(Chunk chunk, int filled) throws IOException {
    boolean read = false;
    try {
      int n = input.read(chunk.bytes(), filled, chunk.room() - filled);
      read = true;
      return n;
    } finally {
      if (!read) {
        ended = true;
        restLength = 0;
      }
    }
  }

  private int takeRest(Chunk chunk) throws IOException {
    while (chunk.room() < restLength) {
      chunk.grow(offset, 0);
    }
    System.arraycopy(rest, 0, chunk.bytes(), 0, restLength);
    return restLength;
  }

  private boolean handOut(Chunk chunk, int end, int filled) {
    keep(chunk, end, filled);
    chunk.from = 0;
    chunk.to = end;
    chunk.offset = offset;
    index++;
    offset += end;
    return end > 0;
  }

  private void keep(Chunk chunk, int end, int filled) {
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
