import io.penstock.array.ElementType;
import io.penstock.array.Hyperslab;
import io.penstock.array.Shape;
import io.penstock.file.ArrayFile;
import io.penstock.message.Communicator;
import io.penstock.array.Elements;
import io.penstock.message.MessageBuffer;
import io.penstock.message.RankGrid;
import io.penstock.message.Reduction;
import io.penstock.message.Request;
import io.penstock.message.Shares;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/// Heat that spreads on a plate, computed by as many ranks as there are.
///
/// ```sh
/// javac -cp 'cli/target/modules/*' -d /tmp/examples examples/heat/Heat.java
/// ./penstock run -n 4 -cp /tmp/examples Heat field.npy 512 512 1000
/// ```
///
/// Each rank has a rectangle of the plate, with a frame of one cell around it: the halo, which
/// holds what the neighbours computed last. In each step neighbours exchange their edges. Rows lie
/// in one piece and travel as they are; columns are picked out of the array by a message buffer.
/// The upper edge of the plate is kept hot, the others cold. In the end rank 0 brings the field
/// together and writes it to a `.npy` file, the same to the last bit however many ranks there were.
public final class Heat implements AutoCloseable {
  private static final int TAG = 1;
  private static final double HOT = 100;

  private final Communicator world;
  private final int rows;
  private final int columns;
  private final Grid grid;

  private final int height;
  private final int width;
  private final Shape shape;
  private double[] now;
  private double[] next;

  private final MessageBuffer toLeft = new MessageBuffer();
  private final MessageBuffer toRight = new MessageBuffer();
  private final MessageBuffer fromLeft = new MessageBuffer();
  private final MessageBuffer fromRight = new MessageBuffer();

  private Heat(Communicator world, int rows, int columns) {
    this.world = world;
    this.rows = rows;
    this.columns = columns;
    this.grid = Grid.of(world.size(), rows, columns);
    this.height = grid.height(world.rank());
    this.width = grid.width(world.rank());
    this.shape = Shape.of(height + 2, width + 2);
    this.now = new double[(height + 2) * (width + 2)];
    this.next = new double[now.length];
  }

  public static void main(String[] args) throws IOException {
    Path file = Path.of(args.length > 0 ? args[0] : "field.npy");
    int rows = args.length > 1 ? Integer.parseInt(args[1]) : 512;
    int columns = args.length > 2 ? Integer.parseInt(args[2]) : 512;
    int steps = args.length > 3 ? Integer.parseInt(args[3]) : 1000;
    try (Communicator world = Communicator.world();
        Heat heat = new Heat(world, rows, columns)) {
      heat.warm();
      for (int step = 0; step < steps; step++) {
        heat.exchangeHalos();
        heat.step();
      }
      double hottest = heat.hottest();
      if (world.rank() == 0) {
        System.out.printf("hottest cell after %d steps: %.6f%n", steps, hottest);
      }
      heat.save(file);
    }
  }

  /// The upper edge of the plate lies in the halo of the uppermost rectangles.
  private void warm() {
    if (grid.above(world.rank()).isEmpty()) {
      Arrays.fill(now, 0, width + 2, HOT);
      Arrays.fill(next, 0, width + 2, HOT);
    }
  }

  // Rows go up and down as ranges of the array; columns go left and right in message buffers.
  private void exchangeHalos() {
    List<Request> requests = new ArrayList<>();
    grid.above(world.rank()).ifPresent(above -> exchangeRows(above, 1, 0, requests));
    grid.below(world.rank()).ifPresent(below -> exchangeRows(below, height, height + 1, requests));
    OptionalInt left = grid.left(world.rank());
    OptionalInt right = grid.right(world.rank());
    left.ifPresent(rank -> exchangeColumns(rank, 1, toLeft, fromLeft, requests));
    right.ifPresent(rank -> exchangeColumns(rank, width, toRight, fromRight, requests));
    Request.awaitAll(requests);
    left.ifPresent(rank -> fromLeft.read(now, shape, column(0)));
    right.ifPresent(rank -> fromRight.read(now, shape, column(width + 1)));
  }

