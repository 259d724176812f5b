package io.penstock.mpi.file;

import io.penstock.array.AxisSelection;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.array.kernel.Kernel;
import io.penstock.array.pack.Walk;
import io.penstock.collective.Direction;
import io.penstock.collective.Hints;
import io.penstock.collective.Part;
import io.penstock.collective.View;
import io.penstock.file.ArrayFile;
import io.penstock.file.Format;
import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.memory.PageFaults;
import io.penstock.mpi.Mpi;
import io.penstock.mpi.MpiDatatype;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// One transfer of a part, in rounds of as many elements as fit the block through which Java arrays
/// pass.
///
/// A rank that has failed goes on with nothing: where the rounds are collective the others would
/// wait for it. [#rethrow] throws its failure in the end.
final class Rounds {
  /// How many bytes pass through a block at once where each call moves one stretch: so many stay in
  /// a processor's second-level cache.
  private static final long STRETCH_BYTES = 256L << 10;

  /// How many bytes a call moves, where they need no block.
  private static final long CALL_BYTES = 1L << 30;

  private final Mpi mpi;
  private final MpiFile file;
  private final boolean collective;
  private final Path path;
  private final Format format;
  private final long slabBytes;
  private final int width;
  private final boolean checks;
  private @Nullable IOException failure;

  /// @param array the same file
  /// @param hints of which the buffer's size is that of a rank's part of a slab
  /// @param checks whether what was written is read again and compared
  Rounds(Mpi mpi, MpiFile file, boolean collective, ArrayFile array, Hints hints, boolean checks) {
    this.mpi = mpi;
    this.file = file;
    this.collective = collective;
    this.path = array.path();
    this.format = array.format();
    this.slabBytes = hints.bufferBytes();
    this.width = Kernel.forArrays(format.type(), format.order()).storedBytes();
    this.checks = checks;
  }

  private interface Step {
    void run() throws IOException;
  }

  /// Runs a step of this rank alone, unless it has failed.
  private void attempt(Step step) {
    if (failure == null) {
      failure = outcome(step);
    }
  }

  /// Runs a step of all ranks, whatever has happened here. The first failure counts.
  private void join(Step step) {
    IOException later = outcome(step);
    failure = failure == null ? later : failure;
  }

  private @Nullable IOException outcome(Step step) {
    try {
      step.run();
      return null;
    } catch (IOException e) {
      return e;
    } catch (RuntimeException | Error e) { // the others wait for this rank whatever it is
      return new IOException(String.format(Locale.ROOT, "%s: %s", path, why(e)), e);
    }
  }

  private static String why(Throwable e) {
    return e instanceof RuntimeException && e.getMessage() != null ? e.getMessage() : e.toString();
  }

  /// Moves a part, one stretch of the file after the other, by calls of this rank alone.
  ///
  /// The file view is set before, by all ranks that have the file open.
  void stretches(Direction direction, Part part) {
    join(() -> file.view(format.dataOffset()));
    requireThere(direction, part);
    Walk walk = new Walk();
    part.inFile(walk);
    try (Memory memory = new Memory(part, STRETCH_BYTES / width)) {
      for (long from = 0; from < part.count(); from += memory.most) {
        long count = Math.min(memory.most, part.count() - from);
        memory.move(direction, from, count, bytes -> stretches(direction, walk, bytes));
      }
    }
  }

  /// Moves bytes, those of the elements that a walk comes to next.
  private void stretches(Direction direction, Walk walk, MemorySegment bytes) {
    for (long done = 0; done < bytes.byteSize(); ) {
      long run = walk.step() == 1 ? walk.run() * width : width;
      long length = Math.min(run, bytes.byteSize() - done);
      transfer(direction, walk.position() * width, bytes.asSlice(done, length));
      walk.advance(length / width);
      done += length;
    }
  }

  /// Moves a part slab by slab.
  ///
  /// @param mine whether the part is moved by this rank, which otherwise joins in with nothing
  /// @param selections of all ranks that move anything
  void slabs(Direction direction, Part part, boolean mine, List<Selection> selections) {
    if (mine) {
      requireThere(direction, part);
    }
    long most = slabBytes / width;
    Slabs slabs = new Slabs(part.view(), selections, most);
    try (Memory memory = new Memory(part, mine ? most : 0)) {
      long from = 0;
      while (slabs.advance()) {
        List<Selection> pieces = mine ? slabs.of(part.selection()) : List.of();
        for (int piece = 0; piece < slabs.pieces(); piece++) {
          if (piece < pieces.size()) {
            Selection some = pieces.get(piece);
            show(part.view(), some);
            memory.move(direction, from, some.size(), bytes -> transfer(direction, 0, bytes));
            from += some.size();
          } else {
            join(() -> file.view(0));
            transfer(direction, 0, MemorySegment.NULL);
          }
        }
      }
    }
  }

  /// Moves bytes from or to a place in the view; none if this rank has failed.
  private void transfer(Direction direction, long at, MemorySegment wanted) {
    attempt(() -> requireAlive(wanted));
    MemorySegment bytes = failure == null ? wanted : MemorySegment.NULL;
    switch (direction) {
      case READ -> join(() -> file.read(collective, at, bytes, bytes.byteSize()));
      case WRITE -> {
        join(() -> file.write(collective, at, bytes, bytes.byteSize()));
        if (checks) {
          check(at, failure == null ? bytes : MemorySegment.NULL);
        }
      }
    }
  }

  /// MPI takes an address, whatever lies there by now.
  private static void requireAlive(MemorySegment memory) {
    if (!memory.scope().isAlive()) {
      throw new IllegalStateException("the segment's memory has been freed: its arena is closed");
    }
  }

