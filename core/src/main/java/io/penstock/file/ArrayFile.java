package io.penstock.file;

import io.penstock.array.ElementType;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;

/// An array in a file, read and written in bulk.
///
/// Elements are those of [#shape()], of type [#type()]; they are counted, never measured in bytes.
/// A range is counted in the order in which elements lie in the file; a selection is moved to or
/// from memory in row-major order, whatever the file's storage order. Memory is a Java array of
/// [#type()], the file's own element type unless it is taken [as another][#as], or a
/// [MemorySegment] that holds such elements in native byte order.
///
/// All methods may be called by any number of threads at once. There is no position to share. Calls
/// that touch different elements do not disturb one another, even inside one block of the device;
/// what a call reads while another one writes it is unspecified. An interrupt does not end a
/// transfer and stays set. [#close()] waits for transfers in progress, which fail at their next
/// step.
///
/// Every transfer is complete or fails; after a failure the part of the target that was moved is
/// unspecified.
///
/// ```java
/// try (ArrayFile file = ArrayFile.create(Path.of("field.npy"), ElementType.DOUBLE, Shape.of(4096, 4096))) {
///   file.write(field);
/// }
/// try (ArrayFile file = ArrayFile.open(Path.of("field.npy"))) {
///   double[] tile = new double[256 * 256];
///   file.read(Hyperslab.at(1024, 512).count(256, 256), tile);
/// }
/// ```
public final class ArrayFile extends ArrayTransfers implements Closeable {
  private final Path path;
  private final Format format;
  private final Shape shape;
  private final FileHandle handle;
  private final Transfers transfers;
  private final Completion completion;

  ArrayFile(Path path, Format format, FileHandle handle, Completion completion) {
    this.path = path;
    this.format = format;
    this.shape = format.elementShape();
    this.handle = handle;
    this.transfers = new Transfers(handle, format, path);
    this.completion = completion;
  }

  private ArrayFile(ArrayFile file, ElementType type) {
    this.path = file.path;
    this.format = file.format;
    this.shape = file.shape;
    this.handle = file.handle;
    this.transfers = file.transfers.as(type);
    this.completion = file.completion;
  }

  /// Opens a `.npy` file for reading.
  ///
  /// @throws java.nio.file.FileSystemException if it is missing, not a regular file, or may not be
  ///   read
  /// @throws FormatException if it is not a whole `.npy` file of numbers
  public static ArrayFile open(Path npy) throws IOException {
    return open(npy, Access.read());
  }

  /// Opens a `.npy` file.
  ///
  /// @throws java.nio.file.FileSystemException if it is missing, not a regular file, or may not be
  ///   used so
  /// @throws FormatException if it is not a whole `.npy` file of numbers
  public static ArrayFile open(Path npy, Access access) throws IOException {
    return Opening.npy(npy, access);
  }

  /// Opens a raw file for reading.
  ///
  /// @param format what the file holds; it does not say so itself
  /// @throws java.nio.file.FileSystemException if it is missing, not a regular file, or may not be
  ///   read
  /// @throws FormatException if it is too short for `format`
  public static ArrayFile open(Path file, Raw format) throws IOException {
    return open(file, format, Access.read());
  }

  /// Opens a raw file.
  ///
  /// @param format what the file holds; it does not say so itself
  /// @throws java.nio.file.FileSystemException if it is missing, not a regular file, or may not be
  ///   used so
  /// @throws FormatException if it is too short for `format`
  public static ArrayFile open(Path file, Raw format, Access access) throws IOException {
    return Opening.raw(file, format, access);
  }

  /// Opens a raw file for reading as all the numbers that it has.
  ///
  /// @throws java.nio.file.FileSystemException if it is missing, not a regular file, or may not be
  ///   read
  /// @throws FormatException if its size is no multiple of an element's, or the file tells none
  public static ArrayFile open(Path file, ElementType type, ByteOrder order) throws IOException {
    return open(file, type, order, Access.read());
  }

  /// Opens a raw file as all the numbers that it has at this moment.
  ///
  /// @throws java.nio.file.FileSystemException if it is missing, not a regular file, or may not be
  ///   used so
  /// @throws FormatException if its size is no multiple of an element's, or the file tells none
  public static ArrayFile open(Path file, ElementType type, ByteOrder order, Access access)
      throws IOException {
    return Opening.whole(file, type, order, access);
  }

  /// Creates a row-major `.npy` file in native byte order. It appears under its name, durably and
  /// in place of an older file, when it is closed and complete: see [#close()].
  ///
  /// @throws java.nio.file.FileSystemException if the folder is missing or may not be written
  /// @throws IOException if there is no room for the array
  public static ArrayFile create(Path npy, ElementType type, Shape shape) throws IOException {
    return create(npy, Npy.of(type, shape), Creation.whenComplete());
  }

