package io.penstock.message;

import io.penstock.object.ObjectCodec;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Locale;
import java.util.Objects;

/// A writer of the dynamic section of a message, as a stream that an object codec writes to. An
/// object that fails leaves nothing behind.
final class ObjectWriter extends OutputStream {
  private final Store store;

  ObjectWriter(Store store) {
    this.store = store;
  }

  void write(Object value, ObjectCodec codec) throws IOException {
    long start = store.used();
    boolean whole = false;
    try {
      take(MessageFormat.OBJECT_HEADER);
      store.advance(MessageFormat.OBJECT_HEADER);
      codec.encode(value, this);
      long bytes = store.used() - start - MessageFormat.OBJECT_HEADER;
      MessageFormat.putObject(store.memory(), store.at(start), bytes);
      whole = true;
    } finally {
      if (!whole) {
        store.backTo(start);
      }
    }
  }

  private void take(long bytes) throws IOException {
    if (!store.allows(bytes)) {
      throw new IOException(
          String.format(
              Locale.ROOT,
              "the objects of a message may have %d bytes; raise its limit",
              store.limit()));
    }
    store.reserve(bytes);
  }

  @Override
  public void write(int value) throws IOException {
    take(1);
    store.memory().set(ValueLayout.JAVA_BYTE, store.end(), (byte) value);
    store.advance(1);
  }

  @Override
  public void write(byte[] source, int from, int count) throws IOException {
    Objects.checkFromIndexSize(from, count, source.length);
    take(count);
    MemorySegment.copy(source, from, store.memory(), ValueLayout.JAVA_BYTE, store.end(), count);
    store.advance(count);
  }
}
