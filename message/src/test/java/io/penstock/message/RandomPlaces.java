package io.penstock.message;

import io.penstock.array.Hyperslab;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.testing.RandomSelections;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// Which elements of memory a transfer moves, in order, and in which form it is told so.
final class RandomPlaces {
  private static final int MOST_ELEMENTS = 200;

  /// How a transfer names elements.
  enum Form {
    RANGE,
    INT_INDEXES,
    LONG_INDEXES,
    SELECTION
  }

  final Form form;
  final int memoryLength;
  final int[] positions;
  int from;
  Shape shape = Shape.of();
  Selection selection = Hyperslab.at();

  private RandomPlaces(Form form, int memoryLength, int[] positions) {
    this.form = form;
    this.memoryLength = memoryLength;
    this.positions = positions;
  }

  static RandomPlaces range(int from, int count) {
    RandomPlaces places =
        new RandomPlaces(
            Form.RANGE, from + count + 3, IntStream.range(from, from + count).toArray());
    places.from = from;
    return places;
  }

  static RandomPlaces next(SplittableRandom random) {
    return switch (random.nextInt(4)) {
      case 0 -> range(random.nextInt(5), random.nextInt(MOST_ELEMENTS));
      case 1 -> indexed(Form.INT_INDEXES, random);
      case 2 -> indexed(Form.LONG_INDEXES, random);
      default -> selected(random);
    };
  }

  private static RandomPlaces indexed(Form form, SplittableRandom random) {
    int length = 1 + random.nextInt(MOST_ELEMENTS);
    return new RandomPlaces(
        form, length, random.ints(random.nextInt(MOST_ELEMENTS), 0, length).toArray());
  }

  private static RandomPlaces selected(SplittableRandom random) {
    RandomSelections selections = new RandomSelections(random);
    Shape shape = selections.shape(MOST_ELEMENTS);
    Selection selection = selections.within(shape);
    int[] positions =
        LongStream.of(RandomSelections.positions(shape, selection))
            .mapToInt(Math::toIntExact)
            .toArray();
    int length = Math.toIntExact(shape.size()) + random.nextInt(3);
    RandomPlaces places = new RandomPlaces(Form.SELECTION, length, positions);
    places.shape = shape;
    places.selection = selection;
    return places;
  }

  /// The positions, behind two places that do not exist.
  int[] indexes() {
    return IntStream.concat(IntStream.of(-1, -1), IntStream.of(positions)).toArray();
  }

  /// The positions, behind two places that do not exist.
  long[] longIndexes() {
    return IntStream.of(indexes()).asLongStream().toArray();
  }
}
