package io.penstock.mpi.file;

import io.penstock.array.AxisSelection;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.array.pack.Kernel;
import io.penstock.array.pack.Walk;
import io.penstock.collective.Direction;
import io.penstock.collective.Part;
import io.penstock.collective.View;
import io.penstock.file.Format;
import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
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
  /// How many bytes a rank moves in a round: for the library, to which each round is a call of all
  /// ranks, or a search for its place among the stretches, ...
  private static final long ROUND_BYTES = 64L << 20;

  /// ... and for the processor's cache, where a round is a call that writes or reads.
  private static final long SIMPLE_ROUND_BYTES = 1L << 20;

  private final Mpi mpi;
  private final MpiFile file;
  private final boolean collective;
  private final Path path;
  private final Format format;
  private final int width;
  private final boolean checks;
  private @Nullable IOException failure;

  /// @param width of an element in the file
  /// @param checks whether what was written is read again and compared
  Rounds(
      Mpi mpi,
      MpiFile file,
      boolean collective,
      Path path,
      Format format,
      int width,
      boolean checks) {
    this.mpi = mpi;
    this.file = file;
    this.collective = collective;
    this.path = path;
    this.format = format;
    this.width = width;
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
    } catch (RuntimeException e) {
      return new IOException(String.format(Locale.ROOT, "%s: %s", path, e.getMessage()), e);
    }
  }

  /// Moves a part.
  ///
  /// @param count how many of its elements: all or none
  /// @param most how many any rank moves
  void run(Direction direction, Part part, long count, long most) {
    show(part);
    if (direction == Direction.READ && count > 0) {
      attempt(() -> requireThere(part));
    }
    long chunk = roundBytes(part) / width;
    try (Memory memory = new Memory(part, Math.min(chunk, count))) {
      for (long from = 0; from < most; from += chunk) {
        long n = Math.clamp(count - from, 0, chunk);
        switch (direction) {
          case READ -> memory.read(from, n);
          case WRITE -> memory.write(from, n);
        }
      }
    }
  }

  private long roundBytes(Part part) {
    Walk walk = new Walk();
    part.inFile(walk);
    return !collective && walk.contiguous() ? SIMPLE_ROUND_BYTES : ROUND_BYTES;
  }

  /// @throws IOException what this rank has failed with
  void rethrow() throws IOException {
    if (failure != null) {
      throw failure;
    }
  }

  // ---- the view --------------------------------------------------------------------------------

  private void show(Part part) {
    Walk walk = new Walk();
    part.inFile(walk);
    if (walk.contiguous()) {
      join(() -> file.view(format.dataOffset() + first(walk) * width));
    } else {
      showStretches(part);
    }
  }

  /// A rank that cannot describe them joins in with a view of everything.
  private void showStretches(Part part) {
    List<MpiDatatype> made = new ArrayList<>();
    attempt(() -> made.add(filetype(part.view(), part.selection())));
    if (made.isEmpty()) {
      join(() -> file.view(0));
      return;
    }
    try (MpiDatatype type = made.getFirst()) {
      join(() -> file.view(format.dataOffset(), type.handle()));
    }
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

  // ---- rounds ----------------------------------------------------------------------------------

  /// The part in memory, as bytes of the file in ascending order: where they lie, if that is off
  /// the heap and they lie there as in the file, else in a block through which they are converted.
  private final class Memory implements AutoCloseable {
    private final Object memory;
    private final Walk walk = new Walk();
    private final Kernel kernel;
    private final long first;

    /// Null where the bytes lie in memory as in the file.
    private @Nullable Block block;

    /// @param chunk the most elements that are moved in a round
    Memory(Part part, long chunk) {
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
              && kernel.verbatim()
              && walk.contiguous();
      if (!straight && chunk > 0) {
        attempt(() -> block = BufferPool.shared().take(chunk * width));
      }
    }

    void read(long from, long count) {
      MemorySegment room = room(from, count);
      long n = failure == null ? count : 0;
      join(() -> file.read(collective, from * width, room, n * width));
      if (block != null && count > 0) {
        attempt(() -> convert(Direction.READ, room, from, count));
      }
    }

    void write(long from, long count) {
      MemorySegment data = room(from, count);
      if (block != null && count > 0) {
        attempt(() -> convert(Direction.WRITE, data, from, count));
      }
      long n = failure == null ? count : 0;
      join(() -> file.write(collective, from * width, data, n * width));
      if (checks) {
        check(from, count, data);
      }
    }

    private MemorySegment room(long from, long count) {
      if (count == 0) {
        return MemorySegment.NULL;
      }
      if (block != null) {
        return block.memory();
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
    }

    private void check(long from, long count, MemorySegment written) {
      long n = failure == null ? count * width : 0;
      Block found = BufferPool.shared().take(Math.max(n, 1));
      try {
        MemorySegment room = found.memory().asSlice(0, n).fill((byte) 0);
        join(() -> file.read(collective, from * width, room, n));
        attempt(() -> file.requireSame(written.asSlice(0, n), room));
      } finally {
        found.release();
      }
    }

    @Override
    public void close() {
      if (block != null) {
        block.release();
      }
    }
  }
}
