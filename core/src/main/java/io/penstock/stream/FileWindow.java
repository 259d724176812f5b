package io.penstock.stream;

import io.penstock.file.EngineFile;
import io.penstock.file.FileEngine;
import io.penstock.file.FileEngines;
import io.penstock.file.OpenMode;
import io.penstock.file.SequentialInput;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A block that stands somewhere in a file: read ahead, write behind.
///
/// ```
/// file   ....|---------------------------------|.......
///            start       start + position      start + limit
/// block      0  dirtyFrom  dirtyTo             limit       size
/// ```
///
/// Bytes from 0 to `limit` are the file's; those from `dirtyFrom` to `dirtyTo` are not yet in it.
/// Only bytes that were written here are ever written to the file, never what was merely read
/// beside them: others may have changed that in the meantime. Who goes back a little is likely to
/// go on so: then what is read lies mostly before the pointer, as much as going straight on would
/// bring; after a leap back it lies around the pointer, as a search needs it. A write that fails
/// leaves its bytes dirty, so that the next attempt, at the latest on closing, writes them again or
/// fails again.
final class FileWindow implements ByteSource, ByteSink {
  /// What is read when nothing suggests that more will be wanted.
  private static final int LEAST_AHEAD = 4 << 10;

  private static final int GROWTH = 4;

  /// So far that what the block holds there still has a place.
  private static final long FARTHEST = Long.MAX_VALUE - Integer.MAX_VALUE;

  private final EngineFile file;
  private final boolean writable;
  private ElementBlock block;
  private long start;
  private int position;
  private int limit;
  private int dirtyFrom;
  private int dirtyTo;
  private int ahead = LEAST_AHEAD;

  /// How many bytes before the pointer the next read of a few bytes should bring too.
  private int behind;

  private boolean closed;
  private @Nullable IOException unsynced;

  FileWindow(EngineFile file, boolean writable, ElementBlock block) {
    this.file = file;
    this.writable = writable;
    this.block = block;
  }

  // ---- opening ---------------------------------------------------------------------------------

  /// Opens a file, or creates it where it is missing and the mode allows that.
  static FileWindow open(Path path, OpenMode mode, ByteOrder order, int bufferBytes)
      throws IOException {
    Buffers.require(bufferBytes);
    FileEngine engine = FileEngines.auto();
    EngineFile file = mode.writes() ? engine.openOrCreate(path, mode) : engine.open(path, mode);
    boolean kept = false;
    try {
      if (mode == OpenMode.READ && hidesBytes(path, file)) {
        throw new FileSystemException(
            path.toString(),
            null,
            "has bytes but says it has none, as files of /proc do; read it as a stream");
      }
      FileWindow window =
          new FileWindow(file, mode.writes(), ElementBlock.forFile(bufferBytes, order));
      kept = true;
      return window;
    } finally {
      if (!kept) {
        file.close();
      }
    }
  }

  /// Opens a file to be read from its begin to its end, also one that does not say how long it is.
  static ByteSource source(Path path, ByteOrder order, int bufferBytes) throws IOException {
    EngineFile file = FileEngines.auto().open(path, OpenMode.READ);
    boolean kept = false;
    try {
      if (hidesBytes(path, file)) {
        return new StreamSource(SequentialInput.open(path), order, bufferBytes);
      }
      FileWindow window = new FileWindow(file, false, ElementBlock.forFile(bufferBytes, order));
      kept = true;
      return window;
    } finally {
      if (!kept) {
        file.close();
      }
    }
  }

  /// Whether there is more to read than the file's size says: files of the kernel's own say 0, or
  /// nothing.
  private static boolean hidesBytes(Path path, EngineFile file) throws IOException {
    if (hasSize(file)) {
      return false;
    }
    try (SequentialInput input = SequentialInput.open(path)) {
      return input.read() >= 0 && !hasSize(file);
    }
  }

  private static boolean hasSize(EngineFile file) {
    try {
      return file.size() > 0;
    } catch (IOException _) {
      return false;
    }
  }

  /// Opens a file for writing with nothing in it.
  static FileWindow create(Path path, ByteOrder order, int bufferBytes) throws IOException {
    FileWindow window = open(path, OpenMode.WRITE, order, bufferBytes);
    try {
      window.resize(0);
      return window;
    } catch (IOException e) {
      try (window) {
        throw e;
      }
    }
  }

  // ---- moving ----------------------------------------------------------------------------------

  @Override
  public ElementBlock block() {
    return block;
  }

  /// Where the next byte is read or written.
  long pointer() {
    return start + position;
  }

  /// Goes to another place, which may lie past the end of the file.
  ///
  /// @throws IOException if no file can have this place, or what was written before cannot be
  void seek(long target) throws IOException {
    requireOpen();
    if (target < 0 || target > FARTHEST) {
      throw new IOException(
          String.format(
              Locale.ROOT, "cannot seek to %d: a file has bytes 0 to %d", target, FARTHEST));
    }
    if (target >= start && target <= start + limit) {
      position = (int) (target - start);
      return;
    }
    flush();
    long back = start - target;
    boolean stepBack = back > 0 && back <= block.size();
    ahead = stepBack ? ahead : LEAST_AHEAD;
    restart(target);
    behind = back > 0 ? (int) Math.min(target, behind(stepBack)) : 0;
  }

