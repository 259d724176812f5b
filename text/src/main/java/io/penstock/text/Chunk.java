package io.penstock.text;

import java.io.IOException;
import java.util.Arrays;

/// A buffer of whole lines with their terminators; the last one of the text may have none.
///
/// Belongs to one worker, which has it filled again and again.
final class Chunk {
  private final String name;
  private final int longest;
  private byte[] bytes;

  int from;
  int to;

  /// Where `from` lies in the text.
  long offset;

  /// Counts from 0 in the order of the text.
  long index;

  /// @param name of the text, for messages
  Chunk(String name, TextOptions options) {
    this.name = name;
    this.longest = options.longestLine();
    this.bytes = new byte[1 + options.chunkBytes() + ChunkSource.OVERRUN];
  }

  byte[] bytes() {
    return bytes;
  }

  int room() {
    return bytes.length;
  }

  /// Makes room for a line that has not ended yet; keeps what there is.
  ///
  /// @param lineOffset where the line begins in the text
  /// @param lineFrom where it begins here
  /// @throws LongLineException if it is too long, or there is no memory for it
  void grow(long lineOffset, int lineFrom) throws IOException {
    if (bytes.length - lineFrom > longest) {
      throw new LongLineException(name, lineOffset, longest);
    }
    try {
      bytes = Arrays.copyOf(bytes, (int) Math.min(2L * bytes.length, Integer.MAX_VALUE - 8));
    } catch (OutOfMemoryError e) {
      throw LongLineException.withoutMemory(name, lineOffset, bytes.length - lineFrom, e);
    }
  }
}