  private void exchangeRows(int neighbour, int own, int halo, List<Request> requests) {
    requests.add(world.ireceive(row(halo), neighbour, TAG));
    requests.add(world.isend(row(own), neighbour, TAG));
  }

  private Elements row(int row) {
    return Elements.of(now, row * (width + 2) + 1, width);
  }

  private void exchangeColumns(
      int neighbour, int own, MessageBuffer out, MessageBuffer in, List<Request> requests) {
    requests.add(world.ireceive(in.clear(), neighbour, TAG));
    out.clear().write(now, shape, column(own)).commit();
    requests.add(world.isend(out, neighbour, TAG));
  }

  private Hyperslab column(int column) {
    return Hyperslab.at(1, column).count(height, 1);
  }

  private void step() {
    int line = width + 2;
    for (int row = 1; row <= height; row++) {
      for (int i = row * line + 1; i <= row * line + width; i++) {
        double around = now[i - line] + now[i + line] + now[i - 1] + now[i + 1];
        next[i] = now[i] + 0.2 * (around - 4 * now[i]);
      }
    }
    double[] last = now;
    now = next;
    next = last;
  }

  private double hottest() {
    double[] hottest = {Arrays.stream(field()).max().orElse(0)};
    world.allReduce(hottest, hottest, Reduction.MAXIMUM);
    return hottest[0];
  }

  /// The rectangle without its halo.
  private double[] field() {
    double[] field = new double[height * width];
    for (int row = 0; row < height; row++) {
      System.arraycopy(now, (row + 1) * (width + 2) + 1, field, row * width, width);
    }
    return field;
  }

  private void save(Path file) throws IOException {
    boolean writes = world.rank() == 0;
    double[] all = new double[writes ? rows * columns : 0];
    Shares shares = grid.shares();
    world.gather(field(), all, shares, 0);
    if (writes) {
      try (ArrayFile npy = ArrayFile.create(file, ElementType.DOUBLE, Shape.of(rows, columns))) {
        for (int rank = 0; rank < world.size(); rank++) {
          npy.write(grid.part(rank), all, (int) shares.displacement(rank));
        }
      }
    }
  }

  @Override
  public void close() {
    List.of(toLeft, toRight, fromLeft, fromRight).forEach(MessageBuffer::close);
  }

  /// The ranks as rows and columns of rectangles.
  private record Grid(RankGrid places, Shares down, Shares across) {
    static Grid of(int ranks, int rows, int columns) {
      RankGrid places = RankGrid.balanced(ranks, 2);
      return new Grid(
          places,
          Shares.balanced(rows, places.extent(0)),
          Shares.balanced(columns, places.extent(1)));
    }

    private int row(int rank) {
      return places.coordinates(rank)[0];
    }

    private int column(int rank) {
      return places.coordinates(rank)[1];
    }

    int height(int rank) {
      return (int) down.count(row(rank));
    }

    int width(int rank) {
      return (int) across.count(column(rank));
    }

    OptionalInt above(int rank) {
      return places.neighbour(rank, 0, -1);
    }

    OptionalInt below(int rank) {
      return places.neighbour(rank, 0, 1);
    }

    OptionalInt left(int rank) {
      return places.neighbour(rank, 1, -1);
    }

    OptionalInt right(int rank) {
      return places.neighbour(rank, 1, 1);
    }

    /// Where a rank's rectangle lies on the plate.
    Hyperslab part(int rank) {
      return Hyperslab.at(down.displacement(row(rank)), across.displacement(column(rank)))
          .count(height(rank), width(rank));
    }

    /// The rectangles one after the other.
    Shares shares() {
      long[] counts = new long[places.size()];
      Arrays.setAll(counts, rank -> (long) height(rank) * width(rank));
      return Shares.of(counts);
    }
  }
}
