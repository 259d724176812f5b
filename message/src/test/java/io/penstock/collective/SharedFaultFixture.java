package io.penstock.collective;

import io.penstock.array.Dealing;
import io.penstock.array.Distribution;
import io.penstock.array.ElementType;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.file.Access;
import io.penstock.file.ArrayFile;
import io.penstock.file.Npy;
import io.penstock.message.Communicator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// A file of numbers whose ranks are told of faults, and devices that fail at one rank.
abstract class SharedFaultFixture {
  static final Shape SHAPE = Shape.of(64, 1024);
  static final Npy FORMAT = Npy.of(ElementType.INT, SHAPE);
  static final int RANKS = 3;

  static Selection columns(Communicator world) {
    Distribution distribution =
        new Distribution(
            SHAPE, List.of(Dealing.whole(), Dealing.cyclic()), Shape.of(1, world.size()));
    return distribution.of(world.rank());
  }

  static int[] room(Selection selection) {
    return new int[Math.toIntExact(selection.size())];
  }

  /// Files that fail at one rank, and at that rank alone.
  static Access failing(Communicator world, int rank, FailingEngine.Call call) {
    Access access = Access.readWrite().withThreads(1);
    return world.rank() == rank ? access.withEngine(new FailingEngine(call)) : access;
  }

  static void make(Path path) throws IOException {
    try (ArrayFile file = ArrayFile.create(path, ElementType.INT, SHAPE)) {
      file.complete();
    }
  }
}
