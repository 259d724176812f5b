package io.penstock.message;

import io.penstock.array.Selection;
import io.penstock.array.Shape;
import java.util.Locale;

/// Checks of selections of memory.
final class Selected {
  private Selected() {}

  /// Checks that the selection lies inside memory of a shape.
  ///
  /// @throws IllegalArgumentException if the memory is shorter than the shape, or the ranks differ
  /// @throws IndexOutOfBoundsException if the selection leaves the shape
  static void require(Object memory, SectionType type, Shape shape, Selection selection) {
    selection.requireWithin(shape);
    if (type.elementsIn(memory) < shape.size()) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "memory of %d elements is shorter than its shape %s",
              type.elementsIn(memory),
              shape));
    }
  }
}
