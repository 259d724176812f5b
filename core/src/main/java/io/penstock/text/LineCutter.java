package io.penstock.text;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Shows a consumer the lines of chunks, one after the other: the kernel of all that reads lines.
///
/// A line ends at a newline; a carriage return right before that belongs to the end. Belongs to one
/// thread.
final class LineCutter {
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long NEWLINES = Swar.repeated((byte) '\n');

  private final LineConsumer consumer;
  private final Line line = new Line();
  private long lines;

  LineCutter(LineConsumer consumer) {
    this.consumer = consumer;
  }

  /// How many lines of the last chunk were shown, with the one that was refused.
  long lines() {
    return lines;
  }

  /// Where the line that was shown last begins.
  long offset() {
    return line.offset();
  }

  void cut(Chunk chunk) throws IOException {
    lines = 0;
    byte[] bytes = chunk.bytes();
    long base = chunk.offset - chunk.from;
    int to = chunk.to;
    int start = chunk.from;
    int at = start;
    for (; at <= to - Long.BYTES; at += Long.BYTES) {
      long marks = Swar.equal((long) WORDS.get(bytes, at), NEWLINES);
      while (marks != 0) {
        int end = at + Swar.first(marks);
        show(bytes, start, end, base);
        start = end + 1;
        marks &= marks - 1;
      }
    }
    for (; at < to; at++) {
      if (bytes[at] == '\n') {
        show(bytes, start, at, base);
        start = at + 1;
      }
    }
    if (start < to) {
      lines++;
      consumer.accept(line.set(bytes, start, to, base + start));
    }
  }

  private void show(byte[] bytes, int start, int end, long base) throws IOException {
    lines++;
    consumer.accept(line.set(bytes, start, text(bytes, start, end), base + start));
  }

  /// Where the text of a line ends whose newline is at `end`.
  static int text(byte[] bytes, int start, int end) {
    return end > start && bytes[end - 1] == '\r' ? end - 1 : end;
  }
}
