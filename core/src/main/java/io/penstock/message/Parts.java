package io.penstock.message;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The pieces of memory that make up a message, in order. Keeps the byte buffers that it made, for
/// the next message that lies where the last one lay.
final class Parts {
  private MemorySegment[] memory = new MemorySegment[4];
  private long[] offsets = new long[4];
  private long[] bytes = new long[4];
  private @Nullable ByteBuffer[] buffers = new @Nullable ByteBuffer[4];
  private int count;
  private long total;

  Parts() {
    Arrays.fill(memory, MemorySegment.NULL);
  }

  void add(MemorySegment in, long offset, long length) {
    if (count == offsets.length) {
      widen();
    }
    if (!memory[count].equals(in) || offsets[count] != offset || bytes[count] != length) {
      memory[count] = in;
      offsets[count] = offset;
      bytes[count] = length;
      buffers[count] = null;
    }
    count++;
    total += length;
  }

  private void widen() {
    memory = Arrays.copyOf(memory, 2 * count);
    Arrays.fill(memory, count, 2 * count, MemorySegment.NULL);
    offsets = Arrays.copyOf(offsets, 2 * count);
    bytes = Arrays.copyOf(bytes, 2 * count);
    buffers = Arrays.copyOf(buffers, 2 * count);
  }

  int count() {
    return count;
  }

  long total() {
    return total;
  }

  MemorySegment memory(int part) {
    return memory[part];
  }

  long offset(int part) {
    return offsets[part];
  }

  long bytes(int part) {
    return bytes[part];
  }

  /// A part of less than 2 GiB as a buffer of its own.
  ByteBuffer buffer(int part) {
    ByteBuffer made = buffers[part];
    if (made == null) {
      made = memory[part].asSlice(offsets[part], bytes[part]).asByteBuffer();
      buffers[part] = made;
    }
    return made;
  }

  void clear() {
    count = 0;
    total = 0;
  }

  /// Lets go of all memory.
  void forget() {
    clear();
    Arrays.fill(memory, MemorySegment.NULL);
    Arrays.fill(buffers, null);
  }
}
