package io.penstock.collective;

import io.penstock.array.ElementType;
import io.penstock.array.Hyperslab;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.file.Access;
import io.penstock.file.Creation;
import io.penstock.file.Format;
import io.penstock.file.Npy;
import io.penstock.file.OpenMode;
import io.penstock.file.Raw;
import io.penstock.memory.Confinement;
import io.penstock.message.CollectiveMismatchException;
import io.penstock.message.Communicator;
import io.penstock.message.MessageException;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/// An array file that the ranks of a communicator have open together.
///
/// Operations whose name ends in `All` or `Ordered`, [#resize], [#preallocate], [#sync],
/// [#seekShared], [#close], opening and creating are **collective**: all ranks call the same, in
/// the same order. Where one rank fails in them, all do, and all know why. Others are
/// **independent**: a rank calls them for itself.
///
/// **Data** is memory that the caller owns: an array of the file's element type, or a segment of
/// such elements, with at least as many as are moved; [io.penstock.message.Elements], some of them;
/// a [io.penstock.memory.Lease]; or a [Tile], some places of a larger array. Selections are those
/// of [io.penstock.file.ArrayFile]; elements are moved to or from memory in row-major order.
///
/// **Going on beside the program**: operations whose name begins with `i` return at once. The
/// collective ones among them are what MPI calls split collectives too: the start is the one half,
/// [Pending#await] the other. They are carried out in the order in which they were started; other
/// collective operations wait for them.
///
/// **The shared position** counts elements in storage order and belongs to all ranks. A
/// [#writeShared] takes the next place whoever calls it; a [#writeOrdered] gives the ranks theirs
/// one after the other.
///
/// **Errors**: a collective operation throws [SharedFileException] at all ranks where it failed at
/// one: on its device, or because its arguments were refused. It throws
/// [CollectiveMismatchException] at all ranks where they call different operations or their
/// arguments do not agree; then only [#close] is left, which each does for itself. Beside these,
/// those of the communicator. Independent operations throw as [io.penstock.file.ArrayFile]'s do.
///
/// **Threads**: independent operations may be called by any number of threads, collective ones by
/// one at a time.
///
/// ```java
/// try (Communicator world = Communicator.world(); SharedArrayFile file = SharedArrayFile.open(world, path, OpenMode.WRITE)) {
///   file.writeAll(Distribution.blocks(file.shape(), world.size()).of(world.rank()), mine);
/// }
/// ```
public final class SharedArrayFile implements Closeable {
  private final Accord accord;
  private final Path path;
  private final Access access;
  private final Hints hints;
  private final Optional<Draft> draft;
  private final Sidecar sidecar;
  private final SharedPosition position;
  private final Progress progress = new Progress();
  private final Moving moving;
  private final Courier courier = new Courier();
  private volatile Opened opened;
  private volatile boolean outOfStep;
  private volatile boolean closed;

  /// @param access the mode is what the program may do
  SharedArrayFile(
      Accord accord,
      Path path,
      Opened opened,
      Access access,
      Hints hints,
      Optional<Draft> draft,
      Sidecar sidecar) {
    this.accord = accord;
    this.path = path;
    this.opened = opened;
    this.access = access;
    this.hints = hints;
    this.draft = draft;
    this.sidecar = sidecar;
    this.position = new SharedPosition(accord, sidecar);
    this.moving = new Moving(path, accord, hints, sidecar, progress);
  }

  // ---- opening and creating --------------------------------------------------------------------

  /// Opens a `.npy` file. Collective.
  ///
  /// @param world the ranks; the file uses a duplicate of it
  /// @throws SharedFileException if a rank cannot open it, or finds another file
  /// @throws CollectiveMismatchException if ranks name different files or modes
  public static SharedArrayFile open(Communicator world, Path npy, OpenMode mode)
      throws IOException {
    return open(world, npy, shared(world, mode), Hints.defaults());
  }

  /// Opens a `.npy` file; see [#open(Communicator, Path, OpenMode)].
  public static SharedArrayFile open(Communicator world, Path npy, Access access, Hints hints)
      throws IOException {
    return SharedOpening.open(world, npy, Optional.empty(), access, hints);
  }

  /// Opens a raw file; see [#open(Communicator, Path, OpenMode)].
  ///
  /// @param format what the file holds; it does not say so itself
  public static SharedArrayFile open(Communicator world, Path file, Raw format, OpenMode mode)
      throws IOException {
    return open(world, file, format, shared(world, mode), Hints.defaults());
  }

