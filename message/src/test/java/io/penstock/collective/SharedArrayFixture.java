package io.penstock.collective;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.Dealing;
import io.penstock.array.Distribution;
import io.penstock.array.ElementType;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.file.ArrayFile;
import io.penstock.message.Communicator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;

/// A file of the places of its elements, and the parts of it that ranks move.
abstract class SharedArrayFixture {
  static final Shape SHAPE = Shape.of(48, 60);

  /// An element of which the value says where it lies.
  static long[] values(Selection selection) {
    long columns = SHAPE.extent(1);
    long[] values = new long[Math.toIntExact(selection.size())];
    int next = 0;
    for (long row = 0; row < SHAPE.extent(0); row++) {
      for (long column = 0; column < columns; column++) {
        if (Pattern.has(selection.axis(0), row) && Pattern.has(selection.axis(1), column)) {
          values[next++] = row * columns + column;
        }
      }
    }
    return values;
  }

  static Selection columns(Communicator world) {
    Distribution distribution =
        new Distribution(
            SHAPE, List.of(Dealing.whole(), Dealing.cyclic()), Shape.of(1, world.size()));
    return distribution.of(world.rank());
  }

  static Selection rows(Communicator world) {
    return Distribution.blocks(SHAPE, world.size()).of(world.rank());
  }

  static long[] all() {
    return LongStream.range(0, SHAPE.size()).toArray();
  }

  static void isWhole(Path path) throws IOException {
    try (ArrayFile file = ArrayFile.open(path)) {
      long[] found = new long[(int) SHAPE.size()];
      file.read(found);
      assertThat(found).isEqualTo(all());
    }
  }

  static void alone(Path path) throws IOException {
    try (ArrayFile file = ArrayFile.create(path, ElementType.LONG, SHAPE)) {
      file.write(all());
    }
  }
}
