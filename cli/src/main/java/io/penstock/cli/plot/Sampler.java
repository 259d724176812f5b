package io.penstock.cli.plot;

import io.penstock.array.StorageOrder;
import io.penstock.cli.array.Cut;
import io.penstock.cli.array.CutReader;
import io.penstock.cli.array.Progress;
import io.penstock.cli.array.Team;
import io.penstock.cli.array.Tile;
import io.penstock.cli.array.Widening;
import io.penstock.file.ArrayFile;
import java.io.IOException;
import java.util.Arrays;

/// Reads all of a line or a plane once and sums it up in the cells of a grid.
///
/// A task is all that falls in one row of the grid, or in one column where columns are what the
/// file stores together: then whole stretches of the file are read.
final class Sampler {
  private static final int PIECE = 1 << 17;

  private final CutReader reader;
  private final Progress progress;
  private final Grid grid;
  private final int slowAxis;
  private final int fastAxis;
  private final boolean byRows;
  private final Bins slow;
  private final Bins fast;

  private Sampler(ArrayFile file, Cut cut, int rows, int columns, Progress progress) {
    this.reader = new CutReader(file, cut);
    this.progress = progress;
    int rowAxis = cut.kept().size() == 2 ? cut.kept().getFirst() : NONE;
    int columnAxis = cut.kept().getLast();
    this.byRows = rowAxis != NONE && file.format().storage() == StorageOrder.ROW_MAJOR;
    this.slowAxis = byRows ? rowAxis : columnAxis;
    this.fastAxis = byRows ? columnAxis : rowAxis;
    Bins down = new Bins(extent(cut, rowAxis), rows);
    Bins across = new Bins(extent(cut, columnAxis), columns);
    this.slow = byRows ? down : across;
    this.fast = byRows ? across : down;
    this.grid = new Grid(down.bins(), across.bins());
  }

  /// The axis that a line does not have.
  private static final int NONE = -1;

  private static long extent(Cut cut, int axis) {
    return axis == NONE ? 1 : cut.axes().get(axis).count();
  }

  /// Samples what `cut` takes, which has one axis or two and is not empty.
  ///
  /// @param rows at most so many rows; a line has one
  /// @param columns at most so many columns
  /// @throws IOException if the file cannot be read
  static Grid sample(ArrayFile file, Cut cut, int rows, int columns, Team team, Progress progress)
      throws IOException {
    Sampler sampler = new Sampler(file, cut, rows, columns, progress);
    team.share(sampler.slow.bins(), sampler::worker);
    return sampler.grid;
  }

  private Team.Worker worker() {
    Object array = reader.array(PIECE);
    double[] numbers = new double[PIECE];
    Widening widening = new Widening(reader.file().format().type());
    int wide = (int) Math.min(PIECE, fast.extent());
    int high = PIECE / wide;
    return bin -> {
      long end = slow.edge((int) bin + 1);
      for (long s = slow.edge((int) bin); s < end; s += high) {
        for (long f = 0; f < fast.extent(); f += wide) {
          Piece piece =
              new Piece(
                  s, (int) Math.min(high, end - s), f, (int) Math.min(wide, fast.extent() - f));
          reader.read(tile(piece), array);
          widening.widen(array, piece.size(), numbers);
          add((int) bin, piece, numbers);
          progress.moved(bytes(piece));
        }
      }
    };
  }

  /// A rectangle in slow and fast indices.
  private record Piece(long slow, int high, long fast, int wide) {
    int size() {
      return high * wide;
    }
  }

  private Tile tile(Piece piece) {
    long[] from = new long[reader.cut().axes().size()];
    long[] count = new long[from.length];
    Arrays.fill(count, 1);
    from[slowAxis] = piece.slow;
    count[slowAxis] = piece.high;
    if (fastAxis != NONE) {
      from[fastAxis] = piece.fast;
      count[fastAxis] = piece.wide;
    }
    return new Tile(from, count);
  }

  private long bytes(Piece piece) {
    return (long) piece.size()
        * reader.file().format().type().bytes()
        * reader.file().format().type().components();
  }

  private void add(int slowBin, Piece piece, double[] numbers) {
    int slowStep = byRows ? piece.wide : 1;
    int fastStep = byRows ? 1 : piece.high;
    for (int bin = fast.bin(piece.fast); bin < fast.bins(); bin++) {
      int from = (int) (Math.max(fast.edge(bin), piece.fast) - piece.fast);
      int to = (int) (Math.min(fast.edge(bin + 1), piece.fast + piece.wide) - piece.fast);
      if (from >= to) {
        break;
      }
      for (int s = 0; s < piece.high; s++) {
        int at = s * slowStep + from * fastStep;
        grid.add(byRows ? slowBin : bin, byRows ? bin : slowBin, numbers, at, fastStep, to - from);
      }
    }
  }
}
