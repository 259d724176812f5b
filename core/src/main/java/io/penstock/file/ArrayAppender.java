package io.penstock.file;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// An array file that grows along its first axis, as a log of time steps does.
///
/// Rows are written behind those that the file has. A `.npy` file tells how many it has in its
/// header, which is written by [#sync()] and [#close()] after the rows are on the device: whoever
/// reads the file, also after a failure of power, finds all rows that its header tells of. Rows of
/// a raw file are there as soon as they are written.
///
/// Safe for any thread; rows of one call stand together. Two appenders of one file overwrite each
/// other's rows.
///
/// ```java
/// try (ArrayAppender log = ArrayAppender.open(Path.of("temperatures.npy"))) {
///   log.append(step);
/// }
/// ```
public final class ArrayAppender extends RowAppender implements Closeable {
  private final Path path;
  private final FileHandle handle;
  private final Transfers transfers;
  private final Format format;
  private final long rowElements;
  private long rows;
  private long toldRows;

  private ArrayAppender(Path path, Format format, FileHandle handle) {
    this.path = path;
    this.format = format;
    this.handle = handle;
    this.transfers = new Transfers(handle, format, path);
    this.rows = format.shape().extent(0);
    this.toldRows = rows;
    this.rowElements = elementsOfRow(format.elementShape());
  }

  /// Opens a `.npy` file to add rows to it.
  ///
  /// @throws java.nio.file.FileSystemException if it is missing, not a regular file, or may not be
  ///   written
  /// @throws FormatException if it is not a whole `.npy` file of numbers, has no first axis that is
  ///   its slowest, or bytes behind the array
  public static ArrayAppender open(Path npy) throws IOException {
    return open(npy, Access.readWrite());
  }

  /// Opens a `.npy` file to add rows to it; see [#open(Path)].
  public static ArrayAppender open(Path npy, Access access) throws IOException {
    return grow(npy, access, null);
  }

  /// Opens a raw file to add rows to it.
  ///
  /// @param format what the file holds at present
  /// @throws java.nio.file.FileSystemException if it is missing, not a regular file, or may not be
  ///   written
  /// @throws FormatException if it is too short for `format`, has bytes behind the array, or no
  ///   first axis that is its slowest
  public static ArrayAppender open(Path file, Raw format, Access access) throws IOException {
    return grow(file, access, format);
  }

  /// @param described what the file holds; null if its header says
  private static ArrayAppender grow(Path file, Access access, @Nullable Raw described)
      throws IOException {
    Access both = access.withMode(OpenMode.READ_WRITE);
    EngineFile engineFile = both.engine().open(file, OpenMode.READ_WRITE);
    boolean opened = false;
    try {
      Format format = described == null ? Opening.header(file, engineFile) : described;
      if (described != null) {
        Opening.requireWhole(file, engineFile.size(), described);
      }
      requireGrowable(file, format, engineFile.size());
      opened = true;
      return new ArrayAppender(file, format, new FileHandle(file, both, engineFile));
    } finally {
      if (!opened) {
        engineFile.close();
      }
    }
  }

  private static void requireGrowable(Path file, Format format, long size) throws FormatException {
    int rank = format.shape().rank();
    if (rank == 0 || (rank > 1 && format.storage() == StorageOrder.COLUMN_MAJOR)) {
      throw new FormatException(
          file.toString(), 0, "the first axis is not the slowest one: no row can be added behind");
    }
    if (elementsOfRow(format.elementShape()) == 0) {
      throw new FormatException(file.toString(), 0, "a row of " + format.shape() + " is empty");
    }
    long end = format.dataOffset() + format.dataBytes();
    if (size > end) {
      throw new FormatException(
          file.toString(),
          end,
          String.format(
              Locale.ROOT,
              "%d bytes follow the array: of another program, or of an append that was ended; cut the file to %d bytes to go on without them",
              size - end,
              end));
    }
  }

