package io.penstock.file;

import io.penstock.array.DataType;
import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import io.penstock.array.convert.Casting.OutOfRangeException;
import io.penstock.array.kernel.Kernel;
import io.penstock.memory.Recorder;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Carries out plans on one file: on the caller's thread, or shared among several where there is
/// enough to do.
final class Transfers {
  /// What one thread takes at a time. Less would cost time at the seams, more would leave threads
  /// idle at the end.
  private static final long TASK_BYTES = 8 << 20;

  /// Longer reads are several requests at once.
  private static final long MOST_PARKED = 256 << 10;

  /// So many reads of a list are transfers at a time.
  private static final int MOST_TOGETHER = 4096;

  /// Who is told of every transfer of this process; null for nobody.
  static volatile @Nullable TransferListener listener;

  private final FileHandle handle;
  private final Path path;
  private final Format format;

  /// Of elements in memory.
  private final ElementType type;

  /// The kernel that converts arrays; null if elements are stored as in memory.
  private final @Nullable Kernel arrays;

  /// The kernel that converts segments; null if elements are stored as in memory.
  private final @Nullable Kernel segments;

  /// Where the elements begin in the file.
  private final long dataOffset;

  /// The bytes of an element in the file.
  private final int width;

  /// Whether the bytes of an array are those of the file.
  private final boolean verbatim;

  /// Of elements as they are stored.
  ///
  /// @param path of the file, for messages
  Transfers(FileHandle handle, Format format, Path path) {
    this(handle, format, path, format.type().element(), null, null);
  }

  private Transfers(
      FileHandle handle,
      Format format,
      Path path,
      ElementType type,
      @Nullable Kernel arrays,
      @Nullable Kernel segments) {
    this.handle = handle;
    this.path = path;
    this.format = format;
    this.type = type;
    this.arrays = arrays;
    this.segments = segments;
    this.dataOffset = format.dataOffset();
    this.width = format.type().bytes();
    boolean ownOrder = format.order() == ByteOrder.nativeOrder() || width == 1;
    this.verbatim = arrays == null && ownOrder && format.type() != DataType.FLOAT16;
  }

  /// Of elements of another type in memory, which may be the file's own.
  Transfers as(ElementType other) {
    return other == format.type().element()
        ? new Transfers(handle, format, path)
        : new Transfers(
            handle,
            format,
            path,
            other,
            Kernel.forArrays(format.type(), format.order(), other),
            Kernel.forSegments(format.type(), format.order(), other));
  }

  /// The type of elements in memory.
  ElementType type() {
    return type;
  }

  /// Moves a stretch of neighbouring elements; with one thread nothing is allocated.
  void range(TransferDirection direction, long first, Object memory, long at, long count)
      throws IOException {
    int threads = threads(direction, memory, count);
    WatchedTransfer watched = watched(direction, count, threads);
    try {
      if (threads > 1) {
        share(direction, first, memory, at, count, threads);
      } else {
        alone(direction, first, memory, at, count);
      }
    } catch (IOException e) {
      if (watched != null) {
        watched.failed(e);
      }
      throw e;
    }
    if (watched != null) {
      watched.completed();
    }
  }

  /// A transfer that begins, if somebody wants to know of it: Java Flight Recorder, or the program.
  private @Nullable WatchedTransfer watched(TransferDirection direction, long count, int threads) {
    return isWatched()
        ? new WatchedTransfer(path, handle.access(), direction, count * width, threads)
        : null;
  }

  /// Whether somebody wants to know of transfers: a load of a field, where nobody does.
  static boolean isWatched() {
    return listener != null || Recorder.on();
  }

  private void share(
      TransferDirection direction, long first, Object memory, long at, long count, int threads)
      throws IOException {
    Tasks tasks = tasks(first, count);
    new Pieces(this, direction, first, memory, at, tasks).share(threads);
  }

  /// Even parts of a plan, cut at multiples of the size of a task in the file.
  ///
  /// @param each elements of a task
  /// @param ahead how far the first element lies behind the first cut
  private record Tasks(long count, long each, long ahead) {
    long number() {
      return Math.ceilDiv(count + ahead, each);
    }

    long from(long task) {
      return Math.max(0, task * each - ahead);
    }

    long to(long task) {
      return Math.min(count, (task + 1) * each - ahead);
    }
  }

  private Tasks tasks(long first, long count) {
    long ahead = ((dataOffset + first * width) % TASK_BYTES) / width;
    return new Tasks(count, TASK_BYTES / width, ahead);
  }

  /// The pieces of a stretch of neighbouring elements.
  private record Pieces(
      Transfers transfers,
      TransferDirection direction,
      long first,
      Object memory,
      long at,
      Tasks tasks)
      implements Workers.Task {
    void share(int threads) throws IOException {
      Workers.share(threads, tasks.number(), this);
    }

    @Override
    public void run(long number) throws IOException {
      long from = tasks.from(number);
      transfers.alone(direction, first + from, memory, at + from, tasks.to(number) - from);
    }
  }

