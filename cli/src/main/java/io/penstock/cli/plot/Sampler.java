package io.penstock.cli.plot;

import io.penstock.array.DataType;
import io.penstock.array.Hyperslab;
import io.penstock.array.StorageOrder;
import io.penstock.array.convert.Floats;
import io.penstock.array.convert.Integers;
import io.penstock.cli.array.Cut;
import io.penstock.cli.array.TaskTeam;
import io.penstock.file.ArrayFile;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.LongConsumer;

/// A single pass over a line or a plane of an array file that accumulates it in a grid.
///
/// A task is a row of the grid, or a column if the file stores columns together: then long
/// stretches of the file are read.
final class Sampler {
  /// The numbers that a thread reads at a time.
  private static final int PIECE = 1 << 17;

  /// The numbers that are widened at a time, in the processor's nearest cache.
  private static final int WIDENED = 1024;

  /// The axis that a line does not have.
  private static final int NONE = -1;

  private final ArrayFile file;
  private final DataType type;
  private final Cut cut;
  private final LongConsumer progress;
  private final Grid grid;
  private final boolean byRows;
  private final int slowAxis;
  private final int fastAxis;
  private final int slowCells;
  private final int fastCells;

  private Sampler(ArrayFile file, Cut cut, int rows, int columns, LongConsumer progress) {
    this.file = file;
    this.type = file.format().type();
    this.cut = cut;
    this.progress = progress;
    int rowAxis = Figure.isLine(cut) ? NONE : cut.kept().getFirst();
    int columnAxis = cut.kept().getLast();
    this.byRows = rowAxis != NONE && file.format().storage() == StorageOrder.ROW_MAJOR;
    this.slowAxis = byRows ? rowAxis : columnAxis;
    this.fastAxis = byRows ? columnAxis : rowAxis;
    int down = (int) Math.min(rows, extent(rowAxis));
    int across = (int) Math.min(columns, extent(columnAxis));
    this.slowCells = byRows ? down : across;
    this.fastCells = byRows ? across : down;
    this.grid = new Grid(down, across);
  }

  private long extent(int axis) {
    return axis == NONE ? 1 : cut.axes().get(axis).count();
  }

  /// Samples a cut, which has one kept axis or two and is not empty.
  ///
  /// @param rows of the grid at most; a line has one
  /// @param columns of the grid at most
  /// @param progress takes the bytes read, often and from any thread
  /// @throws IOException if the file cannot be read
  static Grid sample(
      ArrayFile file, Cut cut, int rows, int columns, TaskTeam team, LongConsumer progress)
      throws IOException {
    Sampler sampler = new Sampler(file, cut, rows, columns, progress);
    team.share(sampler.slowCells, sampler::worker);
    return sampler.grid;
  }

  private TaskTeam.Worker worker() {
    Object array = Cut.array(type, PIECE);
    double[] numbers = new double[PIECE];
    long[] integers = new long[WIDENED];
    double[] wide = new double[WIDENED];
    long slow = extent(slowAxis);
    long fast = extent(fastAxis);
    int most = (int) Math.min(PIECE, fast);
    int high = PIECE / most;
    return cell -> {
      long end = Grid.edge(slow, slowCells, (int) cell + 1);
      for (long s = Grid.edge(slow, slowCells, (int) cell); s < end; s += high) {
        for (long f = 0; f < fast; f += most) {
          Hyperslab piece = piece(s, Math.min(high, end - s), f, Math.min(most, fast - f));
          int size = (int) piece.size();
          cut.read(file, piece, array);
          for (int at = 0; at < size; at += WIDENED) {
            int n = Math.min(WIDENED, size - at);
            widen(array, at, n, integers, wide);
            System.arraycopy(wide, 0, numbers, at, n);
          }
          add((int) cell, piece, numbers);
          progress.accept((long) size * type.bytes() * type.components());
        }
      }
    };
  }

  /// A rectangle in slow and fast indices.
  private Hyperslab piece(long slow, long high, long fast, long wide) {
    long[] start = new long[cut.axes().size()];
    long[] count = new long[start.length];
    Arrays.fill(count, 1);
    start[slowAxis] = slow;
    count[slowAxis] = high;
    if (fastAxis != NONE) {
      start[fastAxis] = fast;
      count[fastAxis] = wide;
    }
    return Hyperslab.at(start).count(count);
  }

  /// Widens `n` numbers to `double`, complex ones to their magnitudes.
  private void widen(Object array, int at, int n, long[] integers, double[] wide) {
    if (Integers.holds(type)) {
      Integers.load(type, array, at, integers, n);
      Integers.toDoubles(type, integers, n, wide);
    } else if (type.components() == 2) {
      Floats.loadMagnitudes(array, 2 * at, wide, n);
    } else {
      Floats.load(array, at, 1, wide, n);
    }
  }

  private void add(int slowCell, Hyperslab piece, double[] numbers) {
    int high = (int) piece.axis(slowAxis).count();
    long first = fastAxis == NONE ? 0 : piece.axis(fastAxis).start();
    int wide = fastAxis == NONE ? 1 : (int) piece.axis(fastAxis).count();
    int slowStep = byRows ? wide : 1;
    int fastStep = byRows ? 1 : high;
    long fast = extent(fastAxis);
    for (int cell = Grid.cell(fast, fastCells, first); cell < fastCells; cell++) {
      int from = (int) (Math.max(Grid.edge(fast, fastCells, cell), first) - first);
      int to = (int) (Math.min(Grid.edge(fast, fastCells, cell + 1), first + wide) - first);
      if (from >= to) {
        break;
      }
      for (int s = 0; s < high; s++) {
        int row = byRows ? slowCell : cell;
        int column = byRows ? cell : slowCell;
        grid.add(row, column, numbers, s * slowStep + from * fastStep, fastStep, to - from);
      }
    }
  }
}
