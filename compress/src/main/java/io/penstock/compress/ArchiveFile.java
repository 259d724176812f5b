package io.penstock.compress;

import io.penstock.file.EngineFile;
import io.penstock.file.FormatException;
import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicBoolean;

/// An archive in an open file, whose bytes are read at any place into arrays.
///
/// @param name for messages
/// @param size of the file
/// @param closed set before the file is closed, whose descriptor's number may be another file's
///   soon
record ArchiveFile(String name, EngineFile file, long size, AtomicBoolean closed) {
  static ArchiveFile of(String name, EngineFile file) throws IOException {
    return new ArchiveFile(name, file, file.size(), new AtomicBoolean());
  }

  /// Closes the file; closing twice does nothing.
  void close() throws IOException {
    if (closed.compareAndSet(false, true)) {
      file.close();
    }
  }

  /// Reads bytes, all of which must lie in the file.
  byte[] at(long offset, int count) throws IOException {
    byte[] bytes = new byte[count];
    read(offset, bytes, 0, count);
    return bytes;
  }

  /// @throws IllegalStateException if the file is closed
  void read(long offset, byte[] target, int at, int count) throws IOException {
    if (closed.get()) {
      throw new IllegalStateException(name + " is closed");
    }
    if (count > 0) {
      Block block = BufferPool.shared().take(count);
      try {
        file.read(offset, block.memory(), 0, count);
        MemorySegment.copy(block.memory(), ValueLayout.JAVA_BYTE, 0, target, at, count);
      } finally {
        block.release();
      }
    }
  }

  /// A stream of all bytes from the beginning; closing it leaves the file open.
  InputStream stream() {
    return new InputStream() {
      private long next;

      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
      }

      @Override
      public int read(byte[] target, int at, int count) throws IOException {
        int n = (int) Math.min(count, size - next);
        ArchiveFile.this.read(next, target, at, n);
        next += n;
        return n == 0 && count > 0 ? -1 : n;
      }
    };
  }

  FormatException refused(long offset, String reason) {
    return new FormatException(name, offset, reason);
  }
}
