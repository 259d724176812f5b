package io.penstock.stream;

import io.penstock.file.EngineFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A file that is an array, counts what is asked of it, and fails when told to.
final class MemoryFile implements EngineFile {
  private static final int A_TURN = 100;

  byte[] content;
  final List<Long> reads = new ArrayList<>();
  int failuresToCome;

  /// So many reads find no memory for what is read.
  int shortagesToCome;

  /// Of each range so much is moved to or from an array, as long as there are turns left.
  int turnsByArray;

  boolean closed;

  MemoryFile(int size) {
    content = new byte[size];
  }

  @Override
  public void read(long offset, MemorySegment target, long at, long length) {
    if (shortagesToCome > 0) {
      shortagesToCome--;
      throw new OutOfMemoryError("no memory for a chunk");
    }
    reads.add(length);
    MemorySegment.copy(content, (int) offset, target, ValueLayout.JAVA_BYTE, at, (int) length);
  }

  @Override
  public void write(long offset, MemorySegment source, long at, long length) throws IOException {
    if (failuresToCome > 0) {
      failuresToCome--;
      throw new IOException("no space left");
    }
    int end = (int) (offset + length);
    content = Arrays.copyOf(content, Math.max(content.length, end));
    MemorySegment.copy(source, ValueLayout.JAVA_BYTE, at, content, (int) offset, (int) length);
  }

  @Override
  public long tryRead(long offset, Object array, long at, long length) {
    int count = (int) Math.min(A_TURN, length);
    if (turnsByArray-- <= 0) {
      return 0;
    }
    System.arraycopy(content, (int) offset, array, (int) at, count);
    return count;
  }

  @Override
  public long tryWrite(long offset, Object array, long at, long length) {
    int count = (int) Math.min(A_TURN, length);
    if (turnsByArray-- <= 0) {
      return 0;
    }
    System.arraycopy(array, (int) at, content, (int) offset, count);
    return count;
  }

  @Override
  public boolean cached(long offset, long length) {
    return false;
  }

  @Override
  public int alignment() {
    return 1;
  }

  @Override
  public int preferredBytes() {
    return 1 << 16;
  }

  @Override
  public long size() {
    return content.length;
  }

  @Override
  public void reserve(long size) {
    resize(size);
  }

  @Override
  public void resize(long size) {
    content = Arrays.copyOf(content, (int) size);
  }

  @Override
  public void sync() throws IOException {
    if (failuresToCome > 0) {
      failuresToCome--;
      throw new IOException("input/output error");
    }
  }

  @Override
  public void close() {
    closed = true;
  }

  @Override
  public String explain() {
    return "an array";
  }
}
