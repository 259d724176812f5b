package io.penstock.stream;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Reads values and whole arrays from any input stream, through one buffer of its own.
///
/// Takes the place of `new DataInputStream(new BufferedInputStream(in))`. Values are big-endian as
/// the JDK's unless little-endian is asked for; the length before a [#readUTF] string is big-endian
/// always.
///
/// Belongs to one thread at a time. No method allocates on the heap but [#readUTF] and [#readLine],
/// which return new strings. It reads ahead as far as its buffer goes, so that the position of the
/// stream below means nothing once this object has read from it. There is no mark: [#markSupported]
/// is false.
///
/// Where the input ends inside a value, the rest of it is consumed, as by the JDK's. After [#close]
/// every call but [#close] throws an [IOException], "stream closed".
public final class ArrayDataInputStream extends ArrayInput {
  private final ByteSource source;

  /// Reads big-endian through a buffer of [Buffers#STREAM_BYTES] bytes.
  public ArrayDataInputStream(InputStream in) {
    this(in, ByteOrder.BIG_ENDIAN);
  }

  /// Reads in a given order through a buffer of [Buffers#STREAM_BYTES] bytes.
  public ArrayDataInputStream(InputStream in, ByteOrder order) {
    this(in, order, Buffers.STREAM_BYTES);
  }

  /// Reads in a given order through a buffer of a given size.
  ///
  /// @param bufferBytes at least [Buffers#MIN_BYTES]
  /// @throws IllegalArgumentException if the buffer would be smaller
  public ArrayDataInputStream(InputStream in, ByteOrder order, int bufferBytes) {
    this(new StreamSource(in, order, Buffers.require(bufferBytes)));
  }

  private ArrayDataInputStream(ByteSource source) {
    this.source = source;
  }

  /// Reads a regular file, big-endian, through the engine that suits it.
  ///
  /// Faster than a stream from [java.nio.file.Files]: the bytes are copied once less.
  ///
  /// @throws IOException if the file is missing, may not be read, or is not a regular file
  public static ArrayDataInputStream open(Path file) throws IOException {
    return open(file, ByteOrder.BIG_ENDIAN);
  }

  /// Reads a regular file in a given order, as [#open(Path)] does.
  public static ArrayDataInputStream open(Path file, ByteOrder order) throws IOException {
    return new ArrayDataInputStream(FileWindow.source(file, order, Buffers.FILE_BYTES));
  }

  @Override
  public int read() throws IOException {
    return source.read();
  }

  @Override
  public int read(byte[] target) throws IOException {
    return read(target, 0, target.length);
  }

  /// Reads at least one byte, and as many more as come without waiting.
  ///
  /// @return how many; -1 at the end of the input
  /// @throws IndexOutOfBoundsException if the range leaves the array
  @Override
  public int read(byte[] target, int from, int count) throws IOException {
    Objects.checkFromIndexSize(from, count, target.length);
    source.requireReadable();
    int done = 0;
    while (done < count && (done == 0 || source.available() > 0)) {
      int n = source.read(target, from + done, count - done);
      if (n < 0) {
        return done == 0 ? -1 : done;
      }
      done += n;
    }
    return done;
  }

  @Override
  public void readFully(byte[] target, int from, int count) throws IOException {
    source.readFully(target, from, count);
  }

  /// Passes over bytes, those of the buffer first, then as the stream below does it: a file stream
  /// may pass its end and count what is not there.
  @Override
  public long skip(long count) throws IOException {
    return source.skip(count);
  }

  /// Passes over bytes as [#skip] does, until it has passed all or gets no further.
  @Override
  public int skipBytes(int count) throws IOException {
    int done = 0;
    long n;
    do {
      n = source.skip((long) count - done);
      done += (int) n;
    } while (done < count && n > 0);
    return done;
  }

  @Override
  public int available() throws IOException {
    return source.available();
  }

  @Override
  public byte readByte() throws IOException {
    int at = source.take(Byte.BYTES);
    return source.block().getByte(at);
  }

  @Override
  public short readShort() throws IOException {
    int at = source.take(Short.BYTES);
    return source.block().getShort(at);
  }

  @Override
  public int readInt() throws IOException {
    int at = source.take(Integer.BYTES);
    return source.block().getInt(at);
  }

  @Override
  public long readLong() throws IOException {
    int at = source.take(Long.BYTES);
    return source.block().getLong(at);
  }

  /// Reads a line, each byte a character, up to a line feed, a carriage return, or both in this
  /// order, which are consumed.
  ///
  /// @return the line without its end; null at the end of the input
  @Override
  @SuppressWarnings("exports") // who compiles with this module needs no annotations beside it
  public @Nullable String readLine() throws IOException {
    return source.readLine();
  }

  /// Reads a string in modified UTF-8 after its length in bytes.
  ///
  /// @throws java.io.UTFDataFormatException if it is malformed; the message names the byte, and the
  ///   string has been consumed
  @Override
  public String readUTF() throws IOException {
    return ModifiedUtf8.read(source);
  }

  @Override
  void fill(Object array, int from, int count) throws IOException {
    source.readArray(array, from, count);
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
