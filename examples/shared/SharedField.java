import io.penstock.array.ElementType;
import io.penstock.array.Hyperslab;
import io.penstock.array.Shape;
import io.penstock.collective.SharedArrayFile;
import io.penstock.file.OpenMode;
import io.penstock.message.Communicator;
import io.penstock.message.Reduction;
import io.penstock.message.Shares;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/// A file that all ranks write and read together, in a folder that all of them see.
///
/// ```sh
/// javac -cp 'cli/target/modules/*' -d /tmp/examples examples/shared/SharedField.java
/// ./penstock run -n 4 -cp /tmp/examples SharedField field.npy 1000 800 10
/// ```
///
/// In each round every rank writes some rows of a new file, which replaces the last round's when
/// all have written. Then every rank reads some columns, which others wrote, and compares them. The
/// file is the same to the last bit however many ranks there were.
public final class SharedField {
  private final Communicator world;
  private final Path file;
  private final int rows;
  private final int columns;

  private SharedField(Communicator world, Path file, int rows, int columns) {
    this.world = world;
    this.file = file;
    this.rows = rows;
    this.columns = columns;
  }

  public static void main(String[] args) throws IOException {
    Path file = Path.of(args.length > 0 ? args[0] : "field.npy");
    int rows = args.length > 1 ? Integer.parseInt(args[1]) : 1000;
    int columns = args.length > 2 ? Integer.parseInt(args[2]) : 800;
    int rounds = args.length > 3 ? Integer.parseInt(args[3]) : 10;
    try (Communicator world = Communicator.world()) {
      SharedField field = new SharedField(world, file, rows, columns);
      long[] wrong = new long[1];
      for (int round = 0; round < rounds; round++) {
        field.write(round);
        wrong[0] += field.compare(round);
      }
      world.allReduce(wrong, wrong, Reduction.SUM);
      if (world.rank() == 0) {
        System.out.printf("%d rounds, %d wrong elements%n", rounds, wrong[0]);
      }
      if (wrong[0] > 0) {
        throw new IOException(file + " holds what nobody wrote");
      }
    }
  }

  private void write(int round) throws IOException {
    Shares shares = Shares.balanced(rows, world.size());
    long first = shares.displacement(world.rank());
    long count = shares.count(world.rank());
    double[] mine = new double[Math.toIntExact(count * columns)];
    Arrays.setAll(mine, i -> value(round, first * columns + i));
    Shape shape = Shape.of(rows, columns);
    try (SharedArrayFile all = SharedArrayFile.create(world, file, ElementType.DOUBLE, shape)) {
      all.writeAll(Hyperslab.at(first, 0).count(count, columns), mine);
    }
  }

  /// The number of elements that are not what they should be.
  private long compare(int round) throws IOException {
    Shares shares = Shares.balanced(columns, world.size());
    long first = shares.displacement(world.rank());
    int count = Math.toIntExact(shares.count(world.rank()));
    double[] mine = new double[rows * count];
    try (SharedArrayFile all = SharedArrayFile.open(world, file, OpenMode.READ)) {
      all.readAll(Hyperslab.at(0, first).count(rows, count), mine);
    }
    long wrong = 0;
    for (int i = 0; i < mine.length; i++) {
      long element = (long) (i / count) * columns + first + i % count;
      wrong += mine[i] == value(round, element) ? 0 : 1;
    }
    return wrong;
  }

  private static double value(int round, long element) {
    return round + 0.5 * element;
  }
}
