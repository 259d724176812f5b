package io.penstock.mpi.file;

import io.penstock.array.Comb;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
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
import java.util.Optional;

/// One transfer of a part, in rounds of as many elements as fit the block through which Java arrays
/// pass.
///
/// A rank that has failed goes on with nothing: where the rounds are collective the others would
/// wait for it. What it failed with comes out in the end.
final class Rounds {
  /// How many bytes a rank moves in a round: for the library, to which each round is a call of all
  /// ranks, or a search for its place among the stretches, ...
  private static final long ROUND_BYTES = 64L << 20;

  /// ... and for the processor's cache, where a round is a call that writes or reads.
  private static final long SIMPLE_ROUND_BYTES = 1L << 20;

  private final Mpi mpi;
  private final MpiFile file;
  private final Coordination how;
  private final Path path;
  private final Format format;
  private final int width;
  private final boolean checks;
  private Optional<IOException> failure = Optional.empty();

  /// @param width of an element in the file
  /// @param checks whether what was written is read again and compared
  Rounds(
      Mpi mpi,
      MpiFile file,
      Coordination how,
      Path path,
      Format format,
      int width,
      boolean checks) {
    this.mpi = mpi;
    this.file = file;
    this.how = how;
    this.path = path;
    this.format = format;
    this.width = width;
    this.checks = checks;
  }

  private interface Step {
    void take() throws IOException;
  }

  /// Does what this rank does for itself, unless it has failed.
  private void attempt(Step step) {
    if (failure.isEmpty()) {
      take(step);
    }
  }

  /// Does what all ranks do, whatever has happened here. The first failure counts.
  private void join(Step step) {
    Optional<IOException> before = failure;
    take(step);
    failure = before.or(() -> failure);
  }

  private void take(Step step) {
    try {
      step.take();
    } catch (IOException e) {
      failure = Optional.of(e);
    } catch (RuntimeException e) {
      failure =
          Optional.of(
              new IOException(String.format(Locale.ROOT, "%s: %s", path, e.getMessage()), e));
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
    try (Memory memory = new Memory(part, count, Math.min(chunk, count))) {
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
    return how == Coordination.NONCOLLECTIVE && walk.contiguous()
        ? SIMPLE_ROUND_BYTES
        : ROUND_BYTES;
  }

  /// @throws IOException what this rank has failed with
  void rethrow() throws IOException {
    if (failure.isPresent()) {
      throw failure.get();
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
    attempt(() -> made.add(SelectedBytes.type(mpi, part.view(), part.selection(), width)));
    if (made.isEmpty()) {
      join(() -> file.view(0));
      return;
    }
    try (MpiDatatype type = made.getFirst()) {
      join(() -> file.view(format.dataOffset(), type.handle()));
    }
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

  /// The part in memory, as bytes of the file.
  private final class Memory implements AutoCloseable {
    private Optional<FileBytes> bytes = Optional.empty();

    Memory(Part part, long count, long chunk) {
      if (count > 0) {
        attempt(() -> bytes = Optional.of(FileBytes.of(part, format, chunk)));
      }
    }

    void read(long from, long count) {
      move(from, count, FileBytes::room, file::read);
      if (count > 0) {
        attempt(() -> bytes.orElseThrow().took(from, count));
      }
    }

    void write(long from, long count) {
      MemorySegment data = move(from, count, FileBytes::filled, file::write);
      if (checks) {
        check(from, count, data);
      }
    }

    private MemorySegment move(long from, long count, Shown shown, Transfer transfer) {
      MemorySegment[] memory = {MemorySegment.NULL};
      if (count > 0) {
        attempt(() -> memory[0] = shown.of(bytes.orElseThrow(), from, count));
      }
      long n = failure.isPresent() ? 0 : count;
      join(() -> transfer.of(how, from * width, memory[0], n * width));
      return memory[0];
    }

    private void check(long from, long count, MemorySegment written) {
      long n = failure.isPresent() ? 0 : count * width;
      Block found = BufferPool.shared().take(Math.max(n, 1));
      try {
        MemorySegment room = found.memory().asSlice(0, n).fill((byte) 0);
        join(() -> file.read(how, from * width, room, n));
        attempt(() -> file.requireSame(written.asSlice(0, n), room));
      } finally {
        found.release();
      }
    }

    @Override
    public void close() {
      bytes.ifPresent(FileBytes::close);
    }
  }

  private interface Shown {
    MemorySegment of(FileBytes bytes, long from, long count);
  }

  private interface Transfer {
    void of(Coordination how, long at, MemorySegment memory, long bytes) throws IOException;
  }

  /// The MPI datatype of what is selected in a file, whose axes may lie in another order.
  private static final class SelectedBytes {
    private SelectedBytes() {}

    /// @param width of an element in the file
    /// @param selection of one element or more
    static MpiDatatype type(Mpi mpi, View view, Selection selection, int width) {
      int axes = selection.rank();
      long[] extents = new long[axes];
      List<Comb> combs = new ArrayList<>();
      for (int nth = 0; nth < axes; nth++) {
        int axis = axis(view, axes, nth);
        extents[nth] = view.shape().extent(axis);
        combs.add(selection.comb(axis));
      }
      return MpiDatatype.ofBytes(mpi, Shape.of(extents), Selection.of(combs), width);
    }

    /// The axis that is the n-th slowest in the file.
    private static int axis(View view, int axes, int nth) {
      boolean stays = view.storage() == StorageOrder.ROW_MAJOR || (view.pairs() && nth == axes - 1);
      return stays ? nth : (view.pairs() ? axes - 1 : axes) - 1 - nth;
    }
  }
}
