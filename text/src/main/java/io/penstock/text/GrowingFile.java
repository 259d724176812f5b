package io.penstock.text;

import io.penstock.file.FileErrors;
import io.penstock.file.SteadyInput;
import io.penstock.text.FollowEvent.Kind;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/// The bytes of the file that a path names, as a stream that waits at their end for more.
///
/// The stream ends when the follower is closed, when the file is shorter than what was read of it,
/// and when another file with the path's name has bytes, behind the last byte of the old one: who
/// writes one log has written the last byte of the old file before the first of the new one, and a
/// rotation makes the new file before its writer turns to it. [#goOn] begins what comes next. A
/// file is open from when it is seen until then, so that no other can get its number, and that it
/// may lose its name again.
///
/// Belongs to one thread at a time.
final class GrowingFile extends InputStream {
  private static final byte NEWLINE = '\n';

  /// A channel fills an array through memory off the heap, of which it takes so much.
  private static final int PIECE = 64 << 10;

  /// Of a log that nobody writes any more so many rotated files are held open.
  private static final int MOST_EMPTY = 8;

  private final Path path;
  private final FollowOptions options;
  private final CountDownLatch closed;
  private Opened current;
  private long position;

  /// What the path has named since it named the current file, in this order: the last one is most
  /// likely still empty.
  private final Deque<Opened> successors = new ArrayDeque<>();

  /// Whether the current file has been succeeded, and its last bytes are being read.
  private boolean succeeded;

  /// Whether a missing file has not been told of.
  private boolean accessible = true;

  private GrowingFile(Path path, FollowOptions options, CountDownLatch closed, Opened current) {
    this.path = path;
    this.options = options;
    this.closed = closed;
    this.current = current;
  }

  /// Opens the file if there is one that may be read.
  ///
  /// @param closed is at 0 when the follower is closed
  /// @throws FileSystemException if it is there and cannot be followed
  static GrowingFile open(Path path, FollowOptions options, CountDownLatch closed)
      throws IOException {
    GrowingFile file = new GrowingFile(path, options, closed, first(path));
    boolean placed = false;
    try {
      file.place();
      placed = true;
      return file;
    } finally {
      if (!placed) {
        file.close();
      }
    }
  }

  private static Opened first(Path path) throws IOException {
    try {
      if (!FileErrors.readable(path).isRegularFile()) {
        throw new FileSystemException(
            path.toString(),
            null,
            "is a pipe or a device, whose lines are seen as they come: read it by Lines.of");
      }
      return Opened.of(path);
    } catch (NoSuchFileException | AccessDeniedException _) {
      return Opened.NONE; // the first look will tell
    }
  }

  private void place() throws IOException {
    requireItsSize();
    position = current.equals(Opened.NONE) ? 0 : options.begin.in(this);
  }

  /// Files of `/proc` say that they have no bytes, and could not be told from truncated ones.
  private void requireItsSize() throws IOException {
    if (current.size() == 0 && current.read(ByteBuffer.allocate(1), 0) > 0 && current.size() == 0) {
      throw new FileSystemException(
          path.toString(),
          null,
          "does not tell its size, as files of the kernel: read it by Lines.of");
    }
  }

  /// The offset of the last lines, of which the last one may not have ended.
  long beginOfLast(long lines) throws IOException {
    byte[] block = new byte[PIECE];
    long size = current.size();
    long newlines = lines;
    for (long end = size; end > 0; ) {
      long begin = Math.max(0, end - PIECE);
      int n = fill(block, (int) (end - begin), begin);
      if (end == size && n > 0 && block[n - 1] == NEWLINE) {
        newlines = Math.max(lines, lines + 1); // which ends the last line
      }
      int at = n;
      do {
        at = ByteScan.findLast(block, 0, at, NEWLINE);
        newlines -= at < 0 ? 0 : 1;
      } while (at >= 0 && newlines > 0);
      if (at >= 0) {
        return begin + at + 1;
      }
      end = begin;
    }
    return 0;
  }

  /// @return how many bytes there are, fewer where the file has been truncated
  private int fill(byte[] target, int count, long offset) throws IOException {
    int done = 0;
    int n = 0;
    while (n >= 0 && done < count) {
      n = current.read(ByteBuffer.wrap(target, done, count - done), offset + done);
      done += Math.max(0, n);
    }
    return done;
  }

  // ---- reading ---------------------------------------------------------------------------------

  /// The offset of the next byte in the file.
  long position() {
    return position;
  }

