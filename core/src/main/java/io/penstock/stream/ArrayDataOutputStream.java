package io.penstock.stream;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteOrder;
import java.nio.file.Path;

/// Writes values and whole arrays to any output stream, through one buffer of its own.
///
/// Takes the place of `new DataOutputStream(new BufferedOutputStream(out))` and leaves the same
/// bytes. Values are big-endian as the JDK's unless little-endian is asked for; the length before a
/// [#writeUTF] string is big-endian always.
///
/// Belongs to one thread at a time. No method allocates on the heap. Bytes reach the stream when
/// the buffer is full, on [#flush] and on [#close].
///
/// After the stream has failed once, what was written has a gap: all later calls, [#close]
/// included, throw an [IOException] that says so and has the first failure as its cause. After
/// [#close] every call but [#close] and [#size] throws an [IOException], "stream closed".
public final class ArrayDataOutputStream extends ArrayOutput {
  private final ByteSink sink;

  /// Writes big-endian through a buffer of [Buffers#STREAM_BYTES] bytes.
  public ArrayDataOutputStream(OutputStream out) {
    this(out, ByteOrder.BIG_ENDIAN);
  }

  /// Writes in a given order through a buffer of [Buffers#STREAM_BYTES] bytes.
  public ArrayDataOutputStream(OutputStream out, ByteOrder order) {
    this(out, order, Buffers.STREAM_BYTES);
  }

  /// Writes in a given order through a buffer of a given size.
  ///
  /// @param bufferBytes at least [Buffers#MIN_BYTES]
  /// @throws IllegalArgumentException if the buffer would be smaller
  public ArrayDataOutputStream(OutputStream out, ByteOrder order, int bufferBytes) {
    this(new StreamSink(out, order, Buffers.require(bufferBytes)));
  }

  private ArrayDataOutputStream(ByteSink sink) {
    this.sink = sink;
  }

  /// Writes big-endian to a regular file, through the engine that suits it.
  ///
  /// Faster than a stream from [java.nio.file.Files]: the bytes are copied once less. What the file
  /// held before is gone; bytes go into it as they are written. A failed write here leaves no gap:
  /// its bytes are kept and written again by the next call that needs the room.
  ///
  /// @throws IOException if the file cannot be created or opened, or is not a regular file
  public static ArrayDataOutputStream create(Path file) throws IOException {
    return create(file, ByteOrder.BIG_ENDIAN);
  }

  /// Writes to a regular file in a given order, as [#create(Path)] does.
  public static ArrayDataOutputStream create(Path file, ByteOrder order) throws IOException {
    return new ArrayDataOutputStream(FileWindow.create(file, order, Buffers.FILE_BYTES));
  }

  /// How many bytes have been written to this object so far, those still in the buffer included.
  public long size() {
    return sink.written();
  }

  @Override
  public void write(int value) throws IOException {
    int at = sink.claim(1);
    sink.block().putByte(at, (byte) value);
  }

  @Override
  public void write(byte[] source) throws IOException {
    sink.write(source, 0, source.length);
  }

  /// Writes bytes; ranges as long as the buffer go past it, without a copy.
  ///
  /// @throws IndexOutOfBoundsException if the range leaves the array
  @Override
  public void write(byte[] source, int from, int count) throws IOException {
    sink.write(source, from, count);
  }

  @Override
  public void writeShort(int value) throws IOException {
    int at = sink.claim(Short.BYTES);
    sink.block().putShort(at, (short) value);
  }

  @Override
  public void writeInt(int value) throws IOException {
    int at = sink.claim(Integer.BYTES);
    sink.block().putInt(at, value);
  }

  @Override
  public void writeLong(long value) throws IOException {
    int at = sink.claim(Long.BYTES);
    sink.block().putLong(at, value);
  }

  @Override
  public void writeBytes(String text) throws IOException {
    sink.writeBytes(text);
  }

  @Override
  public void writeChars(String text) throws IOException {
    sink.writeChars(text);
  }

  /// Writes a string in modified UTF-8 after its length in bytes.
  ///
  /// @throws java.io.UTFDataFormatException if that takes more than 65535 bytes; then nothing has
  ///   been written
  @Override
  public void writeUTF(String text) throws IOException {
    ModifiedUtf8.write(sink, text);
  }

  @Override
  void take(Object array, int from, int count) throws IOException {
    sink.writeArray(array, from, count);
  }

  @Override
  public void flush() throws IOException {
    sink.flush();
  }

  /// Writes what is in the buffer, then flushes and closes the stream; closing twice does nothing.
  ///
  /// @throws IOException if anything that was written may be missing, or the stream cannot be
  ///   closed; it has been told to close all the same
  @Override
  public void close() throws IOException {
    sink.close();
  }
}