  private void check(long at, MemorySegment written) {
    long bytes = written.byteSize();
    List<Block> found = new ArrayList<>();
    attempt(() -> found.add(BufferPool.shared().take(Math.max(bytes, 1))));
    if (found.isEmpty()) {
      join(() -> file.read(collective, at, MemorySegment.NULL, 0));
      return;
    }
    Block block = found.getFirst();
    try {
      MemorySegment room = block.memory().asSlice(0, bytes).fill((byte) 0);
      join(() -> file.read(collective, at, room, bytes));
      attempt(() -> file.requireSame(written, room));
    } finally {
      block.release();
    }
  }

  /// @throws IOException what this rank has failed with
  void rethrow() throws IOException {
    if (failure != null) {
      throw failure;
    }
  }

  // ---- the view --------------------------------------------------------------------------------

  private void show(View view, Selection selection) {
    Walk walk = new Walk();
    view.walk(walk, selection);
    if (walk.contiguous()) {
      join(() -> file.view(format.dataOffset() + first(walk) * width));
    } else {
      showStretches(view, selection);
    }
  }

  /// A rank that cannot describe them joins in with a view of everything.
  private void showStretches(View view, Selection selection) {
    List<MpiDatatype> made = new ArrayList<>();
    attempt(() -> made.add(filetype(view, selection)));
    if (made.isEmpty()) {
      join(() -> file.view(0));
      return;
    }
    MpiDatatype type = made.getFirst();
    join(() -> file.view(format.dataOffset(), type.handle()));
    join(type::close); // also where the view is refused
  }

  /// The MPI datatype of the bytes that are selected in a file, whose axes may lie in another
  /// order.
  private MpiDatatype filetype(View view, Selection selection) {
    long[] extents = new long[selection.rank()];
    List<AxisSelection> perAxis = new ArrayList<>();
    for (int nth = 0; nth < extents.length; nth++) {
      int axis = view.axis(nth);
      extents[nth] = view.shape().extent(axis);
      perAxis.add(selection.axis(axis));
    }
    return MpiDatatype.ofBytes(mpi, Shape.of(extents), Selection.of(perAxis), width);
  }

  private static long first(Walk walk) {
    walk.seek(0);
    return walk.remaining() > 0 ? walk.position() : 0;
  }

  private void requireThere(Direction direction, Part part) {
    if (direction == Direction.READ && part.count() > 0) {
      attempt(() -> requireThere(part));
    }
  }

  private void requireThere(Part part) throws IOException {
    Walk walk = new Walk();
    part.inFile(walk);
    walk.seek(part.count() - 1);
    long end = format.dataOffset() + (walk.position() + 1) * width;
    long size = file.size();
    if (size < end) {
      throw new EOFException(
          String.format(
              Locale.ROOT,
              "%s ends at byte %d, and bytes up to %d were to be read; it may have been cut short by another process",
              path,
              size,
              end));
    }
  }

  // ---- memory ----------------------------------------------------------------------------------

  private interface Move {
    void bytes(MemorySegment some);
  }

  /// The part in memory, as bytes of the file in ascending order: where they lie, if that is off
  /// the heap and they lie there as in the file, else in a block through which they are converted.
  private final class Memory implements AutoCloseable {
    private final Object memory;
    private final Walk walk = new Walk();
    private final Kernel kernel;
    private final long first;

    /// How many elements can be moved at once.
    private final long most;

    /// Null where the bytes lie in memory as in the file.
    private @Nullable Block block;

    /// @param most elements to take a block for, if one is needed
    Memory(Part part, long most) {
      memory = part.memory();
      kernel =
          memory instanceof MemorySegment
              ? Kernel.forSegments(format.type(), format.order())
              : Kernel.forArrays(format.type(), format.order());
      part.inMemory(walk);
      first = first(walk);
      boolean straight =
          memory instanceof MemorySegment segment
              && segment.isNative()
              && !segment.isMapped() // a file that is cut ends a process in C
              && kernel.verbatim()
              && walk.contiguous();
      this.most = straight ? CALL_BYTES / width : most;
      long room = Math.min(most, part.count());
      if (!straight && room > 0) {
        attempt(() -> block = BufferPool.shared().take(room * width));
      }
    }

    /// Moves some elements, of which there is one or more.
    void move(Direction direction, long from, long count, Move move) {
      MemorySegment bytes = bytes(from, count);
      if (block != null && direction == Direction.WRITE) {
        attempt(() -> convert(direction, bytes, from, count));
      }
      move.bytes(bytes);
      if (block != null && direction == Direction.READ) {
        attempt(() -> convert(direction, bytes, from, count));
      }
    }

    private MemorySegment bytes(long from, long count) {
      if (block != null) {
        return block.memory().asSlice(0, count * width);
      }
      return memory instanceof MemorySegment segment && failure == null
          ? segment.asSlice((first + from) * width, count * width)
          : MemorySegment.NULL;
    }

    private void convert(Direction direction, MemorySegment packed, long from, long count) {
      walk.seek(from);
      for (long done = 0; done < count; ) {
        long n = Math.min(walk.run(), count - done);
        if (direction == Direction.READ) {
          kernel.unpack(packed, done * width, width, memory, walk.position(), walk.step(), n);
        } else {
          kernel.pack(memory, walk.position(), walk.step(), packed, done * width, width, n);
        }
        walk.advance(n);
        done += n;
      }
      PageFaults.await(memory, count);
    }

    @Override
    public void close() {
      if (block != null) {
        block.release();
      }
    }
  }
}
