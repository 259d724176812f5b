package io.penstock.text;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/// A reader of the lines of a file that grows, which waits for those that are not there yet, as
/// `tail -F` does.
///
/// ```java
/// try (LineFollower log = Lines.follow(path)) {
///   while (log.next()) {
///     use(log.line());
///   }
/// }
/// ```
///
/// A line is shown when its newline is there. What follows the last newline is shown as a line when
/// its file has been replaced or truncated, since its end will not come. The file that is followed
/// is the one that the path names: a renamed file is read until another one has its name and a
/// first byte, and to its end then; the new one is read from its begin. There need be no file at
/// the path at first, or for a while. [FollowOptions#reporting] tells of all that.
///
/// It looks for more each 100 ms ([FollowOptions#withInterval]) and asks the system for no
/// notifications: these do not tell what other machines write to a network file system, may be
/// lost, and are limited in number. So it misses what comes and goes between two looks: a file that
/// is made and rotated, or one that is truncated and then as long as before.
///
/// [#next] and [#line] belong to one thread at a time; [#close] may be called by any, also while
/// that one waits.
public final class LineFollower implements Closeable {
  private final CountDownLatch closed;
  private final Chunks chunks;
  private final LineReader reader;
  private final Lock use = new ReentrantLock();

  private LineFollower(
      Lines lines, GrowingFile file, FollowOptions options, CountDownLatch closed) {
    this.closed = closed;
    this.chunks = new Chunks(file, options, closed);
    this.reader = new LineReader(lines, chunks);
  }

  static LineFollower of(Lines lines, Path path, FollowOptions options) throws IOException {
    CountDownLatch closed = new CountDownLatch(1);
    return new LineFollower(lines, GrowingFile.open(path, options, closed), options, closed);
  }

  /// Goes to the next line, the first one at first, and waits for it.
  ///
  /// After an exception it may be called again: it goes on where it was, behind a line that was too
  /// long, or in the new file where the old one cannot be read any more.
  ///
  /// @return false when it has been closed
  /// @throws InterruptedException if the thread is interrupted
  /// @throws LineException if the pattern throws an unchecked exception: it says at which line,
  ///   counted from the first one that was followed
  /// @throws LongLineException if a line is too long
  /// @throws IOException if the file cannot be read
  public boolean next() throws IOException, InterruptedException {
    use.lock();
    try {
      return !isClosed() && reader.next();
    } catch (InterruptedIOException e) {
      InterruptedException told = new InterruptedException(e.getMessage());
      told.initCause(e);
      throw told;
    } finally {
      use.unlock();
    }
  }

  /// The line to which [#next] went, until it goes on: always the same object. Its offset is that
  /// in its file.
  public Line line() {
    return reader.line();
  }

  private boolean isClosed() {
    return closed.getCount() == 0;
  }

  /// Ends the follower, when a read or an event in progress has ended: a thread that waits in
  /// [#next] gets false. A line that has not ended is not shown. Closing twice does nothing.
  ///
  /// @throws UncheckedIOException if the file cannot be closed
  @Override
  public void close() {
    closed.countDown();
    use.lock();
    try {
      chunks.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      use.unlock();
    }
  }

  /// The chunks of all files, one behind the other, each with the rest behind its last newline.
  private static final class Chunks implements ChunkSource {
    /// What the last call has left to be done.
    private enum Left {
      NOTHING,

      /// What was not handed out is gone on with.
      CHUNK,

      /// The rest of a line that is too long is passed over.
      LONG_LINE,

      /// A file could not be read.
      FILE
    }

    private final GrowingFile file;
    private final FollowOptions options;
    private final CountDownLatch closed;
    private ChunkSource.OfInput text;
    private Left left = Left.NOTHING;

    Chunks(GrowingFile file, FollowOptions options, CountDownLatch closed) {
      this.file = file;
      this.options = options;
      this.closed = closed;
      this.text = textFrom(file.position());
    }

    private ChunkSource.OfInput textFrom(long offset) {
      file.position(offset);
      return new ChunkSource.OfInput(file, offset);
    }

    @Override
    public boolean next(LineCursor chunk) throws IOException {
      while (closed.getCount() > 0) {
        makeUp();
        boolean taken = take(chunk);
        if (closed.getCount() == 0) {
          return false; // the rest of a file that goes on is no line
        }
        if (taken) {
          return true;
        }
        goOn();
      }
      return false;
    }

    private boolean take(LineCursor chunk) throws IOException {
      left = Left.CHUNK; // unless it goes well
      try {
        boolean taken = text.next(chunk);
        left = Left.NOTHING;
        return taken;
      } catch (LongLineException e) {
        left = Left.LONG_LINE;
        throw e;
      } catch (InterruptedIOException e) {
        throw e;
      } catch (IOException e) {
        left = Left.FILE;
        throw e;
      }
    }

    private void makeUp() throws IOException {
      switch (left) {
        case NOTHING -> {}
        case CHUNK -> goOnWithChunk();
        case LONG_LINE -> {
          file.passLine();
          text = textFrom(file.position());
        }
        case FILE -> {
          goOnWithChunk();
          if (file.isLost()) {
            left = Left.NOTHING;
            goOn();
          }
        }
      }
      left = Left.NOTHING;
    }

    /// Behind the bytes that came, and not from the chunk's begin again: the file may have been
    /// truncated to less meanwhile.
    private void goOnWithChunk() {
      if (!text.goOn()) {
        text = textFrom(text.offset());
      }
    }

    private void goOn() throws IOException {
      FollowEvent event;
      try {
        event = file.goOn();
      } finally {
        text = textFrom(0);
      }
      options.listener.accept(event);
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
