package io.penstock.text;

import java.io.Closeable;
import java.io.IOException;

/// A reader that takes the lines of a text one by one.
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
  private final Lines lines;
  private final ChunkSource source;
  private final LineCursor cursor;
  private long before;
  private volatile boolean closed;

  LineReader(Lines lines, ChunkSource source) {
    this.lines = lines;
    this.source = source;
    this.cursor = new LineCursor(lines).withChunk(lines.chunkBytes);
  }

  /// Goes to the next line, the first one at first.
  ///
  /// @return whether there is one
  /// @throws LineException if the pattern throws an unchecked exception: it says at which line
  /// @throws LongLineException if it is too long
  /// @throws IOException if the text cannot be read, or the reader was closed
  public boolean next() throws IOException {
    if (closed) { // the number of the file's descriptor may be another file's by now
      throw new IOException(lines.name + ": the reader of its lines was closed");
    }
    while (!advance()) {
      if (!refill()) {
        return false;
      }
    }
    return true;
  }

  private boolean advance() throws IOException {
    try {
      return cursor.next();
    } catch (RuntimeException e) {
      throw new LineException(lines.name, number(), line().offset(), e);
    }
  }

  private boolean refill() throws IOException {
    before += cursor.newlines();
    lines.progress.accept(cursor.to - cursor.from);
    boolean filled = false;
    try {
      filled = source.next(cursor);
    } finally {
      if (!filled) {
        cursor.clear(); // a follower asks again behind a failure, others may at the end
      }
    }
    if (filled) {
      cursor.start();
    }
    return filled;
  }

  /// The line to which [#next] went, until it goes on: always the same object.
  public Line line() {
    return cursor.line();
  }

  /// The number of the line in the text, counted from 1.
  public long number() {
    return before + cursor.preceding() + 1;
  }

  /// Closes the file; a stream stays open, but what was read ahead is lost to its owner. Closing
  /// twice does nothing.
  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      source.close();
    }
  }
}
