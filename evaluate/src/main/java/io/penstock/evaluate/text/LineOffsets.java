package io.penstock.evaluate.text;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/// The offset of each line in memory, the lines in the file: what the JDK lets one do by hand. For
/// one thread.
final class LineOffsets implements Look {
  private static final int BUFFER = 128 << 10;

  private final FileChannel channel;
  private ByteBuffer line = ByteBuffer.allocate(512);
  private long[] offsets = new long[1 << 16];
  private int lines;

  private LineOffsets(FileChannel channel) {
    this.channel = channel;
  }

  static LineOffsets open(Path path) throws IOException {
    FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
    LineOffsets offsets = new LineOffsets(channel);
    offsets.scan();
    return offsets;
  }

  /// How many lines there are.
  int lines() {
    return lines;
  }

  private void scan() throws IOException {
    ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
    byte[] bytes = new byte[BUFFER];
    long at = 0;
    for (int n = channel.read(buffer); n >= 0; n = channel.read(buffer.clear())) {
      buffer.get(0, bytes, 0, n);
      for (int i = 0; i < n; i++) {
        if (bytes[i] == '\n') {
          add(at + i + 1);
        }
      }
      at += n;
    }
  }

  private void add(long offset) {
    lines++;
    if (lines == offsets.length) {
      offsets = Arrays.copyOf(offsets, 2 * lines);
    }
    offsets[lines] = offset;
  }

  @Override
  public long at(long place) throws IOException {
    long from = offsets[(int) place];
    int length = (int) (offsets[(int) place + 1] - 1 - from);
    if (line.capacity() < length) {
      line = ByteBuffer.allocate(2 * length);
    }
    line.clear().limit(length);
    while (line.hasRemaining()) {
      if (channel.read(line, from + line.position()) < 0) {
        throw new IOException("the text has become shorter");
      }
    }
    return LineAnswer.of(line.array(), 0, length);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