  /// Opens a raw file; see [#open(Communicator, Path, OpenMode)].
  ///
  /// @param format what the file holds; it does not say so itself
  public static SharedArrayFile open(
      Communicator world, Path file, Raw format, Access access, Hints hints) throws IOException {
    return SharedOpening.open(world, file, Optional.of(format), access, hints);
  }

  /// Creates a row-major `.npy` file in native byte order. It appears under its name, durably and
  /// in place of an older file, when it is closed and complete: see [#close]. Collective.
  ///
  /// @param world the ranks; the file uses a duplicate of it
  /// @throws SharedFileException if rank 0 cannot make it, or another rank does not find it
  /// @throws CollectiveMismatchException if ranks name different files, types or shapes
  public static SharedArrayFile create(Communicator world, Path npy, ElementType type, Shape shape)
      throws IOException {
    Creation creation = Creation.whenComplete().withAccess(shared(world, OpenMode.READ_WRITE));
    return create(world, npy, Npy.of(type, shape), creation, Hints.defaults());
  }

  /// Creates a file; see [#create(Communicator, Path, ElementType, Shape)].
  public static SharedArrayFile create(
      Communicator world, Path file, Format format, Creation creation, Hints hints)
      throws IOException {
    return SharedOpening.create(world, file, format, creation, hints);
  }

  /// This machine's defaults, with its threads shared among the ranks.
  private static Access shared(Communicator world, OpenMode mode) {
    Access all = Access.read().withMode(mode);
    return all.withThreads(Math.max(1, all.readThreads() / world.size()));
  }

  // ---- what it is ------------------------------------------------------------------------------

  /// The file's path, as it was given.
  public Path path() {
    return path;
  }

  /// How the array lies in the file.
  public Format format() {
    return opened.array().format();
  }

  /// The type of elements in memory.
  public ElementType type() {
    return opened.array().type();
  }

  /// The extents in elements; complex numbers add an axis of 2.
  public Shape shape() {
    return opened.array().shape();
  }

  /// The size of the file at this moment, in bytes, with its header.
  ///
  /// @throws IOException if it cannot be found out
  public long bytes() throws IOException {
    requireUsable();
    return Files.size(opened.array().path());
  }

  /// Which engine moves this file, in what way and why, in one line.
  ///
  /// @throws IOException if the file was given up after a failed sync
  public String explain() throws IOException {
    requireUsable();
    return opened.together().explain() + "; " + opened.array().explain();
  }

  // ---- independent -----------------------------------------------------------------------------

  /// Reads selected elements. Independent.
  ///
  /// @throws IllegalArgumentException if `data` does not go with the file, or the ranks of arrays
  ///   differ
  /// @throws IndexOutOfBoundsException if the selection leaves the file, or `data` is too short
  /// @throws IOException if the file ends early or the device fails
  public void read(Selection selection, Object data) throws IOException {
    alone(Direction.READ, part(Direction.READ, selection, data));
  }

  /// Writes selected elements; no other byte of the file is touched. Independent. The errors are
  /// those of [#read].
  public void write(Selection selection, Object data) throws IOException {
    alone(Direction.WRITE, part(Direction.WRITE, selection, data));
  }

  /// Reads as many elements as `data` has from element `first` on, in storage order. Independent.
  /// The errors are those of [#read].
  public void readAt(long first, Object data) throws IOException {
    alone(Direction.READ, range(Direction.READ, first, data));
  }

  /// Writes as many elements as `data` has from element `first` on, in storage order. Independent.
  /// The errors are those of [#read].
  public void writeAt(long first, Object data) throws IOException {
    alone(Direction.WRITE, range(Direction.WRITE, first, data));
  }

  /// Starts a [#read].
  ///
  /// @throws IllegalArgumentException if `data` belongs to the calling thread alone, or as [#read]
  public Pending iread(Selection selection, Object data) {
    Part part = free(part(Direction.READ, selection, data));
    return courier.beside(() -> alone(Direction.READ, part));
  }

  /// Starts a [#write].
  ///
  /// @throws IllegalArgumentException if `data` belongs to the calling thread alone, or as [#read]
  public Pending iwrite(Selection selection, Object data) {
    Part part = free(part(Direction.WRITE, selection, data));
    return courier.beside(() -> alone(Direction.WRITE, part));
  }

  private void alone(Direction direction, Part part) throws IOException {
    moving.alone(opened.together(), direction, part);
  }

