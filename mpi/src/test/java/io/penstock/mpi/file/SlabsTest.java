package io.penstock.mpi.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.AxisSelection;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import io.penstock.array.pack.Walk;
import io.penstock.collective.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class SlabsTest {
  static LongStream seeds() {
    return LongStream.range(0, 500);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void theSlabsOfEachRankAreItsSelectionInFileOrder(long seed) {
    Random random = new Random(seed);
    View view = view(random);
    List<Selection> ranks =
        Stream.generate(() -> selection(random, view.shape())).limit(random.nextInt(1, 4)).toList();
    long most = random.nextInt(1, 41);
    List<List<Long>> found = new ArrayList<>();
    ranks.forEach(_ -> found.add(new ArrayList<>()));
    Slabs slabs = new Slabs(view, ranks, most);
    while (slabs.advance()) {
      assertThat(slabs.pieces()).isBetween(1, 2);
      for (int rank = 0; rank < ranks.size(); rank++) {
        List<Selection> pieces = slabs.of(ranks.get(rank));
        assertThat(pieces).hasSizeLessThanOrEqualTo(slabs.pieces());
        assertThat(pieces.stream().mapToLong(Selection::size).sum()).isLessThanOrEqualTo(most);
        for (Selection piece : pieces) {
          found.get(rank).addAll(positions(view, piece));
        }
      }
    }
    for (int rank = 0; rank < ranks.size(); rank++) {
      assertThat(found.get(rank)).isEqualTo(positions(view, ranks.get(rank)));
    }
  }

  @Test
  void ranksThatShareAxesMoveNeighbouringElementsInASlab() {
    View view = new View(Shape.of(100, 10), StorageOrder.ROW_MAJOR, false);
    Selection left = columns(0, 3);
    Selection right = columns(3, 7);
    Slabs slabs = new Slabs(view, List.of(left, right), 70);
    int rows = 0;
    while (slabs.advance()) {
      assertThat(slabs.of(left)).singleElement().isEqualTo(block(rows, 0, 3));
      assertThat(slabs.of(right)).singleElement().isEqualTo(block(rows, 3, 7));
      rows += 10;
    }
    assertThat(rows).isEqualTo(100);
  }

  @Test
  void rowsThatNobodySelectsCostNoSlabs() {
    View view = new View(Shape.of(1L << 40, 8), StorageOrder.ROW_MAJOR, false);
    AxisSelection sparse = new AxisSelection(5, 1L << 30, 1000, 1, 1);
    Selection selection = Selection.of(List.of(sparse, AxisSelection.range(0, 8)));
    Slabs slabs = new Slabs(view, List.of(selection), 80);
    int count = 0;
    while (slabs.advance()) {
      count++;
    }
    assertThat(count).isEqualTo(100);
  }

  @Test
  void nothingSelectedIsNoSlab() {
    View view = new View(Shape.of(4, 4), StorageOrder.ROW_MAJOR, false);
    assertThat(new Slabs(view, List.of(block(0, 2, 0)), 10).advance()).isFalse();
  }

  private static Selection columns(long first, long count) {
    return Selection.of(List.of(AxisSelection.range(0, 100), AxisSelection.range(first, count)));
  }

  private static Selection block(long row, long column, long columns) {
    return Selection.of(
        List.of(AxisSelection.range(row, 10), AxisSelection.range(column, columns)));
  }

  private static View view(Random random) {
    long[] extents = random.longs(random.nextInt(5), 1, 9).toArray();
    boolean pairs = extents.length > 0 && random.nextBoolean();
    if (pairs) {
      extents[extents.length - 1] = 2;
    }
    StorageOrder[] orders = StorageOrder.values();
    return new View(Shape.of(extents), orders[random.nextInt(orders.length)], pairs);
  }

  private static Selection selection(Random random, Shape shape) {
    List<AxisSelection> perAxis = new ArrayList<>();
    for (int axis = 0; axis < shape.rank(); axis++) {
      perAxis.add(along(random, shape.extent(axis)));
    }
    return Selection.of(perAxis);
  }

  private static AxisSelection along(Random random, long extent) {
    long start = random.nextLong(extent);
    long block = random.nextLong(1, extent - start + 1);
    long stride = block + random.nextInt(3);
    long count = Math.ceilDiv(extent - start, stride);
    long last = Math.min(block, extent - start - (count - 1) * stride);
    return random.nextInt(20) == 0
        ? AxisSelection.range(start, 0)
        : new AxisSelection(start, stride, count, block, last);
  }

  private static List<Long> positions(View view, Selection selection) {
    Walk walk = new Walk();
    view.walk(walk, selection);
    List<Long> positions = new ArrayList<>();
    for (long element = 0; element < selection.size(); element++) {
      walk.seek(element);
      positions.add(walk.position());
    }
    return positions;
  }
}
