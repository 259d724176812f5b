package io.penstock.text;

import io.penstock.file.FileErrors;
import io.penstock.file.SequentialInput;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

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
  private static final int LEAST_CHUNK = 16;
  private static final int USUAL_CHUNK = 256 << 10;
  private static final int MOST = 1 << 30;

  // No lambda: a program that counts one small file would pay for its first one.
  private static final LongConsumer NO_PROGRESS =
      new LongConsumer() {
        @Override
        public void accept(long done) {}
      };

  /// For messages.
  final String name;

  /// A regular file, a pipe, a device; null for a stream.
  private final @Nullable Path path;

  private final InputStream stream;

  /// How much is read at a time.
  final int chunkBytes;

  final int longestLine;

  /// Of the lines that are shown; null for all.
  final @Nullable BytePattern pattern;

  /// Is told how much has been done since it was told last.
  final LongConsumer progress;

  private Lines(String name, @Nullable Path path, InputStream stream) {
    this(name, path, stream, USUAL_CHUNK, MOST, null, NO_PROGRESS);
  }

  private Lines(
      String name,
      @Nullable Path path,
      InputStream stream,
      int chunkBytes,
      int longestLine,
      @Nullable BytePattern pattern,
      LongConsumer progress) {
    if (chunkBytes < LEAST_CHUNK || chunkBytes > MOST) {
      throw new IllegalArgumentException(
          "chunks of " + chunkBytes + " bytes; there may be " + LEAST_CHUNK + " to " + MOST);
    }
    requireLongest(longestLine);
    this.name = name;
    this.path = path;
    this.stream = stream;
    this.chunkBytes = chunkBytes;
    this.longestLine = longestLine;
    this.pattern = pattern;
    this.progress = progress;
  }

  /// Checks how long a line may be.
  static int requireLongest(int bytes) {
    if (bytes < 1 || bytes > MOST) {
      throw new IllegalArgumentException(
          "lines of up to " + bytes + " bytes; the limit may be 1 to " + MOST);
    }
    return bytes;
  }

  /// Those of a file, a pipe or a device. Nothing is opened yet.
  public static Lines of(Path path) {
    return new Lines(path.toString(), path, InputStream.nullInputStream());
  }

  /// Those that a stream has left.
  public static Lines of(InputStream stream) {
    return new Lines("the stream", null, stream);
  }

  /// Those that a channel has left.
  public static Lines of(ReadableByteChannel channel) {
    return of(Channels.newInputStream(channel));
  }

  /// Follows a file as it grows, as `tail -n +1 -F` does: all lines that it has, then those that
  /// come; see [#follow(FollowOptions)].
  ///
  /// @throws IOException if there is a file that cannot be followed
  public static LineFollower follow(Path path) throws IOException {
    return of(path).follow(FollowOptions.all());
  }

  /// Reads so much at a time, instead of 256 KiB.
  ///
  /// @throws IllegalArgumentException if it is less than 16 or more than 1 GiB
  public Lines withChunk(int bytes) {
    return new Lines(name, path, stream, bytes, longestLine, pattern, progress);
  }

  /// Takes lines of so many bytes and no more, instead of up to 1 GiB.
  ///
  /// @throws IllegalArgumentException if it is less than 1 or more than 1 GiB
  public Lines withLongestLine(int bytes) {
    return new Lines(name, path, stream, chunkBytes, bytes, pattern, progress);
  }

  /// Only lines that match: the others are neither shown nor counted. A pattern that was given
  /// before is replaced.
  public Lines matching(BytePattern pattern) {
    return new Lines(name, path, stream, chunkBytes, longestLine, pattern, progress);
  }

  /// Tells how many more bytes have been dealt with, chunk by chunk, in any thread that deals with
  /// them.
  public Lines withProgress(LongConsumer progress) {
    return new Lines(name, path, stream, chunkBytes, longestLine, pattern, progress);
  }

  /// Shared out to as many threads as there are processors.
  public ParallelLines parallel() {
    return parallel(Runtime.getRuntime().availableProcessors());
  }

  /// Shared out to threads: so many, or as many as a file has parts of the size of a chunk, or one
  /// more than came of a pipe or a stream.
  ///
  /// @throws IllegalArgumentException if there is none
  public ParallelLines parallel(int threads) {
    return new ParallelLines(this, threads);
  }

  /// Shows all lines, one after the other, in the calling thread.
  ///
  /// @throws LineException if the consumer or the pattern throws an unchecked exception: it says at
  ///   which line
  /// @throws LongLineException if a line is too long
  /// @throws IOException if the text cannot be read, or the consumer throws it
  public void forEach(LineConsumer consumer) throws IOException {
    fold(1, _ -> consumer, LineConsumer::accept, null);
  }

  /// Adds all lines to results, in chunks that threads share.
  ///
  /// @param results gives the result of a chunk to the thread that has this number
  /// @param sink gets the result of each chunk, in the order of the text; null if results are not
  ///   delivered
  <R> void fold(
      int threads,
      IntFunction<R> results,
      LineAccumulator<R> accumulator,
      @Nullable ResultConsumer<R> sink)
      throws IOException {
    try (ChunkSource source = chunks()) {
      int most = Math.clamp(source.mostChunks(), 1, threads);
      new ChunkLoop<>(this, source, results, accumulator, sink).runOn(most);
    }
  }

  /// Opens the text to take its lines one by one.
  ///
  /// @throws IOException if it cannot be opened
  public LineReader open() throws IOException {
    return new LineReader(this, chunks());
  }

  /// Follows a file as it grows, and the files that take its name. There need be none yet, or none
  /// that may be read: it is waited for.
  ///
  /// @throws IllegalStateException if these are the lines of a stream, which are seen as they come
  /// @throws java.nio.file.FileSystemException if it is a folder, a pipe, a device or a file of the
  ///   kernel's own
  /// @throws IOException if it cannot be read
  public LineFollower follow(FollowOptions options) throws IOException {
    if (path == null) {
      throw new IllegalStateException(
          "only files are followed; the lines of a stream are seen as they come, by forEach");
    }
    return LineFollower.of(this, path, options);
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

  private ChunkSource chunks() throws IOException {
    Optional<TextFile> file = sized();
    return file.isPresent()
        ? new ChunkSource.OfFile(file.get(), chunkBytes)
        : new ChunkSource.OfInput(input());
  }

  /// Opens the text to be counted, whatever the pattern.
  ///
  /// @param words whether words and characters are counted too
  Counting counting(int threads, boolean words) throws IOException {
    Optional<TextFile> file = sized();
    return file.isPresent()
        ? new Counting(file.get(), this, threads, words)
        : new Counting(input(), this, threads, words);
  }

  /// A regular file that is as long as it says; empty for what has to be read to know how long it
  /// is: streams, pipes and devices, and files of the kernel's own and of some other file systems,
  /// as in `/proc`, which says that they have no bytes, and `/sys`, which says 4096.
  ///
  /// @throws java.nio.file.FileSystemException if there is nothing to read, with the reason
  private Optional<TextFile> sized() throws IOException {
    if (path == null) {
      return Optional.empty();
    }
    BasicFileAttributes attributes = FileErrors.readable(path);
    return attributes.isRegularFile() && attributes.size() > 0
        ? TextFile.open(path, attributes.size())
        : Optional.empty();
  }

  private InputStream input() throws IOException {
    if (path != null) {
      return SequentialInput.open(path);
    }
    return new FilterInputStream(SequentialInput.of(stream, name)) {
      @Override
      public int read(byte[] target, int from, int count) throws IOException {
        return in.read(target, from, count);
      }

      @Override
      public void close() {
        // The caller's stream stays open.
      }
    };
  }
}
