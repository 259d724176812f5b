package io.penstock.collective;

import static io.penstock.collective.Agreement.CollectiveCall.PREALLOCATE;
import static io.penstock.collective.Agreement.CollectiveCall.RESIZE;
import static io.penstock.collective.Agreement.CollectiveCall.SEEK_SHARED;
import static io.penstock.collective.Agreement.CollectiveCall.SYNC;

import io.penstock.array.ElementType;
import io.penstock.array.Hyperslab;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.collective.Agreement.Arguments;
import io.penstock.collective.Agreement.CollectiveCall;
import io.penstock.file.Access;
import io.penstock.file.Creation;
import io.penstock.file.Format;
import io.penstock.file.Npy;
import io.penstock.file.OpenMode;
import io.penstock.file.Raw;
import io.penstock.message.CollectiveMismatchException;
import io.penstock.message.Communicator;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;

/// An array file that the ranks of a communicator have open together.
///
/// Operations whose name ends in `All` or `Ordered`, [#resize], [#preallocate], [#sync],
/// [#seekShared], [#close], opening and creating are **collective**: all ranks call the same, in
/// the same order. Where one rank fails, all do, with the same message. The others are
/// **independent**: a rank calls them for itself.
///
/// **Data** is memory that the caller owns: an array of the file's element type, or a segment of
/// such elements, with at least as many as are moved; [io.penstock.array.Elements], some of them; a
/// [io.penstock.memory.Lease]; or a [io.penstock.array.Tile], some places of a larger array.
/// Selections are those of [io.penstock.file.ArrayFile]; elements are moved to or from memory in
/// row-major order.
///
/// **Nonblocking** operations, whose name begins with `i`, return at once; [Pending#await]
/// completes them. The collective ones among them run in the order in which they were started;
/// other collective operations wait for them.
///
/// **The shared position** (MPI's shared file pointer) counts elements in storage order and belongs
/// to all ranks. A [#writeShared(double[])] takes the next place, at any rank; a
/// [#writeOrdered(double[])] assigns the places in the order of ranks.
///
/// **Errors**: a collective operation throws [SharedFileException] at all ranks where it failed at
/// one: on its device, or because its arguments were refused. It throws
/// [CollectiveMismatchException] at all ranks where they call different operations or their
/// arguments do not agree; then only [#close] is left, which each calls for itself. It also throws
/// the exceptions of the communicator. Independent operations throw as
/// [io.penstock.file.ArrayFile]'s do.
///
/// **Threads**: independent operations may be called by any number of threads, collective ones by
/// one at a time.
///
/// ```java
/// try (Communicator world = Communicator.world(); SharedArrayFile file =
/// SharedArrayFile.open(world, path, OpenMode.WRITE)) {
/// file.writeAll(Distribution.blocks(file.shape(), world.size()).of(world.rank()), mine); }
/// ```
public final class SharedArrayFile extends SharedTransfers implements Closeable {
  private final Agreement agreement;
  private final Path path;
  private final Access access;
  private final Hints hints;
  private final SharedCompletion completion;
  private final SharedPointerFile pointerFile;
  private final DataAccess transfers;
  private final NonblockingCalls nonblocking = new NonblockingCalls();
  private volatile OpenSharedFile opened;
  private volatile boolean closed;

  /// @param access the mode is what the program may do
  SharedArrayFile(
      Agreement agreement,
      Path path,
      OpenSharedFile opened,
      Access access,
      Hints hints,
      SharedCompletion completion,
      SharedPointerFile pointerFile) {
    this.agreement = agreement;
    this.path = path;
    this.opened = opened;
    this.access = access;
    this.hints = hints;
    this.completion = completion;
    this.pointerFile = pointerFile;
    this.transfers = new DataAccess(path, agreement, hints, pointerFile, completion);
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
    return OpenSharedFile.open(world, npy, null, null, access, hints);
  }

  /// Opens a raw file; see [#open(Communicator, Path, OpenMode)].
  ///
  /// @param format the contents of the file, which does not describe itself
  public static SharedArrayFile open(Communicator world, Path file, Raw format, OpenMode mode)
      throws IOException {
    return open(world, file, format, shared(world, mode), Hints.defaults());
  }

