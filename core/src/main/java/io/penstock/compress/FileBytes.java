package io.penstock.compress;

import io.penstock.file.EngineFile;
import io.penstock.file.FormatException;
import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The bytes of an open file, as arrays.
///
/// @param name for messages
/// @param size of the file
record FileBytes(String name, EngineFile file, long size) {
  static FileBytes of(String name, EngineFile file) throws IOException {
    return new FileBytes(name, file, file.size());
  }

  /// Bytes that are known to be there.
  byte[] at(long offset, int count) throws IOException {
    byte[] bytes = new byte[count];
    read(offset, bytes, 0, count);
    return bytes;
  }

  void read(long offset, byte[] target, int at, int count) throws IOException {
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

  FormatException refused(long offset, String reason) {
    return new FormatException(name, offset, reason);
  }
}
