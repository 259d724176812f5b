package io.penstock.stream;

import java.io.Closeable;
import java.io.File;
import java.io.Flushable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Reads and writes values and whole arrays at any place of a regular file, through one buffer.
///
/// Takes the place of [java.io.RandomAccessFile], which has no buffer, and leaves the same bytes.
/// Reads and writes may be mixed at will: what was written is read back at once, whether or not it
/// is in the file yet. Reading after a [#seek] fetches little, and more the longer it goes straight
/// on, forward or back.
///
/// Belongs to one thread at a time; several objects may work on one file, even in one another's
/// neighbourhood: only bytes that were written here are ever written to the file. But another
/// object sees them only after [#flush] or [#close], and what others change where this one has read
/// ahead may not be seen before the next [#seek] out of the buffer. Bytes that could not be written
/// are kept and written again by the next call that needs the room, by [#flush] or by [#close]:
/// when [#close] returns without an exception, everything is in the file.
///
/// No method allocates on the heap but [#readUTF] and [#readLine]. After [#close] every call but
/// [#close] throws an [IOException], "stream closed".
public final class ArrayRandomAccessFile extends RandomAccessArrays
    implements Flushable, Closeable {
  private final FileWindow window;
  private final FileMode mode;

  /// Opens a file by name, big-endian, in a mode of [java.io.RandomAccessFile].
  ///
  /// @param mode `r`, `rw`, `rws` or `rwd`
  /// @throws IllegalArgumentException if there is no such mode
  /// @throws IOException if the file cannot be opened or created, or is not a regular file
  public ArrayRandomAccessFile(String name, String mode) throws IOException {
    this(Path.of(name), FileMode.of(mode));
  }

  /// Opens a file, big-endian, in a mode of [java.io.RandomAccessFile].
  ///
  /// @param mode `r`, `rw`, `rws` or `rwd`
  /// @throws IllegalArgumentException if there is no such mode
  /// @throws IOException if the file cannot be opened or created, or is not a regular file
  public ArrayRandomAccessFile(File file, String mode) throws IOException {
    this(file.toPath(), FileMode.of(mode));
  }

  /// Opens a file, big-endian.
  ///
  /// @throws IOException if the file cannot be opened or created, or is not a regular file
  public ArrayRandomAccessFile(Path file, FileMode mode) throws IOException {
    this(file, mode, ByteOrder.BIG_ENDIAN, Buffers.FILE_BYTES);
  }

  /// Opens a file.
  ///
  /// @param bufferBytes at least [Buffers#MIN_BYTES]
  /// @throws IllegalArgumentException if the buffer would be smaller
  /// @throws IOException if the file cannot be opened or created, or is not a regular file
  public ArrayRandomAccessFile(Path file, FileMode mode, ByteOrder order, int bufferBytes)
      throws IOException {
    this.window = FileWindow.open(file, mode.openMode(), order, bufferBytes);
    this.mode = mode;
  }

  /// The place of the next byte to read or write.
  public long getFilePointer() throws IOException {
    window.requireOpen();
    return window.pointer();
  }

  /// Goes to another place. It may lie past the end: a write there extends the file, with zeros
  /// between.
  ///
  /// @throws IOException if `position` is negative, or what the buffer holds cannot be written
  public void seek(long position) throws IOException {
    window.seek(position);
  }

  /// The file's length in bytes, with what is still in the buffer.
  public long length() throws IOException {
    return window.length();
  }

  /// Cuts the file or extends it with zeros. A pointer past the new end moves to it.
  ///
  /// @throws IllegalArgumentException if `length` is negative
  public void setLength(long length) throws IOException {
    if (length < 0) {
      throw new IllegalArgumentException("length " + length + " must not be negative");
    }
    window.resize(length);
    settle();
  }

  /// Reads one byte.
  ///
  /// @return -1 at the end of the file
  public int read() throws IOException {
    window.requireReadable();
    return window.read();
  }

  /// Reads the byte at a place, and goes behind it: what [#seek] and [#read] do. Places near those
  /// that were read before, on either side, come from the buffer.
  ///
  /// @return -1 at the end of the file and beyond
  /// @throws IOException if `position` is negative, or the file cannot be read
  public int read(long position) throws IOException {
    window.seek(position);
    return window.read();
  }

  /// Reads bytes until the array is full or the file ends.
  ///
  /// @return how many; -1 at the end of the file
  public int read(byte[] target) throws IOException {
    return read(target, 0, target.length);
  }

  /// Reads bytes until the range is full or the file ends.
  ///
  /// @return how many; -1 at the end of the file
  /// @throws IndexOutOfBoundsException if the range leaves the array
  public int read(byte[] target, int from, int count) throws IOException {
    Objects.checkFromIndexSize(from, count, target.length);
    window.requireReadable();
    int done = 0;
    while (done < count) {
      int n = window.read(target, from + done, count - done);
      if (n < 0) {
        return done == 0 ? -1 : done;
      }
      done += n;
    }
    return done;
  }

  @Override
  public void readFully(byte[] target, int from, int count) throws IOException {
    window.readFully(target, from, count);
  }

  /// Moves the pointer forward, but not past the end.
  @Override
  public int skipBytes(int count) throws IOException {
    return (int) window.skip(count);
  }

  @Override
  public byte readByte() throws IOException {
    int at = window.take(Byte.BYTES);
    return window.block().getByte(at);
  }

  @Override
  public short readShort() throws IOException {
    int at = window.take(Short.BYTES);
    return window.block().getShort(at);
  }

  @Override
  public int readInt() throws IOException {
    int at = window.take(Integer.BYTES);
    return window.block().getInt(at);
  }

  @Override
  public long readLong() throws IOException {
    int at = window.take(Long.BYTES);
    return window.block().getLong(at);
  }

  /// Reads a line, each byte a character, up to a line feed, a carriage return, or both in this
  /// order, which are consumed.
  ///
  /// @return the line without its end; null at the end of the file
  @Override
  @SuppressWarnings("exports") // who compiles with this module needs no annotations beside it
  public @Nullable String readLine() throws IOException {
    return window.readLine();
  }

  /// Reads a string in modified UTF-8 after its length in bytes.
  ///
  /// @throws java.io.UTFDataFormatException if it is malformed; the message names the byte, and the
  ///   string has been consumed
  @Override
  public String readUTF() throws IOException {
    return ModifiedUtf8.read(window);
  }

  @Override
  void fill(Object array, int from, int count) throws IOException {
    window.readArray(array, from, count);
  }

  @Override
  public void write(int value) throws IOException {
    int at = window.claim(Byte.BYTES);
    window.block().putByte(at, (byte) value);
    settle();
  }

  @Override
  public void write(byte[] source, int from, int count) throws IOException {
    window.write(source, from, count);
    settle();
  }

  @Override
  public void writeShort(int value) throws IOException {
    int at = window.claim(Short.BYTES);
    window.block().putShort(at, (short) value);
    settle();
  }

  @Override
  public void writeInt(int value) throws IOException {
    int at = window.claim(Integer.BYTES);
    window.block().putInt(at, value);
    settle();
  }

  @Override
  public void writeLong(long value) throws IOException {
    int at = window.claim(Long.BYTES);
    window.block().putLong(at, value);
    settle();
  }

  @Override
  public void writeBytes(String text) throws IOException {
    window.writeBytes(text);
    settle();
  }

  @Override
  public void writeChars(String text) throws IOException {
    window.writeChars(text);
    settle();
  }

  /// Writes a string in modified UTF-8 after its length in bytes.
  ///
  /// @throws java.io.UTFDataFormatException if that takes more than 65535 bytes; then nothing has
  ///   been written
  @Override
  public void writeUTF(String text) throws IOException {
    ModifiedUtf8.write(window, text);
    settle();
  }

  @Override
  void take(Object array, int from, int count) throws IOException {
    window.writeArray(array, from, count);
    settle();
  }

  /// Writes to the file what the buffer holds, so that others see it.
  @Override
  public void flush() throws IOException {
    window.flush();
  }

  /// Writes what the buffer holds and returns once the device has everything.
  ///
  /// @throws IOException if that cannot be promised; all later calls fail too, [#close] included
  public void sync() throws IOException {
    window.sync();
  }

  // ---- views -----------------------------------------------------------------------------------

  /// This file for code that takes channels: the same bytes, pointer and buffer. Closing it closes
  /// this file. It is no [java.nio.channels.FileChannel], cannot be interrupted, and belongs to the
  /// thread to which this file belongs.
  public SeekableByteChannel channel() {
    return new RandomAccessChannel(this, mode.openMode().writes());
  }

  /// This file for code that takes streams, from the pointer on: the same bytes, pointer and
  /// buffer. It can be marked anywhere. Closing it closes this file.
  public InputStream inputStream() {
    return new RandomAccessInput(this);
  }

  /// This file for code that takes streams, from the pointer on: the same bytes, pointer and
  /// buffer. Closing it closes this file.
  public OutputStream outputStream() {
    return new RandomAccessOutput(this);
  }

  boolean isOpen() {
    return window.isOpen();
  }

  /// The same as [#getFilePointer], whatever has failed.
  long pointer() {
    return window.pointer();
  }

  private void settle() throws IOException {
    if (mode == FileMode.READ_WRITE_SYNC) {
      window.sync();
    }
  }

  /// Writes what the buffer holds and closes the file; closing twice does nothing.
  ///
  /// @throws IOException if anything that was written may be missing; the file is closed all the
  ///   same
  @Override
  public void close() throws IOException {
    window.close();
  }

  /// A file as a stream, from its pointer on.
  private static final class RandomAccessInput extends InputStream {
    private final ArrayRandomAccessFile file;
    private long mark;

    RandomAccessInput(ArrayRandomAccessFile file) {
      this.file = file;
    }

    @Override
    public int read() throws IOException {
      return file.read();
    }

    @Override
    public int read(byte[] target, int from, int count) throws IOException {
      return file.read(target, from, count);
    }

    @Override
    public long skip(long count) throws IOException {
      long before = file.getFilePointer();
      long n = Math.clamp(file.length() - before, 0, Math.max(0, count));
      file.seek(before + n);
      return n;
    }

    @Override
    public int available() throws IOException {
      return Math.clamp(file.length() - file.getFilePointer(), 0, Integer.MAX_VALUE);
    }

    @Override
    public boolean markSupported() {
      return true;
    }

    /// Remembers the pointer, for as long as the stream is open. Before that, the mark is where the
    /// file begins.
    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // belongs to one thread, as the file
    public void mark(int readLimit) {
      try {
        mark = file.getFilePointer();
      } catch (IOException _) {
        mark = 0; // closed: whatever is called next says so
      }
    }

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // belongs to one thread, as the file
    public void reset() throws IOException {
      file.seek(mark);
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }

  /// A file as a stream, from its pointer on.
  private static final class RandomAccessOutput extends OutputStream {
    private final ArrayRandomAccessFile file;

    RandomAccessOutput(ArrayRandomAccessFile file) {
      this.file = file;
    }

    @Override
    public void write(int value) throws IOException {
      file.write(value);
    }

    @Override
    public void write(byte[] source, int from, int count) throws IOException {
      file.write(source, from, count);
    }

    @Override
    public void flush() throws IOException {
      file.flush();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