  /// Opens a raw file; see [#open(Communicator, Path, OpenMode)].
  ///
  /// @param format the contents of the file, which does not describe itself
  public static SharedArrayFile open(
      Communicator world, Path file, Raw format, Access access, Hints hints) throws IOException {
    return OpenSharedFile.open(world, file, format, null, access, hints);
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
    return OpenSharedFile.open(world, file, format, creation, creation.access(), hints);
  }

  /// This machine's defaults, with its threads shared among the ranks.
  private static Access shared(Communicator world, OpenMode mode) {
    Access all = Access.read().withMode(mode);
    return all.withThreads(Math.max(1, all.readThreads() / world.size()));
  }

  // ---- properties ------------------------------------------------------------------------------

  /// The file's path, as it was given.
  public Path path() {
    return path;
  }

  /// The layout of the array in the file.
  public Format format() {
    return opened.format();
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
  /// @throws IOException if it cannot be determined
  public long bytes() throws IOException {
    requireUsable();
    return Files.size(opened.array().path());
  }

  /// A description of the engine that moves this file, its method and the reason, in one line.
  ///
  /// @throws IOException if the file is unusable after a failed sync
  public String explain() throws IOException {
    requireUsable();
    return opened.together().explain() + "; " + opened.array().explain();
  }

  // ---- independent -----------------------------------------------------------------------------

  @Override
  void independent(Direction direction, Selection selection, Object data) throws IOException {
    independent(direction, part(direction, selection, data));
  }

  @Override
  void independent(Direction direction, long first, Object data) throws IOException {
    independent(direction, range(direction, first, data));
  }

  @Override
  Pending start(Direction direction, Selection selection, Object data) {
    Part part = part(direction, selection, data).requireShared();
    return nonblocking.independent(() -> independent(direction, part));
  }

  private void independent(Direction direction, Part part) throws IOException {
    transfers.independent(opened.together(), direction, part);
  }

  // ---- collective ------------------------------------------------------------------------------

  @Override
  void all(CollectiveCall call, Direction direction, Selection selection, Object data)
      throws IOException {
    all(call, direction, () -> part(direction, selection, data));
  }

  @Override
  void all(CollectiveCall call, Direction direction, long first, Object data) throws IOException {
    all(call, direction, () -> range(direction, first, data));
  }

  private void all(CollectiveCall call, Direction direction, Supplier<Part> checked)
      throws IOException {
    nonblocking.settle();
    move(call, direction, checked);
  }

  /// Checks the arguments at once, and refuses them together with the other ranks.
  @Override
  Pending start(CollectiveCall call, Direction direction, Selection selection, Object memory) {
    Supplier<Part> checked;
    try {
      Part part = part(direction, selection, memory).requireShared();
      checked = () -> part;
    } catch (RuntimeException e) {
      checked =
          () -> {
            throw e;
          };
    }
    Supplier<Part> mine = checked;
    return nonblocking.collective(() -> move(call, direction, mine));
  }

  private void move(CollectiveCall call, Direction direction, Supplier<Part> checked)
      throws IOException {
    call(
        call,
        checked,
        part -> Arguments.of(part.selection()),
        (mine, all) ->
            transfers.collective(
                opened.together(),
                direction,
                mine,
                all.stream().map(Arguments::selection).toList()));
  }

  private <T> void call(
      CollectiveCall call,
      Supplier<T> checked,
      Function<T, Arguments> shown,
      Agreement.Body<T> body)
      throws IOException {
    requireUsable();
    agreement.call(call, shape().rank(), checked, shown, body);
  }

  // ---- the shared position ---------------------------------------------------------------------

  @Override
  long next(Direction direction, Object memory) throws IOException {
    long count = range(direction, 0, memory).count();
    long first = pointerFile.advance(count, shape().size());
    independent(direction, range(direction, first, memory));
    return first;
  }

  @Override
  long ordered(CollectiveCall call, Direction direction, Object memory) throws IOException {
    nonblocking.settle();
    long[] first = new long[1];
    call(
        call,
        () -> range(direction, 0, memory),
        part -> Arguments.of(part.count()),
        (_, all) -> {
          List<Selection> ranges = transfers.advance(all, shape().size());
          first[0] = ranges.get(agreement.ranks().rank()).axis(0).start();
          transfers.collective(
              opened.together(), direction, range(direction, first[0], memory), ranges);
        });
    return first[0];
  }

  /// Sets the shared position. Collective.
  ///
  /// @param element in storage order, the same at all ranks
  /// @throws SharedFileException if it is not 0 to the number of elements, or cannot be written
  public void seekShared(long element) throws IOException {
    nonblocking.settle();
    call(
        SEEK_SHARED,
        () -> inside(element),
        Arguments::of,
        (_, all) -> {
          agreement.requireEqual(SEEK_SHARED, all, "positions");
          agreement.settleAtRoot(() -> pointerFile.seek(element));
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
    return pointerFile.position();
  }

  // ---- the file as a whole ---------------------------------------------------------------------

  /// Changes the extent of the slowest axis: the first in row-major files, the last in column-major
  /// ones. Elements keep their places, and new ones read as zero. Collective; no rank may use the
  /// file meanwhile.
  ///
  /// @param shape in elements, the same at all ranks
  /// @throws SharedFileException if more than the slowest axis would change, the file is open for
  ///   reading only, its header has no room, or the device fails
  public void resize(Shape shape) throws IOException {
    nonblocking.settle();
    call(
        RESIZE,
        () -> {
          requireMode(Direction.WRITE);
          return opened.resized(shape);
        },
        _ -> Arguments.of(Hyperslab.all(shape)),
        (now, all) -> {
          agreement.requireEqual(RESIZE, all, "shapes");
          agreement.settleAtRoot(() -> opened.resize(access, now));
          agreement.settle(opened.close());
          opened =
              OpenSharedFile.join(
                  agreement, opened.array().path(), OpenSharedFile.raw(now), access, hints);
        });
  }

  /// Makes sure that the device has room for the whole array. Collective.
  ///
  /// @throws SharedFileException if it has not, or the file is open for reading only
  public void preallocate() throws IOException {
    writing(
        PREALLOCATE,
        () -> {
          if (agreement.isRoot()) {
            opened.reserve(access);
          }
        });
  }

  /// Returns once everything that any rank has written is on the device, as fsync(2) defines it,
  /// and visible to reads of all ranks. Collective.
  ///
  /// @throws SharedFileException if that cannot be promised. Then written elements may be lost, and
  ///   every later call fails at that rank: write to a new file
  public void sync() throws IOException {
    writing(SYNC, () -> opened.sync());
  }

  private void writing(CollectiveCall call, FirstFailure.Step step) throws IOException {
    nonblocking.settle();
    call(
        call,
        () -> {
          requireMode(Direction.WRITE);
          return 0L;
        },
        Arguments::of,
        (_, _) -> agreement.settle(FirstFailure.of(step)));
  }

  /// Declares complete a file that is being created, although some elements were never written:
  /// they read as zero. One rank suffices. Independent.
  ///
  /// @throws IllegalStateException if the file was not created so that it appears when complete
  public void complete() {
    if (!completion.appearsLater()) {
      throw new IllegalStateException("only a file that appears when complete can be declared so");
    }
    completion.declare();
  }

  /// Waits for nonblocking operations, and closes the file at all ranks. Collective.
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
    nonblocking.close();
    closed = true;
    try {
      if (agreement.isBroken()) {
        completion.abandon(agreement, opened, pointerFile).rethrow();
      } else {
        completion.close(agreement, opened, pointerFile);
      }
    } finally {
      agreement.ranks().close();
    }
  }

  // ---- common to all ---------------------------------------------------------------------------

  private Part part(Direction direction, Selection selection, Object memory) {
    requireMode(direction);
    return Part.of(direction, format(), selection, memory);
  }

  private Part range(Direction direction, long first, Object memory) {
    requireMode(direction);
    return Part.range(direction, format(), first, memory);
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
}
