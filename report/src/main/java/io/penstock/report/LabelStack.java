package io.penstock.report;

import java.util.ArrayList;
import java.util.List;

/// Places labels in a column so that each is near where it belongs and none overlaps another.
final class LabelStack {
  /// Labels that touch and are moved as one; `wish` is the sum of where each would put the first.
  private record Block(int count, double wish) {
    double start(double spacing, double top, double bottom) {
      double highest = bottom - (count - 1) * spacing;
      return Math.max(top, Math.min(highest, wish / count));
    }
  }

  private LabelStack() {}

  /// Moves labels apart, as little as it takes.
  ///
  /// @param wishes where each label belongs, ascending
  /// @param spacing the least distance between two
  /// @return where each stands, ascending, within `top` and `bottom` if there is room for all
  static List<Double> place(List<Double> wishes, double spacing, double top, double bottom) {
    List<Block> blocks = new ArrayList<>();
    for (double wish : wishes) {
      Block block = new Block(1, wish);
      while (!blocks.isEmpty() && touches(blocks.getLast(), block, spacing, top, bottom)) {
        block = joined(blocks.removeLast(), block, spacing);
      }
      blocks.add(block);
    }
    List<Double> places = new ArrayList<>();
    for (Block block : blocks) {
      for (int i = 0; i < block.count(); i++) {
        places.add(block.start(spacing, top, bottom) + i * spacing);
      }
    }
    return places;
  }

  private static boolean touches(
      Block above, Block below, double spacing, double top, double bottom) {
    double end = above.start(spacing, top, bottom) + above.count() * spacing;
    return end > below.start(spacing, top, bottom);
  }

  private static Block joined(Block above, Block below, double spacing) {
    double shifted = below.wish() - below.count() * above.count() * spacing;
    return new Block(above.count() + below.count(), above.wish() + shifted);
  }
}
