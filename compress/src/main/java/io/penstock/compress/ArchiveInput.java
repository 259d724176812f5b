package io.penstock.compress;

import io.penstock.file.FormatException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/// The bytes of an archive, which are counted so that errors can say where they are.
///
/// Codecs take bytes from its buffer. Belongs to one thread at a time.
public final class ArchiveInput extends InputStream {
  private static final int BUFFER_BYTES = 64 << 10;

  private final InputStream in;
  private final String name;
  private final byte[] buffer;

  /// Whether the buffer is the archive itself, which must not be changed.
  private final boolean whole;

  private int from;
  private int to;
  private long passed;

  private ArchiveInput(InputStream in, String name, byte[] buffer, int to) {
    this.in = in;
    this.name = name;
    this.buffer = buffer;
    this.to = to;
    this.whole = to > 0;
  }

  /// Reads an archive from a stream, which closes with this one.
  ///
  /// @param name by which a user knows the archive
  public static ArchiveInput of(InputStream in, String name) {
    return new ArchiveInput(in, name, new byte[BUFFER_BYTES], 0);
  }

  /// Reads an archive from memory, which must not change meanwhile.
  ///
  /// @param name by which a user knows the archive
  public static ArchiveInput of(byte[] archive, String name) {
    return new ArchiveInput(InputStream.nullInputStream(), name, archive, archive.length);
  }

  /// By which a user knows the archive.
  public String name() {
    return name;
  }

  /// The number of bytes of the archive that have been taken.
  public long offset() {
    return passed + from;
  }

  /// Makes sure that there are bytes in the buffer.
  ///
  /// @return false at the archive's end
  public boolean fill() throws IOException {
    return from < to || more();
  }

  private boolean more() throws IOException {
    if (whole) {
      return false;
    }
    if (from == to) {
      passed += from;
      from = 0;
      to = 0;
    } else if (to == buffer.length) {
      System.arraycopy(buffer, from, buffer, 0, to - from);
      passed += from;
      to -= from;
      from = 0;
    }
    int n = in.read(buffer, to, buffer.length - to);
    if (n <= 0) {
      return false;
    }
    to += n;
    return true;
  }

  /// The buffer: bytes [#from()] to [#from()] + [#available()] are to be taken.
  public byte[] buffer() {
    return buffer;
  }

  /// The index of the next byte in [#buffer()].
  public int from() {
    return from;
  }

  /// The number of bytes in the buffer.
  @Override
  public int available() {
    return to - from;
  }

  /// Takes bytes of the buffer.
  ///
  /// @throws IndexOutOfBoundsException if there are not so many
  public void take(int count) {
    if (count < 0 || count > to - from) {
      throw new IndexOutOfBoundsException(count + " bytes of " + (to - from));
    }
    from += count;
  }

  /// The next bytes, which stay where they are.
  ///
  /// @return `count` bytes, or all where there are fewer
  public byte[] peek(int count) throws IOException {
    while (to - from < count && more()) {}
    return Arrays.copyOfRange(buffer, from, Math.min(to, from + count));
  }

  @Override
  public int read() throws IOException {
    return fill() ? buffer[from++] & 0xff : -1;
  }

  @Override
  public int read(byte[] target, int at, int count) throws IOException {
    if (count == 0) {
      return 0;
    }
    if (from == to && count >= buffer.length) {
      passed += from;
      from = 0;
      to = 0;
      int n = in.read(target, at, count);
      passed += Math.max(0, n);
      return n;
    }
    if (!fill()) {
      return -1;
    }
    int n = Math.min(count, to - from);
    System.arraycopy(buffer, from, target, at, n);
    from += n;
    return n;
  }

  /// The next byte.
  ///
  /// @param what it belongs to, for the message
  /// @throws FormatException at the archive's end
  public int octet(String what) throws IOException {
    int value = read();
    if (value < 0) {
      throw endedIn(what);
    }
    return value;
  }

  /// The next bytes.
  ///
  /// @param what they are, for the message
  /// @throws FormatException if the archive ends before
  public byte[] octets(int count, String what) throws IOException {
    byte[] bytes = readNBytes(count);
    if (bytes.length < count) {
      throw endedIn(what);
    }
    return bytes;
  }

  /// The next number of a few bytes, the lowest first.
  ///
  /// @param what it is, for the message
  /// @throws FormatException if the archive ends before
  public long number(int bytes, String what) throws IOException {
    long value = 0;
    for (int i = 0; i < bytes; i++) {
      value |= (long) octet(what) << (8 * i);
    }
    return value;
  }

  /// The exception for an archive that ends too early.
  ///
  /// @param what is not complete
  public FormatException endedIn(String what) {
    return refused("the archive ends in " + what + ": it was cut short; copy it again");
  }

  /// The exception for an archive that is wrong at the next byte.
  ///
  /// @param reason what is wrong and what to do, in one line
  public FormatException refused(String reason) {
    return new FormatException(name, offset(), reason);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
