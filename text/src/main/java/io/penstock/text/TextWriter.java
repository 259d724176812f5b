package io.penstock.text;

import io.penstock.file.FileErrors;
import io.penstock.text.number.DecimalFormatter;
import io.penstock.text.number.DoubleFormatter;
import io.penstock.text.number.LongFormatter;
import io.penstock.text.utf8.Utf8Codec;
import java.io.Closeable;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.Flushable;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/// A buffered writer of UTF-8: numbers, slices and templates never become Strings.
///
/// ```java
/// try (TextWriter writer = TextWriter.create(path)) {
///   writer.text("The square of ").number(i).text(" is ").number(i * i).newline();
/// }
/// ```
///
/// What is written stays in a buffer until that is full, or until [#flush] or [#close]; one of
/// these reports what went wrong, and so does every later one, since text is lost then. A line ends
/// with `\n` on any system. No byte order mark is written but one that is in the text.
///
/// Belongs to one thread at a time.
public final class TextWriter implements Closeable, Flushable {
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final byte[] CLOSED = {};

  /// Up to here a loop over the chars takes less time than an array on the way.
  private static final int SHORT = 16;

  /// Beyond this an array on the way takes too much room.
  private static final int LONG = 8 << 10;

  private final OutputStream target;
  private final String name;

  /// Whether a reader waits for each line, so that its end flushes.
  private final boolean lineBuffered;

  private final Utf8Codec codec;
  private final Filling filling = new Filling(this);
  private byte[] buffer;
  private int used;

  /// Up to here nothing in the buffer ends a line, if it is line-buffered.
  private int searched;

  private long written;
  private boolean lost;

  private TextWriter(
      OutputStream target, String name, boolean lineBuffered, WriterOptions options) {
    this.target = target;
    this.name = name;
    this.lineBuffered = lineBuffered;
    this.codec = options.codec();
    this.buffer = new byte[options.bufferBytes()];
  }

  // ---- opening ---------------------------------------------------------------------------------

  /// Writes to a stream, which is closed with the writer.
  public static TextWriter of(OutputStream target) {
    return of(target, WriterOptions.usual());
  }

  /// Writes to a stream, which is closed with the writer.
  public static TextWriter of(OutputStream target, WriterOptions options) {
    return new TextWriter(target, "output", false, options);
  }

  /// Writes to a blocking channel, which is closed with the writer.
  public static TextWriter of(WritableByteChannel target) {
    return of(target, WriterOptions.usual());
  }

  /// Writes to a blocking channel, which is closed with the writer.
  public static TextWriter of(WritableByteChannel target, WriterOptions options) {
    return of(Channels.newOutputStream(target), options);
  }

  /// Writes a file, which is made, or emptied if there is one.
  ///
  /// @throws IOException if it cannot be opened
  public static TextWriter create(Path path) throws IOException {
    return create(path, WriterOptions.usual());
  }

  /// Writes a file, which is made, or emptied if there is one.
  ///
  /// @throws IOException if it cannot be opened
  public static TextWriter create(Path path, WriterOptions options) throws IOException {
    OutputStream file =
        new FilterOutputStream(Files.newOutputStream(path)) {
          @Override
          public void write(byte[] bytes, int from, int count) throws IOException {
            try {
              this.out.write(bytes, from, count);
            } catch (RuntimeException e) { // the JDK's, for a device that takes nothing
              throw new IOException(e.getMessage(), e);
            }
          }
        };
    return new TextWriter(file, path.toString(), false, options);
  }

  /// Writes to a stream whose reader waits for each line: whatever has ended a line is flushed.
  public static TextWriter lineBuffered(OutputStream target, WriterOptions options) {
    return new TextWriter(target, "output", true, options);
  }

  /// Writes to the standard output: line by line if it is a terminal's, otherwise a buffer at a
  /// time. It does not pass through [System#out], whose text may come before or behind, and stays
  /// open when the writer is closed.
  public static TextWriter standardOutput() {
    @SuppressWarnings("resource") // the descriptor is the process's, and stays open
    FileOutputStream out = new FileOutputStream(FileDescriptor.out);
    OutputStream target =
        new FilterOutputStream(out) {
          @Override
          public void write(byte[] bytes, int from, int count) throws IOException {
            this.out.write(bytes, from, count);
          }

          @Override
          public void close() {
            // Others may have more to write.
          }
        };
    boolean terminal =
        Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    return new TextWriter(target, "standard output", terminal, WriterOptions.usual());
  }

