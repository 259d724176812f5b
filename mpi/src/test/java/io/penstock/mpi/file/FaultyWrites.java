package io.penstock.mpi.file;

import io.penstock.array.Dealing;
import io.penstock.array.Distribution;
import io.penstock.array.ElementType;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.collective.Hints;
import io.penstock.collective.Pending;
import io.penstock.collective.SharedArrayFile;
import io.penstock.file.Creation;
import io.penstock.file.Npy;
import io.penstock.message.Communicator;
import io.penstock.testing.CutFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// A rank that creates a shared file by MPI-IO and says what became of each step.
///
/// ```
/// FaultyWrites FILE columns|blocks|alone     together, dealt so, or each rank for itself
/// FaultyWrites FILE columns poor             where rank 1 has no memory to read it again
/// FaultyWrites FILE cut                      where rank 1 writes a mapped file that was cut
/// FaultyWrites FILE freed                    where rank 1 has freed what it began to write
/// ```
final class FaultyWrites {
  private static final long BLOCK_BYTES = 1 << 20;
  private static final long ROW = 1024;

  private FaultyWrites() {}

  private interface Step {
    void take() throws IOException;
  }

  public static void main(String[] arguments) {
    try (Communicator world = Communicator.world()) {
      say(
          world,
          "create",
          () -> {
            Shape shape = shape(world, arguments[1]);
            SharedArrayFile file =
                SharedArrayFile.create(
                    world,
                    Path.of(arguments[0]),
                    Npy.of(ElementType.INT, shape),
                    Creation.whenComplete().sparse(), // a full device shows when it is written
                    Hints.defaults().withEngine("mpi-io"));
            if (arguments.length > 2 && world.rank() == 1) {
              PoorPool.share(file.shape().size() / world.size() * Integer.BYTES);
            }
            say(world, "write", () -> write(world, file, arguments[1]));
            say(world, "close", file::close);
          });
    }
  }

  private static Shape shape(Communicator world, String how) {
    return how.equals("blocks") || how.equals("many columns")
        ? Shape.of(world.size() * BLOCK_BYTES / ROW / Integer.BYTES, ROW)
        : Shape.of(64, ROW);
  }

  private static void write(Communicator world, SharedArrayFile file, String how)
      throws IOException {
    Dealing rows = how.endsWith("columns") ? Dealing.whole() : Dealing.block();
    Dealing columns = how.endsWith("columns") ? Dealing.cyclic() : Dealing.whole();
    Shape grid = how.endsWith("columns") ? Shape.of(1, world.size()) : Shape.of(world.size(), 1);
    Selection mine = new Distribution(file.shape(), List.of(rows, columns), grid).of(world.rank());
    if (how.equals("cut") && world.rank() == 1) {
      try (Arena arena = Arena.ofShared()) {
        file.writeAll(mine, CutFile.map(mine.size() * Integer.BYTES, arena));
      }
    } else if (how.equals("freed")) {
      writeFreed(world, file, mine);
    } else if (how.equals("alone")) {
      file.write(mine, numbers(mine.size()));
    } else {
      file.writeAll(mine, numbers(mine.size()));
    }
  }

  /// The other rank joins in when the memory is gone.
  private static void writeFreed(Communicator world, SharedArrayFile file, Selection mine)
      throws IOException {
    int[] gone = new int[1];
    if (world.rank() == 0) {
      world.receive(gone, 1, 0);
      file.writeAll(mine, numbers(mine.size()));
      return;
    }
    Arena arena = Arena.ofShared();
    Pending write = file.iwriteAll(mine, arena.allocate(mine.size() * Integer.BYTES, 4096));
    arena.close();
    world.send(gone, 0, 0);
    write.await();
  }

  private static int[] numbers(long count) {
    int[] numbers = new int[Math.toIntExact(count)];
    Arrays.setAll(numbers, i -> i + 1);
    return numbers;
  }

  private static void say(Communicator world, String name, Step step) {
    String outcome = "ok";
    try {
      step.take();
    } catch (IOException | RuntimeException e) {
      outcome = e.getClass().getSimpleName() + ": " + e.getMessage();
    }
    System.out.println(world.rank() + " " + name + " " + outcome);
  }
}
