import io.penstock.array.ElementType;
import io.penstock.array.Hyperslab;
import io.penstock.array.Shape;
import io.penstock.file.Access;
import io.penstock.file.ArrayFile;
import io.penstock.file.FileEngine;
import io.penstock.file.FileEngines;
import io.penstock.memory.BufferPool;
import io.penstock.memory.BufferPools;
import io.penstock.memory.Lease;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/// Writes an array file, reads all of it and a hyperslab by each engine, and leases memory. It
/// fails where an engine cannot work: an image that lacks metadata shows there.
public final class Field {
  private static final int SIDE = 1024;
  private static final int TILE = 64;

  private Field() {}

  /// Argument: the file to write.
  public static void main(String[] arguments) throws IOException {
    Path file = Path.of(arguments[0]);
    double[] field = new double[SIDE * SIDE];
    for (int i = 0; i < field.length; i++) {
      field[i] = i;
    }
    try (ArrayFile made = ArrayFile.create(file, ElementType.DOUBLE, Shape.of(SIDE, SIDE))) {
      made.write(field);
    }
    FileEngines.bind();
    for (String name : List.of("auto", "posix", "mapped", "channel")) {
      read(file, FileEngines.named(name));
      System.out.println(name + " reads what was written");
    }
    lease(BufferPool.shared());
    try (BufferPool own = BufferPools.cached()) {
      lease(own);
    }
    System.out.println("leases end when they are closed");
  }

  private static void read(Path file, FileEngine engine) throws IOException {
    double[] all = new double[SIDE * SIDE];
    double[] tile = new double[TILE * TILE];
    try (ArrayFile open = ArrayFile.open(file, Access.read().withEngine(engine))) {
      open.read(all);
      open.read(Hyperslab.at(TILE, 2 * TILE).count(TILE, TILE), tile);
    }
    for (int i = 0; i < all.length; i++) {
      check(all[i] == i, "element", i);
    }
    for (int i = 0; i < tile.length; i++) {
      long row = TILE + i / TILE;
      check(tile[i] == row * SIDE + 2 * TILE + i % TILE, "element of the hyperslab", i);
    }
  }

  private static void lease(BufferPool pool) {
    Lease lease = pool.lease(1 << 20);
    var segment = lease.segment();
    segment.fill((byte) 1);
    lease.close();
    check(!segment.scope().isAlive(), "lease", 0);
  }

  private static void check(boolean holds, String what, int index) {
    if (!holds) {
      throw new AssertionError(String.format(Locale.ROOT, "%s %d is wrong", what, index));
    }
  }
}
