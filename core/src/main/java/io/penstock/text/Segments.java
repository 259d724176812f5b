package io.penstock.text;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/// Segments of a file, all of one length but the last, which threads read side by side: chunks that
/// are cut anywhere.
///
/// The file is not closed here.
final class Segments implements ChunkSource {
  private final TextFile file;
  private final long from;
  private final long to;
  private final int segmentBytes;
  private final AtomicLong next = new AtomicLong();

  /// @param from the first byte
  /// @param to behind the last byte
  /// @param segmentBytes as many as chunks have
  Segments(TextFile file, long from, long to, int segmentBytes) {
    this.file = file;
    this.from = from;
    this.to = to;
    this.segmentBytes = segmentBytes;
  }

  @Override
  public boolean next(Chunk chunk) throws IOException {
    long index = next.getAndIncrement();
    if (from >= to || index > (to - from - 1) / segmentBytes) {
      return false;
    }
    chunk.index = index;
    chunk.offset = from + index * segmentBytes;
    chunk.from = 0;
    chunk.to = (int) Math.min(segmentBytes, to - chunk.offset);
    file.read(chunk.offset, chunk.bytes(), chunk.from, chunk.to - chunk.from);
    return true;
  }

  @Override
  public void close() {}
}