  // ---- collective ------------------------------------------------------------------------------

  /// Reads what each rank selects. Collective; a rank may select nothing.
  ///
  /// @throws SharedFileException if it failed at a rank: its arguments were refused, as by [#read],
  ///   the file ends early or the device fails
  public void readAll(Selection selection, Object data) throws IOException {
    courier.settle();
    all(Operation.READ_ALL, Direction.READ, Wanted.of(() -> part(Direction.READ, selection, data)));
  }

  /// Writes what each rank selects. Collective; a rank may select nothing. What becomes of elements
  /// that several select, and of those between them, is in the [Hints].
  ///
  /// @throws SharedFileException if it failed at a rank: its arguments were refused, as by [#read],
  ///   the device is full or fails
  /// @throws IllegalArgumentException if ranks select elements in common and that is refused
  public void writeAll(Selection selection, Object data) throws IOException {
    courier.settle();
    all(
        Operation.WRITE_ALL,
        Direction.WRITE,
        Wanted.of(() -> part(Direction.WRITE, selection, data)));
  }

  /// Reads as many elements as each rank's `data` has from its element `first` on, in storage
  /// order. Collective. The errors are those of [#readAll].
  public void readAtAll(long first, Object data) throws IOException {
    courier.settle();
    all(Operation.READ_AT_ALL, Direction.READ, Wanted.of(() -> range(Direction.READ, first, data)));
  }

  /// Writes as many elements as each rank's `data` has from its element `first` on, in storage
  /// order. Collective. The errors are those of [#writeAll].
  public void writeAtAll(long first, Object data) throws IOException {
    courier.settle();
    all(
        Operation.WRITE_AT_ALL,
        Direction.WRITE,
        Wanted.of(() -> range(Direction.WRITE, first, data)));
  }

  /// Starts a [#readAll]. Collective. Memory that belongs to the calling thread alone is refused,
  /// at all ranks.
  public Pending ireadAll(Selection selection, Object data) {
    Wanted<Part> part = Wanted.of(() -> free(part(Direction.READ, selection, data)));
    return courier.inOrder(() -> all(Operation.READ_ALL, Direction.READ, part));
  }

  /// Starts a [#writeAll]. Collective. Memory that belongs to the calling thread alone is refused,
  /// at all ranks.
  public Pending iwriteAll(Selection selection, Object data) {
    Wanted<Part> part = Wanted.of(() -> free(part(Direction.WRITE, selection, data)));
    return courier.inOrder(() -> all(Operation.WRITE_ALL, Direction.WRITE, part));
  }

  private void all(Operation operation, Direction direction, Wanted<Part> wanted)
      throws IOException {
    inStep(
        () -> {
          Call call =
              wanted
                  .value()
                  .map(part -> Call.of(operation, part.selection()))
                  .orElse(Call.objecting(operation));
          List<Call> calls = accord.calls(call, axes(), wanted.objection());
          Part mine = wanted.value().orElseThrow();
          Pattern pattern =
              Pattern.of(direction, mine.view(), calls.stream().map(Call::selection).toList());
          moving.together(opened.together(), direction, mine, pattern);
        });
  }

  // ---- the shared position ---------------------------------------------------------------------

  /// Reads as many elements as `data` has from the shared position on, which moves behind them.
  /// Independent: of ranks that call this at once, each gets others.
  ///
  /// @return the first element, in storage order
  /// @throws IndexOutOfBoundsException if there are not so many left; the position stays
  /// @throws IOException as [#read] does, or if the position cannot be read
  public long readShared(Object data) throws IOException {
    return next(Direction.READ, data);
  }

  /// Writes as many elements as `data` has from the shared position on, which moves behind them.
  /// Independent: of ranks that call this at once, each has its own place.
  ///
  /// @return the first element, in storage order
  /// @throws IndexOutOfBoundsException if there is no room for so many; the position stays
  /// @throws IOException as [#read] does, or if the position cannot be read
  public long writeShared(Object data) throws IOException {
    return next(Direction.WRITE, data);
  }

  private long next(Direction direction, Object data) throws IOException {
    long count = range(direction, 0, data).count();
    long first = sidecar.advance(count, shape().size());
    alone(direction, range(direction, first, data));
    return first;
  }

  /// Reads from the shared position on, each rank as many elements as its `data` has, in the order
  /// of ranks; the position moves behind them all. Collective.
  ///
  /// @return this rank's first element, in storage order
  /// @throws SharedFileException if it failed at a rank; if there are not so many left, the
  ///   position stays
  public long readOrdered(Object data) throws IOException {
    return ordered(Operation.READ_ORDERED, Direction.READ, data);
  }

