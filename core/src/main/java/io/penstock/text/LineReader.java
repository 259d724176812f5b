package io.penstock.text;

import java.io.Closeable;
import java.io.IOException;

/// Takes the lines of a text one by one.
///
/// ```java
/// try (LineReader lines = Lines.of(path).open()) {
///   while (lines.next()) {
///     use(lines.line());
///   }
/// }
/// ```
///
/// Belongs to one thread at a time.
public final class LineReader implements Closeable {
  private final ChunkSource source;
  private final TextOptions options;
  private final Chunk chunk;
  private final Line line = new Line();
  private int at;
  private int to;
  private long base;
  private long number;

  LineReader(ChunkSource source, TextOptions options) {
    this.source = source;
    this.options = options;
    this.chunk = new Chunk(options);
  }

  /// Goes to the next line, the first one at first.
  ///
  /// @return whether there is one
  /// @throws LongLineException if it is too long
  /// @throws IOException if the text cannot be read
  public boolean next() throws IOException {
    while (at == to) {
      if (!refill()) {
        return false;
      }
    }
    byte[] bytes = chunk.bytes();
    int start = at;
    int end = ByteSearch.find(bytes, start, to, (byte) '\n');
    boolean ended = end < to;
    at = ended ? end + 1 : end;
    line.set(bytes, start, ended ? LineCutter.text(bytes, start, end) : end, base + start);
    number++;
    return true;
  }

  private boolean refill() throws IOException {
    options.progress().accept(chunk.to - chunk.from);
    if (!source.next(chunk)) {
      chunk.from = chunk.to;
      return false;
    }
    at = chunk.from;
    to = chunk.to;
    base = chunk.offset - chunk.from;
    return true;
  }

  /// The line to which [#next] went, until it goes on: always the same object.
  public Line line() {
    return line;
  }

  /// The number of the line, counted from 1; 0 before the first.
  public long number() {
    return number;
  }

  /// Closes the file; a stream stays open, but what was read ahead is lost to its owner.
  @Override
  public void close() throws IOException {
    source.close();
  }
}