  /// Creates a file.
  ///
  /// @throws java.nio.file.FileAlreadyExistsException if the file is to appear at once and there is
  ///   one
  /// @throws java.nio.file.FileSystemException if the folder is missing or may not be written
  /// @throws IOException if there is no room for the array
  public static ArrayFile create(Path file, Format format, Creation creation) throws IOException {
    return Opening.create(file, format, creation);
  }

  /// The file's path, as it was given.
  public Path path() {
    return path;
  }

  /// How the array lies in the file.
  public Format format() {
    return format;
  }

  /// What may be done with it.
  public OpenMode mode() {
    return handle.access().mode();
  }

  @Override
  public ElementType type() {
    return transfers.type();
  }

  /// This open file with elements of another type in memory: a file of `float64` is read into
  /// `float[]`, one of `int16` into `double[]`, and written from them. It is the same file, and
  /// closed with this one; its own [#type()] gives the file as it is.
  ///
  /// Each number keeps its value, unsigned ones too (`uint8` is 0 to 255 in a `short[]`), as far as
  /// the other type has it. What is lost is precision alone: a number is rounded to the nearest of
  /// a floating-point type, and towards zero to a whole one. A number that the other type has not
  /// got fails the transfer: a whole number beyond its range, NaN or infinity for a whole number, a
  /// finite number that would become infinite. Reading throws a [FormatException] then, which names
  /// the element, counted in storage order, and writing an [ArithmeticException], which names the
  /// index in memory; nothing of a chunk that holds such a number is written. A `bool` is 0 or 1,
  /// and written as 1 from anything but 0.
  ///
  /// @param type `byte`, `short`, `int` and `long` are signed, `char` is 0 to 65535
  public ArrayFile as(ElementType type) {
    return type == type() ? this : new ArrayFile(this, type);
  }

  /// The extents in elements; complex numbers add an axis of 2.
  public Shape shape() {
    return shape;
  }

  /// Which engine moves this file, in what way and why, in one line; and the user's profile where
  /// that has chosen it.
  public String explain() throws IOException {
    return handle.explain();
  }

  /// What this is, in one line.
  @Override
  public String toString() {
    return "array file "
        + path
        + " of "
        + format.type().label()
        + ", "
        + shape
        + handle.described();
  }

  @Override
  void whole(TransferDirection direction, Object memory) throws IOException {
    if (format.storage() == StorageOrder.ROW_MAJOR) {
      range(direction, 0, memory, 0, shape.size());
    } else {
      selected(direction, Plan.everything(shape), memory, 0);
    }
  }

  @Override
  void range(TransferDirection direction, long first, Object memory, long at, long count)
      throws IOException {
    handle.require(direction);
    requireRoom(direction, memory, type(), at, count);
    requireElements(first, count);
    if (count > 0) {
      completion.begin(direction);
      transfers.range(direction, first, memory, at, count);
      completion.end(direction, count);
    }
  }

  private void requireElements(long first, long count) {
    if (first < 0 || first > shape.size() - count) {
      throw new IndexOutOfBoundsException(
          String.format(
              Locale.ROOT,
              "%d elements from element %d on are not all in %s, which has %d",
              count,
              first,
              path,
              shape.size()));
    }
  }

  @Override
  void gathered(long[] firsts, int each, Object memory) throws IOException {
    handle.require(TransferDirection.READ);
    if (each < 0) {
      throw new IllegalArgumentException("each " + each + " must not be negative");
    }
    long count = (long) firsts.length * each;
    requireRoom(TransferDirection.READ, memory, type(), 0, count);
    for (long first : firsts) {
      requireElements(first, each);
    }
    if (count > 0) {
      transfers.gather(firsts, each, memory);
    }
  }

  @Override
  void selected(TransferDirection direction, Selection selection, Object memory, long at)
      throws IOException {
    handle.require(direction);
    selection.requireWithin(shape);
    long count = selection.size();
    requireRoom(direction, memory, type(), at, count);
    if (count > 0) {
      completion.begin(direction);
      transfers.selected(direction, shape, selection, memory, at);
      completion.end(direction, count);
    }
  }