  // ---- text ------------------------------------------------------------------------------------

  /// Writes text.
  ///
  /// @return this writer
  /// @throws io.penstock.text.utf8.MalformedTextException if it has a lone surrogate, unless these
  ///   are replaced; of a text that is longer than a third of the buffer, what precedes it is
  ///   written
  /// @throws IOException if an earlier text cannot be written
  public TextWriter text(String text) throws IOException {
    if (text.length() > SHORT && text.length() <= LONG) {
      byte[] bytes = codec.encode(text);
      return bytes(bytes, 0, bytes.length);
    }
    room(1);
    int most = buffer.length / Utf8Codec.MOST_BYTES;
    int at = 0;
    while (text.length() - at > most) {
      int end = Character.isHighSurrogate(text.charAt(at + most - 1)) ? at + most - 1 : at + most;
      part(text, at, end);
      at = end;
    }
    part(text, at, text.length());
    wrote();
    return this;
  }

  private void part(String text, int from, int to) throws IOException {
    int at = room(Utf8Codec.MOST_BYTES * (to - from));
    used = codec.encode(text, from, to, buffer, at);
  }

  /// Writes a character (code point).
  ///
  /// @return this writer
  /// @throws io.penstock.text.utf8.MalformedTextException if it is a surrogate, unless these are
  ///   replaced
  /// @throws IllegalArgumentException if there is no such character
  /// @throws IOException if an earlier text cannot be written
  public TextWriter character(int character) throws IOException {
    if (character >= 0 && character < 0x80) {
      int at = room(1);
      buffer[at] = (byte) character;
      used = at + 1;
      wrote();
      return this;
    }
    return text(Character.toString(character));
  }

  /// Writes the bytes of a slice as they are.
  ///
  /// @return this writer
  /// @throws IOException if an earlier text cannot be written
  public TextWriter slice(ByteSlice slice) throws IOException {
    return bytes(slice.array(), slice.from(), slice.to());
  }

  /// Writes bytes as they are.
  ///
  /// @return this writer
  /// @throws IndexOutOfBoundsException if the range leaves the array
  /// @throws IOException if an earlier text cannot be written, or these bytes
  public TextWriter bytes(byte[] bytes, int from, int to) throws IOException {
    Objects.checkFromToIndex(from, to, bytes.length);
    int count = to - from;
    if (count > buffer.length - used) {
      spill();
    }
    if (count > buffer.length) {
      deliver(bytes, from, count);
    } else {
      System.arraycopy(bytes, from, buffer, used, count);
      used += count;
    }
    wrote();
    return this;
  }

  /// Writes a piece of a template.
  void piece(Template template, int index) throws IOException {
    int length = template.length(index);
    if (length > Template.SHORT || buffer.length - used < Template.SHORT) {
      bytes(template.piece(index), 0, length);
      return;
    }
    used = put(template, index, used) + length;
    wrote();
  }

  /// Writes a number, and the piece of a template that stands behind it.
  void numberAndPiece(long value, Template template, int index) throws IOException {
    int at = room(LongFormatter.WIDEST + Template.SHORT);
    int next = LongFormatter.formatWide(value, buffer, at);
    int length = template.length(index);
    if (length > Template.SHORT) {
      used = next;
      bytes(template.piece(index), 0, length);
      return;
    }
    used = put(template, index, next) + length;
    wrote();
  }

  /// Puts down the first words of a piece, which are all of a short one. What the next text
  /// overwrites may lie behind it.
  private int put(Template template, int index, int at) {
    WORDS.set(buffer, at, template.firstWord(index));
    WORDS.set(buffer, at + Long.BYTES, template.secondWord(index));
    return at;
  }

  /// Ends a line.
  ///
  /// @return this writer
  /// @throws IOException if an earlier text cannot be written
  public TextWriter newline() throws IOException {
    return character('\n');
  }

  // ---- numbers ---------------------------------------------------------------------------------

