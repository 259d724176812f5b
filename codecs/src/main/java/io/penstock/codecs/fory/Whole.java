package io.penstock.codecs.fory;

import java.util.Locale;
import org.apache.fory.Fory;
import org.apache.fory.memory.MemoryBuffer;

/// An object that takes all bytes of a message.
final class Whole {
  private Whole() {}

  static Object of(Fory fory, byte[] bytes) {
    MemoryBuffer buffer = MemoryBuffer.fromByteArray(bytes);
    Object value = fory.deserialize(buffer);
    if (value == null) {
      throw new IllegalArgumentException("the bytes hold no object but null");
    }
    if (buffer.readerIndex() != bytes.length) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "the object takes %d of %d bytes", buffer.readerIndex(), bytes.length));
    }
    return value;
  }
}
