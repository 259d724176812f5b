package io.penstock.file;

import io.penstock.array.DataType;
import io.penstock.array.ElementType;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import io.penstock.array.convert.OutOfRangeException;
import io.penstock.array.pack.Kernel;
import io.penstock.memory.Recorder;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.file.Path;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/// Carries out plans on one file: on the caller's thread, or shared among several where there is
/// enough to do.
final class Transfers {
  /// What one thread takes at a time. Less would cost time at the seams, more would leave threads
  /// idle at the end.
  private static final long TASK_BYTES = 8 << 20;

  private final FileHandle handle;
  private final Format format;
  private final Path path;
  private final Access access;
  private final ElementType type;

  /// The kernels that convert arrays and segments; null if elements are stored as in memory.
  private final @Nullable Kernel arrays;

  private final @Nullable Kernel segments;
  private final long dataOffset;

  /// The bytes of an element in the file.
  private final int width;

  /// Whether the bytes of an array are those of the file.
  private final boolean verbatim;

  private Transfers(
      FileHandle handle,
      Format format,
      Path path,
      Access access,
      ElementType type,
      @Nullable Kernel arrays,
      @Nullable Kernel segments) {
    this.handle = handle;
    this.format = format;
    this.path = path;
    this.access = access;
    this.type = type;
    this.arrays = arrays;
    this.segments = segments;
    this.dataOffset = format.dataOffset();
    this.width = format.type().bytes();
    boolean ownOrder = format.order() == ByteOrder.nativeOrder() || width == 1;
    this.verbatim = arrays == null && ownOrder && format.type() != DataType.FLOAT16;
  }

  /// Of elements as they are stored.
  Transfers(FileHandle handle, Format format, Path path, Access access) {
    this(handle, format, path, access, format.type().element(), null, null);
  }

  /// Of elements of another type in memory, which may be the file's own.
  Transfers as(ElementType other) {
    DataType stored = format.type();
    return other == stored.element()
        ? new Transfers(handle, format, path, access)
        : new Transfers(
            handle,
            format,
            path,
            access,
            other,
            Kernel.forArrays(stored, format.order(), other),
            Kernel.forSegments(stored, format.order(), other));
  }

  Access access() {
    return access;
  }

  /// Of elements in memory.
  ElementType type() {
    return type;
  }

  /// Moves a stretch of neighbouring elements; with one thread nothing is allocated.
  void range(TransferDirection direction, long first, Object memory, long at, long count)
      throws IOException {
    int threads = threads(direction, memory, count);
    if (Recorder.on()) {
      ArrayTransferEvent event = new ArrayTransferEvent();
      event.begin();
      range(direction, first, memory, at, count, threads);
      commit(event, direction, count, threads);
    } else if (threads > 1) {
      range(direction, first, memory, at, count, threads);
    } else {
      alone(direction, first, memory, at, count);
    }
  }

  private void range(
      TransferDirection direction, long first, Object memory, long at, long count, int threads)
      throws IOException {
    if (threads > 1) {
      new Pieces(this, direction, first, memory, at, count, null).share(threads);
    } else {
      alone(direction, first, memory, at, count);
    }
  }

  /// The pieces of a stretch of neighbouring elements, or of a plan, cut at multiples of the size
  /// of a task in the file.
  ///
  /// @param plan what is moved; null for neighbouring elements
  private record Pieces(
      Transfers transfers,
      TransferDirection direction,
      long first,
      Object memory,
      long at,
      long count,
      @Nullable Plan plan)
      implements Workers.Task {
    void share(int threads) throws IOException {
      Workers.share(threads, Math.ceilDiv(count + ahead(), each()), this);
    }

    /// Elements of a task.
    private long each() {
      return TASK_BYTES / transfers.width;
    }

    /// How far the first element lies behind the first cut.
    private long ahead() {
      return (transfers.dataOffset + first * transfers.width) % TASK_BYTES / transfers.width;
    }

    @Override
    public void run(long number) throws IOException {
      long from = Math.max(0, number * each() - ahead());
      long to = Math.min(count, (number + 1) * each() - ahead());
      if (plan == null) {
        transfers.alone(direction, first + from, memory, at + from, to - from);
      } else {
        transfers.part(direction, plan, memory, from, to);
      }
    }
  }

  private void alone(TransferDirection direction, long first, Object memory, long at, long count)
      throws IOException {
    long done = straight(direction, first, memory, at, count);
    if (done == count) {
      return;
    }
    TransferContext space = TransferContext.take(memory);
    space.inFile.range(first, count);
    space.inMemory.range(at, count);
    part(direction, space, done, count);
  }