  private static long elementsOfRow(Shape shape) {
    long elements = 1;
    for (int axis = 1; axis < shape.rank(); axis++) {
      elements *= shape.extent(axis);
    }
    return elements;
  }

  /// The file's path, as it was given.
  public Path path() {
    return path;
  }

  /// The type of elements in memory.
  @Override
  public ElementType type() {
    return format.type().element();
  }

  /// How many rows there are, those that were added too.
  public synchronized long rows() {
    return rows;
  }

  /// How many elements a row has.
  public long rowElements() {
    return rowElements;
  }

  @Override
  synchronized void add(Object array, long from, long count) throws IOException {
    handle.require(TransferDirection.WRITE);
    ArrayFile.requireRoom(TransferDirection.WRITE, array, type(), from, count);
    if (count % rowElements != 0) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%d elements are no whole number of rows of %d in %s",
              count,
              rowElements,
              path));
    }
    Format grown = withRows(Math.addExact(rows, count / rowElements));
    requireTellable(grown);
    Failures failures = new Failures();
    failures.of(() -> write(array, from, count));
    if (failures.any()) {
      failures.of(this::cut);
    }
    failures.rethrow();
    rows = grown.shape().extent(0);
  }

  private void requireTellable(Format grown) throws FormatException {
    // Another program may spell the header more tersely: its first change is looked at in any case.
    boolean longer = toldRows == rows || digits(grown) > digits(withRows(rows));
    if (longer && grown instanceof Npy npy) {
      try {
        byte[] _ = npy.header();
      } catch (IllegalStateException _) {
        throw new FormatException(
            path.toString(),
            0,
            String.format(
                Locale.ROOT,
                "the header has no room for %d rows; save the array under a new name to go on",
                grown.shape().extent(0)));
      }
    }
  }

  private static int digits(Format format) {
    return Long.toString(format.shape().extent(0)).length();
  }

  private void write(Object array, long from, long count) throws IOException {
    if (count > 0) {
      transfers.range(TransferDirection.WRITE, rows * rowElements, array, from, count);
    }
  }

  /// Takes back what was written of rows that are not complete.
  private void cut() throws IOException {
    handle.enter();
    try {
      long end = format.dataOffset() + withRows(rows).dataBytes();
      if (handle.engineFile().size() > end) {
        handle.engineFile().resize(end);
      }
    } finally {
      handle.leave();
    }
  }

  /// The format with as many rows.
  ///
  /// @throws IllegalArgumentException if the array would end past byte 2^63 - 1
  private Format withRows(long count) {
    long[] extents = format.shape().toArray();
    extents[0] = count;
    Shape shape = Shape.of(extents);
    return switch (format) {
      case Raw raw -> new Raw(raw.type(), raw.order(), shape, raw.storage(), raw.dataOffset());
      case Npy npy ->
          new Npy(npy.type(), npy.order(), shape, npy.storage(), npy.version(), npy.dataOffset());
    };
  }

  /// Returns once all rows added so far are on the device, and told in the header.
  ///
  /// @throws IllegalStateException if this is closed
  /// @throws IOException if that cannot be promised. Then every later call fails too
  public synchronized void sync() throws IOException {
    handle.require(TransferDirection.WRITE);
    handle.sync();
    if (toldRows != rows && withRows(rows) instanceof Npy npy) {
      byte[] header = npy.header();
      handle.enter();
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment bytes = arena.allocate(header.length);
        bytes.copyFrom(MemorySegment.ofArray(header));
        handle.engineFile().write(0, bytes, 0, header.length);
      } finally {
        handle.leave();
      }
      handle.sync();
    }
    toldRows = rows;
  }

  /// Closes the file with all rows that were added: [syncs][#sync()] first. Closing twice does
  /// nothing.
  ///
  /// @throws IOException if the rows cannot be made durable
  @Override
  public synchronized void close() throws IOException {
    if (handle.isClosed()) {
      return;
    }
    Failures failures = new Failures();
    failures.of(this::sync);
    failures.of(handle::close);
    failures.rethrow();
  }
}