  @Override
  void framed(
      TransferDirection direction,
      Selection selection,
      Object memory,
      Shape memoryShape,
      Selection places)
      throws IOException {
    handle.require(direction);
    selection.requireWithin(shape);
    places.requireWithin(memoryShape);
    if (!selection.shape().equals(places.shape())) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "a selection of %s does not match places of %s",
              selection.shape(),
              places.shape()));
    }
    requireRoom(direction, memory, type(), 0, memoryShape.size());
    if (selection.size() > 0) {
      completion.begin(direction);
      boolean pairs = format.type().components() == 2;
      Plan plan = Plan.framed(shape, format.storage(), pairs, selection, memoryShape, places);
      transfers.run(direction, plan, memory);
      completion.end(direction, selection.size());
    }
  }

  /// Maps the whole array to memory; see [#map(long, long, Arena)].
  public MemorySegment map(Arena arena) throws IOException {
    return map(0, shape.size(), arena);
  }

  /// Maps `count` elements from element `first` on to memory, in storage order and of any length.
  ///
  /// The segment is the file's own bytes: in the order of [Format#order()], not converted, and
  /// aligned only as they are in the file. What others write shows in it. It lasts until `arena`
  /// ends, whatever becomes of this object.
  ///
  /// Where the file is open for reading and writing, stores go to the file, and [#sync()] makes
  /// them durable; in a file that is to appear when complete they do not count as written, see
  /// [#complete()]. The segment is read-only where the file is open for reading alone, and wherever
  /// the system's own calls are not at hand: without native access, on a system that is neither
  /// Linux nor macOS.
  ///
  /// An access to a page that is gone, because the file was cut short since, or the device fails or
  /// has no room for what is stored to a hole, is the JVM's [InternalError], there or a little
  /// later; in native code it ends the process, and so it may in a loop that the compiler made
  /// vector instructions of. Of files that others may cut, bulk copies out of the segment are safe
  /// ([MemorySegment#copy]). A page that is not cached holds up the JVM's safepoints while it is
  /// read in: [#advise] reads ahead.
  ///
  /// @param arena that the mapping ends with, of any kind
  /// @throws IndexOutOfBoundsException if the elements are not all in the file
  /// @throws IllegalStateException if the file is closed or open for writing only, or the arena has
  ///   ended
  /// @throws TransferException if the file ends early, the system refuses, or the bytes cannot be
  ///   mapped, because they are packed or belong to a file system that maps none
  public MemorySegment map(long first, long count, Arena arena) throws IOException {
    handle.require(TransferDirection.READ);
    Objects.checkFromIndexSize(first, count, shape.size());
    int width = format.type().bytes();
    return handle.map(format.dataOffset() + first * width, count * width, arena);
  }

  /// Tells the kernel how a range of elements is going to be used, also by what is mapped of it:
  /// [Advice#WILL_NEED] begins to read it ahead. Advice changes how fast things go and nothing
  /// else; where the system takes none nothing happens.
  ///
  /// @throws IndexOutOfBoundsException if the elements are not all in the file
  /// @throws IllegalStateException if the file is closed
  public void advise(long first, long count, Advice advice) throws IOException {
    Objects.checkFromIndexSize(first, count, shape.size());
    int width = format.type().bytes();
    handle.advise(format.dataOffset() + first * width, count * width, advice);
  }

  /// Returns once everything written so far is on the device, as fsync(2) defines it.
  ///
  /// @throws IOException if that cannot be promised. Then what was written since the last sync may
  ///   be lost, and every later call fails too: the way out is to write the data again to a new
  ///   file
  public void sync() throws IOException {
    handle.require(TransferDirection.WRITE);
    handle.sync();
  }

  /// Declares a file complete that is being created, although some elements were never written:
  /// they read as zero.
  ///
  /// @throws IllegalStateException if the file was not created by this object, or appeared at once
  public void complete() {
    completion.declare();
  }

  /// Waits for transfers in progress and closes the file.
  ///
  /// A file that was to appear when complete appears now: if as many elements were written as it
  /// has (each time counts), or [#complete()] was called, and nothing failed. Otherwise its
  /// temporary file is removed and an older file of the same name stays as it is. Closing twice
  /// does nothing.
  ///
  /// @throws IOException if the file was created but is not complete, or cannot be made durable; it
  ///   has not appeared then, unless the message says that it was created
  @Override
  public void close() throws IOException {
    completion.close();
  }

  /// How many elements of `type` an array or segment holds.
  ///
  /// @throws IllegalArgumentException if it is neither, or an array of another type, or a segment
  ///   that holds no whole number
  static long capacity(Object memory, ElementType type) {
    if (memory instanceof MemorySegment segment) {
      return type.elementsIn(segment);
    }
    if (memory.getClass() != type.arrayClass()) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "the file holds %s elements, a %s cannot take or give them; use a %s or a MemorySegment, or convert by ArrayFile.as",
              type,
              memory.getClass().getSimpleName(),
              type.arrayClass().getSimpleName()));
    }
    return Array.getLength(memory);
  }

  /// Checks that `count` elements from `from` on lie inside, and may be filled if they are read.
  ///
  /// @throws IllegalArgumentException as [#capacity] does, or if a read-only segment is to be
  ///   filled
  /// @throws IndexOutOfBoundsException if they do not lie inside
  static void requireRoom(
      TransferDirection direction, Object memory, ElementType type, long from, long count) {
    if (direction == TransferDirection.READ
        && memory instanceof MemorySegment segment
        && segment.isReadOnly()) {
      throw new IllegalArgumentException("a read-only segment cannot be read into");
    }
    long capacity = capacity(memory, type);
    if (from < 0 || count < 0 || from > capacity - count) {
      throw new IndexOutOfBoundsException(
          String.format(
              Locale.ROOT,
              "%d elements from index %d on do not fit in memory of %d elements",
              count,
              from,
              capacity));
    }
  }
}