  /// Moves a stretch of neighbouring elements by this thread alone, and tells nobody.
  void alone(TransferDirection direction, long first, Object memory, long at, long count)
      throws IOException {
    long done = straight(direction, first, memory, at, count);
    if (done == count || parked(direction, first + done, memory, at + done, count - done)) {
      return;
    }
    Kernel kernel = kernel(memory);
    TransferContext space = TransferContext.take(memory);
    try {
      space.inFile.range(first, count);
      space.inMemory.range(at, count);
      if (direction == TransferDirection.READ) {
        space.reader.run(handle, dataOffset, kernel, done, count);
      } else {
        space.writer.run(handle, dataOffset, kernel, done, count);
      }
    } catch (RuntimeException e) {
      throw Refusal.of(path, format, direction, space, e);
    } finally {
      space.release();
    }
  }

  /// Leaves a range of an array to the engine, window by window for as long as that takes it.
  ///
  /// @return how many of the elements have been moved
  private long straight(TransferDirection direction, long first, Object memory, long at, long count)
      throws IOException {
    if (!verbatim || memory instanceof MemorySegment) {
      return 0;
    }
    long bytes = count * width;
    boolean read = direction == TransferDirection.READ;
    EngineFile file = handle.engineFile();
    long offset = dataOffset + first * width;
    long done = 0;
    for (long moved = 1; moved > 0 && done < bytes; done += moved) {
      long step = Math.min(TASK_BYTES, bytes - done);
      handle.enter();
      try {
        moved =
            read
                ? file.tryRead(offset + done, memory, at * width + done, step)
                : file.tryWrite(offset + done, memory, at * width + done, step);
      } finally {
        handle.leave();
      }
    }
    return done / width;
  }

  /// Has a virtual thread's short read made by the ring of the process, for which the thread parks:
  /// thousands may, so none of them keeps a workspace and a chunk meanwhile.
  ///
  /// @return whether that could be done
  private boolean parked(
      TransferDirection direction, long first, Object memory, long at, long count)
      throws IOException {
    if (direction == TransferDirection.WRITE || !Handover.isDue() || !isForRing(count)) {
      return false;
    }
    BatchRun.await(List.of(read(first, memory, at, count)), 1, BatchRun.NOBODY);
    return true;
  }

  /// Whether a read of so many elements can be one request.
  private boolean isForRing(long count) {
    return count * width <= MOST_PARKED
        && verbatim
        && handle.engineFile().ringDescriptor() >= 0
        && Rings.areUsable();
  }

  private BatchTransfer read(long first, Object memory, long at, long count) {
    MemorySegment all =
        memory instanceof MemorySegment segment ? segment : Elements.of(memory).segment();
    MemorySegment place = all.asSlice(at * width, count * width);
    long offset = dataOffset + first * width;
    return new BatchTransfer(TransferDirection.READ, handle, offset, place);
  }

  /// Reads `each` elements from every one of `firsts` on to consecutive places of memory, together
  /// where a ring takes them.
  void gather(long[] firsts, int each, Object memory) throws IOException {
    long count = (long) firsts.length * each;
    watch(TransferDirection.READ, count, 1, () -> gatherAll(firsts, each, memory));
  }

  private void gatherAll(long[] firsts, int each, Object memory) throws IOException {
    if (firsts.length > 1 && isForRing(each)) {
      gatherTogether(firsts, each, memory);
      return;
    }
    for (int i = 0; i < firsts.length; i++) {
      alone(TransferDirection.READ, firsts[i], memory, (long) i * each, each);
    }
  }

  private void gatherTogether(long[] firsts, int each, Object memory) throws IOException {
    for (int done = 0; done < firsts.length; done += MOST_TOGETHER) {
      int end = Math.min(firsts.length, done + MOST_TOGETHER);
      List<BatchTransfer> reads = new ArrayList<>();
      for (int i = done; i < end; i++) {
        if (!isReadNow(firsts[i], memory, (long) i * each, each)) {
          reads.add(read(firsts[i], memory, (long) i * each, each));
        }
      }
      BatchRun.await(reads, BatchRun.USUAL_DEPTH, BatchRun.NOBODY);
    }
  }

  /// Reads to an array what takes no wait for a device.
  ///
  /// @return whether that was all
  private boolean isReadNow(long first, Object memory, long at, long count) throws IOException {
    if (memory instanceof MemorySegment) {
      return false;
    }
    long bytes = count * width;
    handle.enter();
    try {
      long offset = dataOffset + first * width;
      return handle.engineFile().tryReadNow(offset, memory, at * width, bytes) == bytes;
    } finally {
      handle.leave();
    }
  }

