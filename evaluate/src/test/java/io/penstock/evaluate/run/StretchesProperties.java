package io.penstock.evaluate.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.AxisSelection;
import io.penstock.array.Dealing;
import io.penstock.array.Distribution;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StretchesProperties {
  private static final int CASES = 1000;
  private static final int ELEMENT_BYTES = 4;

  private final Random random = new Random(20261122);

  @Test
  void theStretchesOfAllRanksCoverTheFileOnceAndEachArrayInItsOrder() {
    for (int i = 0; i < CASES; i++) {
      Distribution distribution = distribution();
      Shape shape = distribution.shape();
      int[] owners = new int[(int) shape.size()];
      Arrays.fill(owners, -1);
      for (int rank = 0; rank < distribution.grid().size(); rank++) {
        Selection part = distribution.of(rank);
        assertThat(elements(Task.stretches(shape, part, ELEMENT_BYTES), owners, rank))
            .as("case %d: rank %d of %s", i, rank, distribution)
            .isEqualTo(positions(shape, part));
      }
      assertThat(owners).as("case %d: %s", i, distribution).doesNotContain(-1);
    }
  }

  /// The elements of the file in the order of the array.
  private static List<Long> elements(Stream<Task.Piece> stretches, int[] owners, int rank) {
    List<Long> elements = new ArrayList<>();
    for (Task.Piece piece : stretches.toList()) {
      assertThat(piece.inArray()).isEqualTo((long) elements.size() * ELEMENT_BYTES);
      assertThat(piece.length()).isPositive();
      for (long at = 0; at < piece.length(); at += ELEMENT_BYTES) {
        long element = (piece.inFile() + at) / ELEMENT_BYTES;
        assertThat(owners[(int) element]).isEqualTo(-1);
        owners[(int) element] = rank;
        elements.add(element);
      }
    }
    return elements;
  }

  private static List<Long> positions(Shape shape, Selection part) {
    List<Long> positions = List.of(0L);
    for (int axis = 0; axis < shape.rank(); axis++) {
      long extent = shape.extent(axis);
      List<Long> indices = indices(part.axis(axis));
      positions =
          positions.stream()
              .flatMap(above -> indices.stream().map(index -> above * extent + index))
              .toList();
    }
    return positions;
  }

  private static List<Long> indices(AxisSelection along) {
    List<Long> indices = new ArrayList<>();
    for (long n = 0; n < along.size(); n++) {
      indices.add(along.start() + n / along.block() * along.stride() + n % along.block());
    }
    return indices;
  }

  private Distribution distribution() {
    int rank = random.nextInt(1, 5);
    long[] shape = new long[rank];
    long[] grid = new long[rank];
    List<Dealing> dealings = new ArrayList<>();
    for (int axis = 0; axis < rank; axis++) {
      shape[axis] = random.nextInt(1, 8);
      grid[axis] = random.nextInt(1, 4);
      dealings.add(dealing(grid[axis]));
    }
    return new Distribution(Shape.of(shape), dealings, Shape.of(grid));
  }

  private Dealing dealing(long processes) {
    return switch (random.nextInt(processes == 1 ? 3 : 2)) {
      case 0 -> Dealing.block();
      case 1 -> Dealing.cyclic(random.nextInt(1, 4));
      default -> Dealing.whole();
    };
  }
}
