package io.penstock.array.pack;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.Hyperslab;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import io.penstock.testing.RandomSelections;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Random selections against every element asked one by one.
class WalkProperties {
  private static final int CASES = 4000;

  private final SplittableRandom random = new SplittableRandom(20261121);
  private final RandomSelections selections = new RandomSelections(random);
  private final Walk walk = new Walk();

  @Test
  void aWalkMeetsTheSelectedElementsInTheOrderOfTheFile() {
    for (int i = 0; i < CASES; i++) {
      NaiveWalk naive = draw();
      walk.over(naive.shape(), naive.selection(), naive.storage(), naive.pairs());
      assertThat(Runs.positions(walk)).as("case %d: %s", i, naive).containsExactly(naive.stored());
    }
  }

  @Test
  void aDenseWalkMeetsThemWhereTheyLieAmongThemselves() {
    for (int i = 0; i < CASES; i++) {
      NaiveWalk naive = draw();
      long first = random.nextInt(5);
      walk.dense(naive.selection(), naive.storage(), naive.pairs(), first);
      long[] expected = naive.dense();
      for (int k = 0; k < expected.length; k++) {
        expected[k] += first;
      }
      assertThat(Runs.positions(walk)).as("case %d: %s", i, naive).containsExactly(expected);
    }
  }

  @Test
  void aWalkInMemoryMeetsThemWhereTheyLieInARowMajorArray() {
    for (int i = 0; i < CASES; i++) {
      NaiveWalk naive = draw();
      walk.inMemory(naive.shape(), naive.selection(), naive.storage(), naive.pairs());
      assertThat(Runs.positions(walk))
          .as("case %d: %s", i, naive)
          .containsExactly(naive.rowMajor());
    }
  }

  @Test
  void aWalkMayBeginAnywhereAndGoOnInSteps() {
    for (int i = 0; i < CASES; i++) {
      NaiveWalk naive = draw();
      long[] expected = naive.stored();
      walk.over(naive.shape(), naive.selection(), naive.storage(), naive.pairs());
      for (int begin = 0; begin < 4; begin++) {
        int at = random.nextInt(expected.length + 1);
        walk.seek(at);
        while (walk.remaining() > 0 && random.nextInt(20) > 0) {
          assertThat(walk.element()).isEqualTo(at);
          assertThat(walk.remaining()).isEqualTo(expected.length - at);
          assertThat(walk.position()).as("element %d of %s", at, naive).isEqualTo(expected[at]);
          long steps = 1 + random.nextLong(walk.run());
          walk.advance(steps);
          at += Math.toIntExact(steps);
        }
        assertThat(walk.element()).isEqualTo(at);
        assertThat(walk.run() == 0).isEqualTo(at == expected.length);
      }
    }
  }

  @Test
  void parallelRunsAreEquallyLongAndEquallyFarApart() {
    Walk other = new Walk();
    for (int i = 0; i < CASES; i++) {
      NaiveWalk naive = draw();
      walk.over(naive.shape(), naive.selection(), naive.storage(), naive.pairs());
      other.over(naive.shape(), naive.selection(), naive.storage(), naive.pairs());
      for (walk.seek(0); walk.remaining() > 0; walk.advance(walk.run())) {
        long runs = walk.parallelRuns();
        other.seek(walk.element());
        for (long k = 0; k < runs; k++) {
          assertThat(other.run()).as("run %d of %s", k, naive).isEqualTo(walk.run());
          long distance = runs == 1 ? 0 : walk.runDistance();
          assertThat(other.position()).isEqualTo(walk.position() + k * distance);
          other.advance(other.run());
        }
      }
    }
  }

  @Test
  void theRunsOfABoxAreAsLongAsNeighboursFollowOneAnother() {
    for (int i = 0; i < CASES; i++) {
      NaiveWalk naive = box();
      walk.over(naive.shape(), naive.selection(), naive.storage(), naive.pairs());
      int stretches = Runs.stretches(naive.stored());
      walk.seek(0);
      if (walk.size() > 0 && walk.step() == 1) {
        assertThat(Runs.count(walk)).as("case %d: %s", i, naive).isEqualTo(stretches);
      } else {
        assertThat(Runs.count(walk)).as("case %d: %s", i, naive).isLessThanOrEqualTo(stretches);
      }
      assertThat(walk.contiguous()).as("case %d: %s", i, naive).isEqualTo(stretches <= 1);
    }
  }

  @Test
  void aRangeIsOneRun() {
    for (int i = 0; i < CASES; i++) {
      long first = random.nextLong(1L << 40);
      long count = random.nextInt(100);
      walk.range(first, count);
      assertThat(walk.contiguous()).isTrue();
      assertThat(walk.size()).isEqualTo(count);
      long at = count == 0 ? 0 : random.nextLong(count);
      walk.seek(at);
      assertThat(walk.run()).isEqualTo(count - at);
      assertThat(count == 0 ? first : walk.position()).isEqualTo(first + at);
    }
  }

  private NaiveWalk draw() {
    Shape shape = selections.shape(120);
    return draw(shape, selections.within(shape));
  }

  private NaiveWalk box() {
    Shape shape = selections.shape(120);
    long[] start = new long[shape.rank()];
    long[] count = new long[shape.rank()];
    for (int axis = 0; axis < start.length; axis++) {
      boolean whole = random.nextBoolean();
      start[axis] = whole ? 0 : random.nextLong(shape.extent(axis) + 1);
      long room = shape.extent(axis) - start[axis];
      count[axis] = whole ? room : random.nextLong(room + 1);
    }
    return draw(shape, Hyperslab.at(start).count(count));
  }

  private NaiveWalk draw(Shape shape, Selection selection) {
    StorageOrder storage =
        random.nextBoolean() ? StorageOrder.ROW_MAJOR : StorageOrder.COLUMN_MAJOR;
    return new NaiveWalk(shape, selection, storage, shape.rank() > 0 && random.nextBoolean());
  }
}