  /// Writes a whole number.
  ///
  /// @return this writer
  /// @throws IOException if an earlier text cannot be written
  public TextWriter number(long value) throws IOException {
    int at = room(LongFormatter.WIDEST);
    used = LongFormatter.formatWide(value, buffer, at);
    return this;
  }

  /// Writes the shortest text that is read as the same number, as [Double#toString(double)] does.
  ///
  /// @return this writer
  /// @throws IOException if an earlier text cannot be written
  public TextWriter number(double value) throws IOException {
    int at = room(DoubleFormatter.LONGEST);
    used = DoubleFormatter.format(value, buffer, at);
    return this;
  }

  /// Writes a number with so many decimal places: its exact value, rounded to the nearest, and
  /// halfway to the even digit.
  ///
  /// @param scale 0 to 18
  /// @return this writer
  /// @throws IllegalArgumentException if there is no such scale
  /// @throws IOException if an earlier text cannot be written
  public TextWriter fixed(double value, int scale) throws IOException {
    int at = room(DoubleFormatter.LONGEST_FIXED);
    used = DoubleFormatter.formatFixed(value, scale, buffer, at);
    return this;
  }

  /// Writes a count of units that are the `scale`th decimal place: with a scale of 2, -310 is
  /// `-3.10`.
  ///
  /// @param scale 0 to 18
  /// @return this writer
  /// @throws IllegalArgumentException if there is no such scale
  /// @throws IOException if an earlier text cannot be written
  public TextWriter decimal(long units, int scale) throws IOException {
    int at = room(DecimalFormatter.LONGEST);
    used = DecimalFormatter.format(units, scale, buffer, at);
    return this;
  }

  /// Begins a template, and writes what precedes its first place.
  ///
  /// @return fills its places, until the next one begins
  /// @throws IllegalStateException if the one before was left with places not filled
  /// @throws IOException if an earlier text cannot be written
  public Filling fill(Template template) throws IOException {
    return filling.begin(template);
  }

  // ---- the buffer ------------------------------------------------------------------------------

  /// Something that may hold ends of lines has been written.
  private void wrote() throws IOException {
    if (lineBuffered) {
      if (ByteScan.findLast(buffer, searched, used, (byte) '\n') >= searched) {
        spill();
      } else {
        searched = used;
      }
    }
  }

  /// Where so many bytes have room. What is written there counts when [#used] says so, which is
  /// stored once and read once for each number: in between it is a local variable.
  private int room(int count) throws IOException {
    int at = used;
    if (count > buffer.length - at) {
      spill();
      at = 0;
    }
    return at;
  }

  private void spill() throws IOException {
    if (buffer.length == 0) {
      throw new IOException(name + ": the writer is closed");
    }
    int count = used;
    used = 0;
    searched = 0;
    deliver(buffer, 0, count);
  }

  private void deliver(byte[] bytes, int from, int count) throws IOException {
    if (lost) {
      throw new IOException(name + ": text was lost when an earlier write failed");
    }
    lost = true;
    try {
      target.write(bytes, from, count);
      if (lineBuffered && ByteScan.findLast(bytes, from, from + count, (byte) '\n') >= from) {
        target.flush();
      }
    } catch (IOException e) {
      throw new IOException(
          String.format(
              Locale.ROOT,
              "%s: cannot be written after %d bytes: %s",
              name,
              written,
              FileErrors.reason(e)),
          e);
    }
    written += count;
    lost = false;
  }

  /// Hands over all that has been written.
  ///
  /// @throws IOException if it cannot be written, or an earlier text could not
  /// @throws IllegalStateException if a template was left with places not filled
  @Override
  public void flush() throws IOException {
    filling.check();
    spill();
    target.flush();
  }

  /// Hands over all that has been written, and closes what it was written to, even if that fails.
  /// Does nothing when called again.
  ///
  /// @throws IOException if it cannot be written or closed, or an earlier text could not
  /// @throws IllegalStateException if a template was left with places not filled
  @Override
  public void close() throws IOException {
    if (buffer.length == 0) {
      return;
    }
    try (Closeable _ = this::closeTarget) {
      spill();
    } finally {
      buffer = CLOSED;
    }
    filling.check();
  }

  private void closeTarget() throws IOException {
    try {
      target.close();
    } catch (IOException e) {
      throw new IOException(name + ": cannot be closed: " + FileErrors.reason(e), e);
    }
  }
}
