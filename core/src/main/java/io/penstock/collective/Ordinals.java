package io.penstock.collective;

import io.penstock.array.Comb;
import io.penstock.array.Selection;

/// A count of the elements of a selection before a position of the file.
final class Ordinals {
  private final Comb[] combs;
  private final long[] units;
  private final long[] inner;
  private final long size;

  Ordinals(View view, Selection selection) {
    int rank = selection.rank();
    combs = new Comb[rank];
    units = new long[rank];
    inner = new long[rank];
    long unit = 1;
    long within = 1;
    for (int nth = rank - 1; nth >= 0; nth--) {
      int axis = view.axis(nth);
      combs[nth] = selection.comb(axis);
      units[nth] = unit;
      inner[nth] = within;
      unit *= view.shape().extent(axis);
      within *= combs[nth].size();
    }
    size = within;
  }

  long size() {
    return size;
  }

  /// How many selected elements lie before a position.
  long before(long position) {
    if (size == 0) {
      return 0;
    }
    long count = 0;
    long rest = position;
    for (int nth = 0; nth < combs.length; nth++) {
      long index = rest / units[nth];
      rest -= index * units[nth];
      count += Meeting.below(combs[nth], index) * inner[nth];
      if (!Meeting.has(combs[nth], index)) {
        return count;
      }
    }
    return combs.length == 0 ? Math.min(position, 1) : count;
  }

  /// The position of the first element; 0 if there is none.
  long first() {
    long position = 0;
    for (int nth = 0; nth < combs.length && size > 0; nth++) {
      position += combs[nth].start() * units[nth];
    }
    return position;
  }

  /// One past the position of the last element; 0 if there is none.
  long end() {
    long position = size > 0 ? 1 : 0;
    for (int nth = 0; nth < combs.length && size > 0; nth++) {
      position += (combs[nth].end() - 1) * units[nth];
    }
    return position;
  }
}