  /// Leaves room for one element at the pointer.
  private int behind(boolean stepBack) {
    return Math.min(stepBack ? ahead / 4 * 3 : ahead / 2, (block.size() - Long.BYTES) / 4 * 3);
  }

  /// The file's length, with what is not yet written.
  long length() throws IOException {
    requireOpen();
    return dirtyTo == 0 ? file.size() : Math.max(file.size(), start + dirtyTo);
  }

  /// Cuts the file or extends it with zeros; the pointer does not stay past the end. What is cut
  /// off need not be written first: there may be no room for it.
  void resize(long length) throws IOException {
    requireWritable();
    write(dirtyFrom, Math.clamp(length - start, dirtyFrom, dirtyTo));
    file.resize(length);
    clean();
    restart(Math.min(pointer(), length));
  }

  @Override
  public int ready(int least, long hint) throws IOException {
    return limit - position >= least ? limit - position : fill(least, hint);
  }

  @Override
  public int taken(int count) {
    int at = position;
    position += count;
    return at;
  }

  @Override
  public int read(byte[] target, int from, int count) throws IOException {
    requireReadable();
    int n = Math.min(count, ready(1, count));
    if (n == 0) {
      return -1;
    }
    block.get(taken(n), target, from, n);
    return n;
  }

  @Override
  public long skip(long count) throws IOException {
    long n = Math.clamp(length() - pointer(), 0, Math.max(0, count));
    seek(pointer() + n);
    return n;
  }

  @Override
  public int available() throws IOException {
    return Math.clamp(length() - pointer(), 0, Integer.MAX_VALUE);
  }

  private int fill(int least, long hint) throws IOException {
    requireReadable();
    flush();
    int rest = limit - position;
    block.slide(position, rest);
    start += position;
    position = 0;
    limit = rest;
    long size = file.size();
    if (behind > 0 && rest == 0 && hint <= ahead / GROWTH && start < size) {
      start -= behind;
      position = behind;
    }
    behind = 0;
    long wanted = Math.max(position + least, Math.max(ahead, hint)) - rest;
    long left = size - start - rest;
    int n = Math.clamp(wanted, 0, Math.clamp(left, 0, block.size() - rest));
    if (n > 0) {
      read(rest, n);
      ahead = (int) Math.min(block.size(), (long) ahead * GROWTH);
    }
    return limit - position;
  }

  /// Where a read fails the window holds nothing, and the pointer stays.
  private void read(int at, int count) throws IOException {
    boolean done = false;
    try {
      block.read(file, start + at, at, count);
      done = true;
    } finally { // also where there is no memory for the transfer
      if (done) {
        limit += count;
      } else {
        start += position;
        position = 0;
      }
    }
  }

  @Override
  public int claim(int count) throws IOException {
    requireWritable();
    if (block.size() - position < count) {
      advance();
    }
    if (dirtyTo > 0 && (position > dirtyTo || position + count < dirtyFrom)) {
      flush();
    }
    int at = position;
    dirtyFrom = dirtyTo == 0 ? at : Math.min(dirtyFrom, at);
    position += count;
    dirtyTo = Math.max(dirtyTo, position);
    limit = Math.max(limit, position);
    return at;
  }

  @Override
  public int room(int least) throws IOException {
    if (block.size() - position < least) {
      advance();
    }
    return block.size() - position;
  }

  @Override
  public void write(byte[] source, int from, int count) throws IOException {
    Objects.checkFromIndexSize(from, count, source.length);
    requireWritable();
    for (int done = 0; done < count; ) {
      int n = Math.min(count - done, room(1));
      int at = claim(n);
      block.put(at, source, from + done, n);
      done += n;
    }
  }

  @Override
  public long written() {
    return pointer();
  }

  @Override
  public void flush() throws IOException {
    requireOpen();
    write(dirtyFrom, dirtyTo);
    clean();
  }

  private void write(int from, int to) throws IOException {
    if (from < to) {
      block.write(file, start + from, from, to - from);
    }
  }

  private void clean() {
    dirtyFrom = 0;
    dirtyTo = 0;
  }

  /// Writes what is left and waits until the device has it. Where that fails the operating system
  /// may forget what it could not write: no later success would mean anything.
  void sync() throws IOException {
    flush();
    try {
      file.sync();
    } catch (IOException e) {
      unsynced = e;
      restart(pointer()); // what is in the buffer is read no more either
      throw e;
    }
  }

  private void advance() throws IOException {
    flush();
    restart(pointer());
  }

  private void restart(long target) {
    start = target;
    position = 0;
    limit = 0;
    behind = 0;
  }

  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    try (file) {
      flush();
    } finally {
      closed = true;
      restart(pointer());
      ElementBlock memory = block;
      block = HeapBlock.EMPTY;
      memory.release();
    }
  }

  boolean isOpen() {
    return !closed;
  }

  void requireOpen() throws IOException {
    if (closed) {
      throw new IOException("stream closed");
    }
    if (unsynced != null) {
      throw new IOException(
          "an earlier sync failed, and what was written before it may be lost: "
              + unsynced.getMessage(),
          unsynced);
    }
  }

  @Override
  public void requireReadable() throws IOException {
    requireOpen();
  }

  @Override
  public void requireWritable() throws IOException {
    requireOpen();
    if (!writable) {
      throw new IOException("the file is open for reading only");
    }
  }
}