  /// Moves a selection of the file from or to as many elements of memory; with one thread nothing
  /// is allocated.
  void selected(
      TransferDirection direction, Shape shape, Selection selection, Object memory, long at)
      throws IOException {
    StorageOrder storage = format.storage();
    boolean pairs = format.type().components() == 2;
    if (isWatched() || threads(direction, memory, selection.size()) > 1) {
      run(direction, Plan.selected(shape, storage, pairs, selection, at), memory);
      return;
    }
    TransferContext space = TransferContext.take(memory);
    space.describe(shape, storage, pairs, selection, at);
    part(direction, space, kernel(memory), 0, selection.size());
  }

  /// Moves what a plan says.
  void run(TransferDirection direction, Plan plan, Object memory) throws IOException {
    int threads = threads(direction, memory, plan.count());
    watch(direction, plan.count(), threads, () -> divide(direction, plan, memory, threads));
  }

  /// Moves, and tells who wants to know. [#range] does the same without an object for the move.
  private void watch(TransferDirection direction, long count, int threads, Handover.Call move)
      throws IOException {
    WatchedTransfer watched = watched(direction, count, threads);
    try {
      move.make();
    } catch (IOException e) {
      if (watched != null) {
        watched.failed(e);
      }
      throw e;
    }
    if (watched != null) {
      watched.completed();
    }
  }

  private void divide(TransferDirection direction, Plan plan, Object memory, int threads)
      throws IOException {
    Kernel kernel = kernel(memory);
    long count = plan.count();
    if (threads == 1) {
      part(direction, described(plan, memory), kernel, 0, count);
      return;
    }
    Tasks tasks = tasks(0, count);
    Workers.share(
        threads,
        tasks.number(),
        number ->
            part(direction, described(plan, memory), kernel, tasks.from(number), tasks.to(number)));
  }

  private static TransferContext described(Plan plan, Object memory) {
    TransferContext space = TransferContext.take(memory);
    plan.describe(space);
    return space;
  }

  private void part(
      TransferDirection direction, TransferContext space, Kernel kernel, long from, long to)
      throws IOException {
    try {
      if (direction == TransferDirection.READ) {
        space.reader.run(handle, dataOffset, kernel, from, to);
      } else {
        space.writer.run(handle, dataOffset, kernel, from, to);
      }
    } catch (RuntimeException e) {
      throw Refusal.of(path, format, direction, space, e);
    } finally {
      space.release();
    }
  }

  /// A refusal of a number that the other type has not got. Apart, since most processes need no
  /// class of it.
  private static final class Refusal {
    /// The failure of a transfer that a kernel has ended.
    ///
    /// @param path of the file, for the message
    /// @param space in which it was carried out
    /// @throws RuntimeException `e` if it is anything else; [ArithmeticException] for a write
    static IOException of(
        Path path,
        Format format,
        TransferDirection direction,
        TransferContext space,
        RuntimeException e) {
      if (!(e instanceof OutOfRangeException beyond)) {
        throw e;
      }
      return switch (direction) {
        case READ ->
            unreadable(path, format, space.reader.offsetInFile(beyond.packedOffset()), beyond);
        case WRITE -> throw unwritable(path, beyond);
      };
    }

    private static FormatException unreadable(
        Path path, Format format, long offset, OutOfRangeException e) {
      long element = (offset - format.dataOffset()) / format.type().bytes();
      FormatException told =
          new FormatException(
              path.toString(),
              offset,
              String.format(Locale.ROOT, "element %d is %s", element, e.getMessage()));
      told.initCause(e);
      return told;
    }

    private static ArithmeticException unwritable(Path path, OutOfRangeException e) {
      ArithmeticException told =
          new ArithmeticException(
              String.format(
                  Locale.ROOT, "%s: element %d of memory is %s", path, e.index(), e.getMessage()));
      told.initCause(e);
      return told;
    }
  }

  private Kernel kernel(Object memory) {
    boolean segment = memory instanceof MemorySegment;
    Kernel converting = segment ? segments : arrays;
    if (converting != null) {
      return converting;
    }
    return segment
        ? Kernel.forSegments(format.type(), format.order())
        : Kernel.forArrays(format.type(), format.order());
  }

  private int threads(TransferDirection direction, Object memory, long count) {
    long tasks = count / (TASK_BYTES / width);
    if (tasks < 2 || confined(memory)) {
      return 1;
    }
    Access access = handle.access();
    int most = direction == TransferDirection.READ ? access.readThreads() : access.writeThreads();
    return (int) Math.min(most, tasks);
  }

  /// Memory that only its owner's thread may touch keeps the transfer on that thread.
  private static boolean confined(Object memory) {
    return memory instanceof MemorySegment segment && !segment.isAccessibleBy(Workers.STRANGER);
  }
}