  /// Writes from the shared position on, each rank as many elements as its `data` has, in the order
  /// of ranks; the position moves behind them all. Collective.
  ///
  /// @return this rank's first element, in storage order
  /// @throws SharedFileException if it failed at a rank; if there is no room for so many, the
  ///   position stays
  public long writeOrdered(Object data) throws IOException {
    return ordered(Operation.WRITE_ORDERED, Direction.WRITE, data);
  }

  private long ordered(Operation operation, Direction direction, Object data) throws IOException {
    courier.settle();
    long[] first = new long[1];
    inStep(
        () -> {
          Wanted<Part> wanted = Wanted.of(() -> range(direction, 0, data));
          Call call =
              wanted
                  .value()
                  .map(part -> Call.of(operation, part.count(), 0))
                  .orElse(Call.objecting(operation));
          List<Call> calls = accord.calls(call, axes(), wanted.objection());
          long[] starts = position.advance(calls, shape().size());
          first[0] = starts[accord.ranks().rank()];
          List<Selection> selections =
              IntStream.range(0, calls.size())
                  .<Selection>mapToObj(
                      rank -> Hyperslab.at(starts[rank]).count(calls.get(rank).number()))
                  .toList();
          Part mine = range(direction, first[0], data);
          Pattern pattern = Pattern.of(direction, mine.view(), selections);
          moving.together(opened.together(), direction, mine, pattern);
        });
    return first[0];
  }

  /// Sets the shared position. Collective.
  ///
  /// @param element in storage order, the same at all ranks
  /// @throws SharedFileException if it is not 0 to the number of elements, or cannot be written
  public void seekShared(long element) throws IOException {
    courier.settle();
    inStep(
        () -> {
          Wanted<Call> wanted = Wanted.of(() -> Call.of(Operation.SEEK_SHARED, inside(element), 0));
          List<Call> calls =
              accord.calls(
                  wanted.value().orElse(Call.objecting(Operation.SEEK_SHARED)),
                  axes(),
                  wanted.objection());
          requireAlike(calls, "positions");
          position.seek(element);
        });
  }

  private long inside(long element) {
    requireUsable();
    if (element < 0 || element > shape().size()) {
      throw new IndexOutOfBoundsException(
          String.format(
              Locale.ROOT, "element %d of %s, which has %d", element, path, shape().size()));
    }
    return element;
  }

  /// The shared position at this moment: an element in storage order. Independent.
  ///
  /// @throws IOException if it cannot be read
  public long sharedPosition() throws IOException {
    requireUsable();
    return sidecar.position();
  }

  // ---- the file as a whole ---------------------------------------------------------------------

  /// Changes the extent of the slowest axis: the first in row-major files, the last in column-major
  /// ones. What the file has keeps its place, what is new reads as zero. Collective; no rank may
  /// use the file meanwhile.
  ///
  /// @param shape in elements, the same at all ranks
  /// @throws SharedFileException if more than the slowest axis would change, the file is open for
  ///   reading only, its header has no room, or the device fails
  public void resize(Shape shape) throws IOException {
    courier.settle();
    inStep(
        () -> {
          Wanted<Format> wanted = Wanted.of(() -> resized(shape));
          Call call =
              wanted.objection().isPresent()
                  ? Call.objecting(Operation.RESIZE)
                  : Call.of(Operation.RESIZE, Hyperslab.all(shape));
          requireAlike(accord.calls(call, axes(), wanted.objection()), "shapes");
          resize(wanted.value().orElseThrow());
        });
  }

  private Format resized(Shape shape) {
    requireMode(Direction.WRITE);
    return Resizing.resized(format(), shape);
  }

  private void resize(Format now) throws IOException {
    Path file = opened.array().path();
    accord.settle(
        accord.isRoot() ? Outcome.of(() -> Resizing.resize(file, access, now)) : new Outcome());
    accord.settle(opened.close());
    Optional<Raw> raw =
        now instanceof Raw description ? Optional.of(description) : Optional.empty();
    opened = SharedOpening.join(accord, file, raw, access, hints);
  }

  /// Makes sure that the device has room for the whole array. Collective.
  ///
  /// @throws SharedFileException if it has not, or the file is open for reading only
  public void preallocate() throws IOException {
    courier.settle();
    writing(
        Operation.PREALLOCATE,
        () -> {
          if (accord.isRoot()) {
            Resizing.reserve(opened.array().path(), access, format());
          }
        });
  }

