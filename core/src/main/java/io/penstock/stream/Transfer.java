package io.penstock.stream;

import io.penstock.array.ElementType;
import java.io.EOFException;
import java.io.IOException;
import java.lang.reflect.Array;
import java.util.Locale;
import java.util.Objects;

/// Moves arrays through a block, piece by piece: the one mechanism behind every array method.
final class Transfer {
  private Transfer() {}

  static void write(Sink sink, Object array, int from, int count) throws IOException {
    if (array instanceof byte[] bytes) {
      sink.write(bytes, from, count);
      return;
    }
    int size = ElementType.of(array).bytes();
    Objects.checkFromIndexSize(from, count, Array.getLength(array));
    sink.requireWritable();
    for (int done = 0; done < count; ) {
      int n = Math.min(count - done, sink.room(size) / size);
      int at = sink.claim(n * size);
      sink.block().putArray(at, array, from + done, n);
      done += n;
    }
  }

  static void read(Source source, Object array, int from, int count) throws IOException {
    if (array instanceof byte[] bytes) {
      readFully(source, bytes, from, count);
      return;
    }
    int size = ElementType.of(array).bytes();
    Objects.checkFromIndexSize(from, count, Array.getLength(array));
    source.requireReadable();
    for (int done = 0; done < count; ) {
      int ready = source.ready(size, (long) (count - done) * size);
      if (ready < size) {
        source.taken(ready);
        throw ended(done, count, "elements");
      }
      int n = Math.min(count - done, ready / size);
      int at = source.taken(n * size);
      source.block().getArray(at, array, from + done, n);
      done += n;
    }
  }

  static void readFully(Source source, byte[] target, int from, int count) throws IOException {
    Objects.checkFromIndexSize(from, count, target.length);
    source.requireReadable();
    for (int done = 0; done < count; ) {
      int n = source.read(target, from + done, count - done);
      if (n < 0) {
        throw ended(done, count, "bytes");
      }
      done += n;
    }
  }

  private static EOFException ended(int done, int count, String unit) {
    return new EOFException(
        String.format(Locale.ROOT, "the input ended after %d of %d %s", done, count, unit));
  }
}