  /// Leaves a range of an array to the engine, window by window for as long as that takes it.
  ///
  /// @return how many of the elements have been moved
  private long straight(TransferDirection direction, long first, Object memory, long at, long count)
      throws IOException {
    if (!verbatim || memory instanceof MemorySegment) {
      return 0;
    }
    boolean read = direction == TransferDirection.READ;
    long bytes = count * width;
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

  /// Moves a selection of the file from or to as many elements of memory; with one thread nothing
  /// is allocated.
  void selected(
      TransferDirection direction, Shape shape, Selection selection, Object memory, long at)
      throws IOException {
    StorageOrder storage = format.storage();
    boolean pairs = format.type().components() == 2;
    if (Recorder.on() || threads(direction, memory, selection.size()) > 1) {
      run(direction, Plan.selected(shape, storage, pairs, selection, at), memory);
      return;
    }
    TransferContext space = TransferContext.take(memory);
    Plan.describe(space, shape, storage, pairs, selection, at);
    part(direction, space, 0, selection.size());
  }

  /// Moves what a plan says.
  void run(TransferDirection direction, Plan plan, Object memory) throws IOException {
    int threads = threads(direction, memory, plan.count());
    if (Recorder.on()) {
      ArrayTransferEvent event = new ArrayTransferEvent();
      event.begin();
      divide(direction, plan, memory, threads);
      commit(event, direction, plan.count(), threads);
    } else {
      divide(direction, plan, memory, threads);
    }
  }

  private void divide(TransferDirection direction, Plan plan, Object memory, int threads)
      throws IOException {
    if (threads == 1) {
      part(direction, plan, memory, 0, plan.count());
    } else {
      new Pieces(this, direction, 0, memory, 0, plan.count(), plan).share(threads);
    }
  }

  private void part(TransferDirection direction, Plan plan, Object memory, long from, long to)
      throws IOException {
    TransferContext space = TransferContext.take(memory);
    plan.describe(space);
    part(direction, space, from, to);
  }

  private void part(TransferDirection direction, TransferContext space, long from, long to)
      throws IOException {
    try {
      Kernel kernel = kernel(space.memory());
      if (direction == TransferDirection.READ) {
        space.reader.run(handle, dataOffset, kernel, from, to);
      } else {
        space.writer.run(handle, dataOffset, kernel, from, to);
      }
    } catch (RuntimeException e) {
      throw Refusal.of(this, direction, space, e);
    } finally {
      space.release();
    }
  }

  /// What is told of a number that the other type has not got. Apart, since most transfers need no
  /// class of it.
  private static final class Refusal {
    static IOException of(
        Transfers transfers,
        TransferDirection direction,
        TransferContext space,
        RuntimeException e) {
      if (!(e instanceof OutOfRangeException beyond)) {
        throw e;
      }
      return switch (direction) {
        case READ ->
            unreadable(transfers, space.reader.offsetInFile(beyond.packedOffset()), beyond);
        case WRITE -> throw unwritable(transfers, beyond);
      };
    }

    private static FormatException unreadable(
        Transfers transfers, long offset, OutOfRangeException e) {
      long element = (offset - transfers.dataOffset) / transfers.width;
      FormatException told =
          new FormatException(
              transfers.path.toString(), offset, "element " + element + " is " + e.getMessage());
      told.initCause(e);
      return told;
    }

    private static ArithmeticException unwritable(Transfers transfers, OutOfRangeException e) {
      ArithmeticException told =
          new ArithmeticException(
              transfers.path + ": element " + e.index() + " of memory is " + e.getMessage());
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
    if (tasks < 2) {
      return 1;
    }
    int most = direction == TransferDirection.READ ? access.readThreads() : access.writeThreads();
    return most == 1 || confined(memory) ? 1 : (int) Math.min(most, tasks);
  }

  /// Memory that only its owner's thread may touch keeps the transfer on that thread.
  private static boolean confined(Object memory) {
    return memory instanceof MemorySegment segment && !segment.isAccessibleBy(Workers.STRANGER);
  }

  private void commit(
      ArrayTransferEvent event, TransferDirection direction, long count, int threads) {
    event.end();
    if (event.shouldCommit()) {
      event.path = path.toString();
      event.operation = direction.name();
      event.engine = access.engine().name();
      event.bytes = count * width;
      event.threads = threads;
      event.commit();
    }
  }

  /// One bulk read or write of an array file, as Java Flight Recorder shows it.
  @Name("io.penstock.ArrayTransfer")
  @Label("Array Transfer")
  @Description("A bulk read or write of an array file")
  @Category("Penstock")
  @StackTrace(false)
  static final class ArrayTransferEvent extends Event {
    @Label("Path")
    String path = "";

    @Label("Operation")
    String operation = "";

    @Label("Engine")
    String engine = "";

    @Label("Bytes")
    @DataAmount
    long bytes;

    @Label("Threads")
    int threads;
  }
}