  /// Returns once everything that any rank has written is on the device, as fsync(2) defines it,
  /// and is found by reads of all ranks. Collective.
  ///
  /// @throws SharedFileException if that cannot be promised. Then what was written may be lost, and
  ///   every later call fails at the rank where it was: the way out is to write to a new file
  public void sync() throws IOException {
    courier.settle();
    writing(Operation.SYNC, () -> opened.sync());
  }

  private void writing(Operation operation, Outcome.Step step) throws IOException {
    inStep(
        () -> {
          Wanted<Call> wanted =
              Wanted.of(
                  () -> {
                    requireMode(Direction.WRITE);
                    return Call.of(operation, 0, 0);
                  });
          List<Call> _ =
              accord.calls(
                  wanted.value().orElse(Call.objecting(operation)), axes(), wanted.objection());
          accord.settle(Outcome.of(step));
        });
  }

  /// Declares a file complete that is being created, although some elements were never written:
  /// they read as zero. One rank suffices. Independent.
  ///
  /// @throws IllegalStateException if the file was not created so that it appears when complete
  public void complete() {
    if (draft.isEmpty() || !draft.get().appearsLater()) {
      throw new IllegalStateException("only a file that appears when complete can be declared so");
    }
    progress.declare();
  }

  /// Waits for operations that go on, and closes the file at all ranks. Collective.
  ///
  /// A file that was to appear when complete appears now, durably: if all ranks together have
  /// written as many elements as it has (each time counts), or one has called [#complete], and
  /// nothing failed at any. Otherwise its temporary file is removed and an older file of the same
  /// name stays as it is. Closing twice does nothing.
  ///
  /// @throws IOException if the file was created but is not complete, or cannot be made durable; it
  ///   has not appeared then, unless the message says that it was created
  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    courier.close();
    closed = true;
    Closing closing = new Closing(accord, path, opened, draft, sidecar);
    try {
      if (outOfStep) {
        closing.alone().rethrow();
      } else {
        closing.together(progress);
      }
    } finally {
      accord.ranks().close();
    }
  }

  // ---- common to all ---------------------------------------------------------------------------

  private int axes() {
    return shape().rank();
  }

  private Part part(Direction direction, Selection selection, Object data) {
    requireMode(direction);
    return Data.of(data, type()).part(direction, opened.view(), selection, type());
  }

  private Part range(Direction direction, long first, Object data) {
    requireMode(direction);
    Data memory = Data.of(data, type());
    Selection selection = Hyperslab.at(first).count(memory.room());
    return memory.part(direction, View.flat(format()), selection, type());
  }

  /// A part that another thread may move.
  private static Part free(Part part) {
    if (part.memory() instanceof MemorySegment segment && Confinement.confines(segment)) {
      throw new IllegalArgumentException(
          "memory that is confined to a thread cannot be used beside it: take a shared arena or an array");
    }
    return part;
  }

  private void requireUsable() {
    if (closed) {
      throw new IllegalStateException(path + " is closed");
    }
  }

  private void requireMode(Direction direction) {
    requireUsable();
    OpenMode mode = access.mode();
    if (direction == Direction.READ ? !mode.reads() : !mode.writes()) {
      throw new IllegalStateException(
          String.format(
              Locale.ROOT,
              "%s is open for %s only; open it with OpenMode.READ_WRITE",
              path,
              mode == OpenMode.READ ? "reading" : "writing"));
    }
  }

  private void requireAlike(List<Call> calls, String what) {
    for (int rank = 1; rank < calls.size(); rank++) {
      if (!calls.get(rank).equals(calls.getFirst())) {
        throw new CollectiveMismatchException(
            String.format(
                Locale.ROOT,
                "%s: rank %d gives %s other %s than rank 0",
                path,
                rank,
                calls.getFirst().operation(),
                what));
      }
    }
  }

  /// Carries out an operation of all ranks. If they turn out not to be in the same one, there is no
  /// way to get them together again.
  private void inStep(Outcome.Step step) throws IOException {
    requireUsable();
    if (outOfStep) {
      throw new IllegalStateException(
          path + ": the ranks have fallen out of step earlier; close the file");
    }
    try {
      step.take();
    } catch (MessageException e) {
      outOfStep = true;
      throw e;
    }
  }
}