  /// Goes to an offset in the file.
  void position(long offset) {
    position = offset;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  /// Reads what there is, and waits where there is nothing.
  ///
  /// @return at least 1; -1 where this file ends for good
  /// @throws InterruptedIOException if the thread is interrupted, now or while it waits
  @Override
  public int read(byte[] target, int at, int count) throws IOException {
    if (Thread.interrupted()) {
      throw interrupted();
    }
    ByteBuffer piece = ByteBuffer.wrap(target, at, Math.min(PIECE, count));
    int n = more(piece);
    while (n <= 0 && !isOver()) {
      n = more(piece);
    }
    position += Math.max(0, n);
    return n > 0 ? n : -1;
  }

  /// An offset behind the end may be one that the system cannot read at.
  private int more(ByteBuffer target) throws IOException {
    return current.size() > position ? current.read(target, position) : -1;
  }

  /// Goes behind the next newline, or to the end of this file.
  void passLine() throws IOException {
    byte[] block = new byte[PIECE];
    for (int n = read(block, 0, PIECE); n >= 0; n = read(block, 0, PIECE)) {
      int end = ByteScan.find(block, 0, n, NEWLINE);
      if (end < n) {
        position -= n - end - 1;
        return;
      }
    }
  }

  /// Finds out, where nothing is left to be read, why that is so, and waits while there is no
  /// reason. Nothing is read meanwhile: to ask for the size takes less.
  ///
  /// @return whether nothing more comes
  private boolean isOver() throws IOException {
    if (succeeded || current.size() < position) {
      return true;
    }
    long size;
    do {
      seekSuccessor();
      succeeded = isSucceeded();
      if (succeeded) {
        return false; // until what has come meanwhile is read
      }
      if (isClosedMeanwhile()) {
        return true;
      }
      size = current.size();
    } while (size == position);
    return size < position;
  }

  private boolean isSucceeded() throws IOException {
    for (Opened successor : successors) {
      if (successor.size() > 0) {
        return true;
      }
    }
    return successors.size() >= MOST_EMPTY
        || (!successors.isEmpty() && current.equals(Opened.NONE));
  }

  private boolean isClosedMeanwhile() throws InterruptedIOException {
    try {
      return options.idle.await(closed, options.interval);
    } catch (InterruptedException _) {
      throw interrupted();
    }
  }

  private InterruptedIOException interrupted() {
    return new InterruptedIOException(path + ": the thread that follows it was interrupted");
  }

  // ---- the next file ---------------------------------------------------------------------------

  /// Opens the file that the path names now, if it is one more.
  private void seekSuccessor() throws IOException {
    try {
      BasicFileAttributes found = Files.readAttributes(path, BasicFileAttributes.class);
      if (!found.isRegularFile()) {
        missing(found.isDirectory() ? "is a folder" : "is a pipe or a device");
        return;
      }
      if (!isKnown(found)) {
        successors.add(Opened.of(path));
      }
      accessible = true;
    } catch (NoSuchFileException _) {
      missing("no such file");
    } catch (AccessDeniedException _) {
      missing("permission denied");
    } catch (FileSystemException e) {
      missing(e.getReason() == null ? "cannot be opened" : e.getReason());
    }
  }

  private boolean isKnown(BasicFileAttributes found) {
    for (Opened successor : successors) {
      if (successor.isFile(found, 0)) {
        return true;
      }
    }
    return current.isFile(found, position);
  }

  private void missing(String reason) {
    if (accessible) {
      accessible = false;
      report(Kind.INACCESSIBLE, "cannot be read now and is waited for: " + reason);
    }
  }

  /// Begins what comes behind the end of this stream: the new file, or this one again where it was
  /// truncated.
  ///
  /// @return what happened
  FollowEvent goOn() throws IOException {
    position = 0;
    if (!succeeded) {
      return event(Kind.TRUNCATED, "was truncated; read from its begin");
    }
    Opened old = current;
    current = successors.removeFirst();
    succeeded = false;
    old.close();
    return event(Kind.NEW_FILE, "is a new file; read from its begin");
  }

  /// Whether a file that cannot be read has lost its name to another one, which [#goOn] begins.
  boolean isLost() throws IOException {
    seekSuccessor();
    succeeded = !successors.isEmpty();
    return succeeded;
  }

  private FollowEvent event(Kind kind, String detail) {
    return new FollowEvent(kind, path, detail);
  }

  private void report(Kind kind, String detail) {
    options.listener.accept(event(kind, detail));
  }

  @Override
  public void close() throws IOException {
    try (Opened _ = current) {
      for (Opened successor : successors) {
        successor.close();
      }
    }
    successors.clear();
  }

  // ---- files -----------------------------------------------------------------------------------

  /// An open file, or none, which has no bytes.
  private record Opened(@Nullable SteadyInput file) implements Closeable {
    static final Opened NONE = new Opened(null);

    static Opened of(Path path) throws IOException {
      return new Opened(SteadyInput.open(path));
    }

    /// @return how many bytes came; -1 where there are none
    int read(ByteBuffer target, long offset) throws IOException {
      return file == null ? -1 : file.read(target.slice(), offset);
    }

    long size() throws IOException {
      return file == null ? 0 : file.size();
    }

    /// Whether it is what was found at the path. A system that does not tell files apart, as
    /// Windows, has another one there if that is shorter.
    ///
    /// @param position up to which it was read
    boolean isFile(BasicFileAttributes found, long position) {
      return file != null
          && (found.fileKey() == null ? found.size() >= position : file.isFile(found));
    }

    @Override
    public void close() throws IOException {
      if (file != null) {
        file.close();
      }
    }
  }
}
