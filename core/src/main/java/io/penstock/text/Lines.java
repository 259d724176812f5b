package io.penstock.text;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;

/// The lines of a text, as bytes.
///
/// ```java
/// Lines.of(path).forEach(line -> total += line.parseLong());
/// ```
///
/// A line ends at a newline (`\n`); one carriage return right before it belongs to the end, and any
/// other is a byte like all others, as is NUL. What follows the last newline is a line if there is
/// anything. So an empty text has no lines, and `"\n"` has one, which is empty. Text in UTF-8 or in
/// any charset that has ASCII's bytes for ASCII alone can be cut so; UTF-16 cannot.
///
/// Lines may be as long as [#withLongestLine] says, 1 GiB at most; memory is a chunk, or the
/// longest line where that is more. A file is read to where it ended when it was opened; a pipe, a
/// device or a stream is read to its end, and its lines are seen as they come.
///
/// Immutable and safe for any thread; each call that reads, reads from the begin. A stream or
/// channel can be read once only, and is not closed.
public final class Lines {
  private final TextOrigin origin;
  private final TextOptions options;

  private Lines(TextOrigin origin, TextOptions options) {
    this.origin = origin;
    this.options = options;
  }

  /// Those of a file, a pipe or a device. Nothing is opened yet.
  public static Lines of(Path path) {
    return new Lines(new TextOrigin.OfPath(path), TextOptions.USUAL);
  }

  /// Those that a stream has left.
  public static Lines of(InputStream stream) {
    return new Lines(new TextOrigin.OfStream(stream), TextOptions.USUAL);
  }

  /// Those that a channel has left.
  public static Lines of(ReadableByteChannel channel) {
    return of(Channels.newInputStream(channel));
  }

  /// Reads so much at a time, instead of 256 KiB.
  ///
  /// @throws IllegalArgumentException if it is less than 16 or more than 1 GiB
  public Lines withChunk(int bytes) {
    return new Lines(origin, options.withChunk(bytes));
  }

  /// Takes lines of so many bytes and no more, instead of up to 1 GiB.
  ///
  /// @throws IllegalArgumentException if it is less than 1 or more than 1 GiB
  public Lines withLongestLine(int bytes) {
    return new Lines(origin, options.withLongestLine(bytes));
  }

  /// Only lines that match: the others are neither shown nor counted. A pattern that was given
  /// before is replaced.
  public Lines matching(BytePattern pattern) {
    return new Lines(origin, options.matching(pattern));
  }

  /// Tells how many more bytes have been dealt with, chunk by chunk, in any thread that deals with
  /// them.
  public Lines withProgress(LongConsumer progress) {
    return new Lines(origin, options.withProgress(progress));
  }

  /// Shared out to as many threads as there are processors.
  public ParallelLines parallel() {
    return parallel(Runtime.getRuntime().availableProcessors());
  }

  /// Shared out to threads.
  ///
  /// @throws IllegalArgumentException if there is none
  public ParallelLines parallel(int threads) {
    return new ParallelLines(origin, options, threads);
  }

  /// Shows all lines, one after the other, in the calling thread.
  ///
  /// @throws LineException if the consumer or the pattern throws an unchecked exception: it says at
  ///   which line
  /// @throws LongLineException if a line is too long
  /// @throws IOException if the text cannot be read, or the consumer throws it
  public void forEach(LineConsumer consumer) throws IOException {
    try (ChunkSource source = origin.chunks(options.chunkBytes())) {
      new Crew(origin.name(), source, options.progress())
          .run(List.of(new CutWork(options.cursor(), consumer)), options);
    }
  }

  /// Opens the text to take its lines one by one.
  ///
  /// @throws IOException if it cannot be opened
  public LineReader open() throws IOException {
    return new LineReader(origin.name(), origin.chunks(options.chunkBytes()), options);
  }

  /// How many lines there are, or match. Where all are counted they may be of any length; where
  /// those that match are, lengths and errors are those of [#forEach].
  ///
  /// @throws IOException if the text cannot be read
  public long count() throws IOException {
    return parallel(1).count();
  }

  /// How many newlines, lines, words, characters and bytes there are, in one pass; with a pattern,
  /// those of the lines that match, with what ends each.
  ///
  /// @throws IOException if the text cannot be read
  public TextCount countAll() throws IOException {
    return parallel(1).countAll();
  }

  /// How many newlines there are: what `wc -l` says; with a pattern, of the lines that match.
  ///
  /// @throws IOException if the text cannot be read
  public long newlines() throws IOException {
    return parallel(1).newlines();
  }
}
