package io.penstock.collective;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.DataType;
import io.penstock.array.ElementType;
import io.penstock.array.Hyperslab;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import io.penstock.file.Raw;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a rank sees of the accesses of all.
class PatternTest {
  private static final Shape SHAPE = Shape.of(8, 10);
  private static final View ROWS = new View(SHAPE, StorageOrder.ROW_MAJOR, false);
  private static final Selection NONE = Hyperslab.at(0, 0).count(0, 0);
  private static final Selection TWO_ROWS = Hyperslab.at(0, 0).count(2, 10);
  private static final Selection FOUR_COLUMNS = Hyperslab.at(2, 3).count(3, 4);
  private static final Selection EVERY_OTHER = Hyperslab.at(6, 0).stride(1, 2).count(2, 5);

  private static Pattern reading(Selection... selections) {
    return new Pattern(Direction.READ, ROWS, List.of(selections));
  }

  @Test
  void stretchesAreMeasuredByTheShortestRanks() {
    assertThat(reading(NONE, NONE).stretch()).isEqualTo(Long.MAX_VALUE);
    assertThat(reading(NONE, TWO_ROWS).stretch()).isEqualTo(20);
    assertThat(reading(TWO_ROWS, FOUR_COLUMNS).stretch()).isEqualTo(4);
    assertThat(reading(TWO_ROWS, FOUR_COLUMNS, EVERY_OTHER).stretch()).isEqualTo(1);
  }

  @Test
  void aPatternIsContiguousWhereEachRanksElementsAre() {
    assertThat(reading(NONE, TWO_ROWS).contiguous()).isTrue();
    assertThat(reading(TWO_ROWS, FOUR_COLUMNS).contiguous()).isFalse();
    assertThat(reading(FOUR_COLUMNS, TWO_ROWS).contiguous()).isFalse();
  }

  @Test
  void theElementsOfAllRanksAreCounted() {
    assertThat(reading(NONE, TWO_ROWS, FOUR_COLUMNS).count()).isEqualTo(32);
    assertThat(reading(NONE).count()).isZero();
  }

  @Test
  void aRankThatMovesItsPartAloneSeesNoOther() {
    Raw format = Raw.of(ElementType.INT, ByteOrder.BIG_ENDIAN, SHAPE);
    Part part = Part.of(Direction.WRITE, format, FOUR_COLUMNS, new int[12]);
    Pattern alone = Pattern.of(part);
    assertThat(alone.selections()).containsExactly(FOUR_COLUMNS);
    assertThat(alone.view()).isEqualTo(ROWS);
    assertThat(alone.overlaps()).isFalse();
  }

  @Test
  void longStretchesAreMovedByTheirOwnRanks() {
    Pattern pattern = reading(TWO_ROWS, FOUR_COLUMNS);
    assertThat(pattern.isStraight(4)).isTrue();
    assertThat(pattern.isStraight(5)).isFalse();
    assertThat(reading(TWO_ROWS, NONE).isStraight(1000)).isTrue();
    assertThat(reading(NONE, NONE).isStraight(1000)).isTrue();
  }

  @Test
  void whatSeveralRanksWriteGoesThroughOneOfThem() {
    Selection third = Hyperslab.at(1, 0).count(1, 10);
    List<Selection> common = List.of(FOUR_COLUMNS, TWO_ROWS, third);
    Pattern writing = new Pattern(Direction.WRITE, ROWS, common);
    assertThat(writing.overlaps()).isTrue();
    assertThat(writing.overlapping()).containsExactly(1, 2);
    assertThat(writing.isStraight(1)).isFalse();
    assertThat(new Pattern(Direction.READ, ROWS, common).overlaps()).isFalse();
    assertThat(new Pattern(Direction.WRITE, ROWS, List.of(FOUR_COLUMNS, TWO_ROWS)).overlaps())
        .isFalse();
  }

  @Test
  void axesAreCountedFromTheSlowestInTheFile() {
    Shape shape = Shape.of(2, 3, 4);
    View first = new View(shape, StorageOrder.ROW_MAJOR, false);
    assertThat(List.of(first.axis(0), first.axis(1), first.axis(2))).containsExactly(0, 1, 2);
    View last = new View(shape, StorageOrder.COLUMN_MAJOR, false);
    assertThat(List.of(last.axis(0), last.axis(1), last.axis(2))).containsExactly(2, 1, 0);
  }

  @Test
  void theTwoPartsOfComplexNumbersStayTogetherInAnyOrder() {
    Raw complex =
        Raw.of(DataType.COMPLEX64, ByteOrder.BIG_ENDIAN, Shape.of(3, 4))
            .withStorage(StorageOrder.COLUMN_MAJOR);
    View pairs = View.of(complex);
    assertThat(pairs.pairs()).isTrue();
    assertThat(List.of(pairs.axis(0), pairs.axis(1), pairs.axis(2))).containsExactly(1, 0, 2);
    assertThat(View.flat(complex)).isEqualTo(new View(Shape.of(24), StorageOrder.ROW_MAJOR, false));
    Raw real = Raw.of(ElementType.INT, ByteOrder.BIG_ENDIAN, Shape.of(3, 4));
    assertThat(View.of(real).pairs()).isFalse();
  }
}
