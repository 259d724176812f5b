package io.penstock.collective;

import io.penstock.array.Comb;
import io.penstock.array.Selection;

/// Whether selections have elements in common.
final class Meeting {
  private Meeting() {}

  /// Selections are products: they meet where they meet along every axis.
  static boolean of(Selection one, Selection other) {
    for (int axis = 0; axis < one.rank(); axis++) {
      if (!of(one.comb(axis), other.comb(axis))) {
        return false;
      }
    }
    return true;
  }

  static boolean of(Comb one, Comb other) {
    boolean empty = one.count() == 0 || other.count() == 0;
    if (empty || one.start() >= other.end() || other.start() >= one.end()) {
      return false;
    }
    boolean several = one.count() > 1 && other.count() > 1;
    boolean even = several && one.stride() == other.stride();
    return even ? evenly(one, other) : tooth(one, other);
  }

  /// Combs of one stride: `other` lags behind `one` by whole strides and a rest. Each of its blocks
  /// can meet the one that begins at or before it, and the one after that.
  private static boolean evenly(Comb one, Comb other) {
    long stride = one.stride();
    long whole = Math.floorDiv(other.start() - one.start(), stride);
    long rest = Math.floorMod(other.start() - one.start(), stride);
    return before(one, other, whole, rest) || before(other, one, -whole - 1, stride - rest);
  }

  /// Whether a block of `late` begins inside the block of `early` that is `whole` blocks further on
  /// and begins `rest` before it.
  private static boolean before(Comb early, Comb late, long whole, long rest) {
    long first = Math.max(0, whole);
    long last = Math.min(early.count() - 1, late.count() - 1 + whole);
    long length = first < early.count() - 1 ? early.block() : early.last();
    return first <= last && rest < length;
  }

  /// Combs of different strides: block by block of the one that has fewer.
  private static boolean tooth(Comb one, Comb other) {
    Comb few = one.count() <= other.count() ? one : other;
    Comb many = few.equals(one) ? other : one;
    for (long i = 0; i < few.count(); i++) {
      long from = few.start() + i * few.stride();
      long length = i == few.count() - 1 ? few.last() : few.block();
      if (below(many, from + length) > below(many, from)) {
        return true;
      }
    }
    return false;
  }

  /// How many indices of a comb are less than `index`.
  static long below(Comb comb, long index) {
    if (index <= comb.start() || comb.count() == 0) {
      return 0;
    }
    long distance = index - comb.start();
    long teeth = distance / comb.stride();
    if (teeth >= comb.count()) {
      return comb.size();
    }
    long length = teeth == comb.count() - 1 ? comb.last() : comb.block();
    return teeth * comb.block() + Math.min(length, distance - teeth * comb.stride());
  }

  /// Whether an index is one of a comb's.
  static boolean has(Comb comb, long index) {
    return below(comb, index + 1) > below(comb, index);
  }
}
