package io.penstock.message.ranks;

import io.penstock.message.Reduction;

/// Applies a reduction to two regions, a piece at a time that fits the processor's cache.
///
/// Loops are vector code on arrays, not on memory in general.
final class Folding {
  private static final int PIECE = 4096;

  private final Reduction reduction;

  Folding(Reduction reduction) {
    this.reduction = reduction;
  }

  /// Sets `right[i] = left[i] op right[i]`.
  void intoRight(Region left, Region right) {
    fold(left, right, right);
  }

  /// Sets `left[i] = left[i] op right[i]`.
  void intoLeft(Region left, Region right) {
    fold(left, right, left);
  }

  private void fold(Region left, Region right, Region result) {
    int piece = Math.max(1, PIECE / reduction.width()) * reduction.width();
    long count = left.count();
    Pieces pieces = new Pieces(left, (int) Math.min(piece, count));
    long at = 0;
    for (; at <= count - piece; at += piece) {
      pieces.fold(left, right, result, at);
    }
    if (at < count) {
      new Pieces(left, (int) (count - at)).fold(left, right, result, at);
    }
  }

  private final class Pieces {
    private final Object left;
    private final Object right;

    Pieces(Region region, int length) {
      left = region.array(length);
      right = region.array(length);
    }

    void fold(Region leftOf, Region rightOf, Region result, long at) {
      leftOf.read(at, left);
      rightOf.read(at, right);
      reduction.combine(left, right);
      result.write(at, right);
    }
  }
}
