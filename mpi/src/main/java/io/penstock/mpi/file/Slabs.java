package io.penstock.mpi.file;

import io.penstock.array.AxisSelection;
import io.penstock.array.Selection;
import io.penstock.collective.View;
import java.util.ArrayList;
import java.util.List;

/// A cursor over the slabs of a file: boxes, one after the other in file order, in none of which a
/// rank has selected more than so many elements. Slabs in which no rank has any are passed over.
///
/// All ranks see the same slabs. Whatever MPI does for a slab stays in one region of the file, and
/// what it remembers of a file view is as short as the slab.
final class Slabs {
  private final View view;
  private final List<Selection> selections;

  /// The axis in whose direction the slabs follow one another, counted from the slowest in the
  /// file. Along slower axes a slab has one index, along faster ones all.
  private final int cut;

  /// How many indices of that axis a slab has.
  private final long thickness;

  private final long[] low;
  private final long[] high;
  private final long[] at;

  /// A cursor before the first slab.
  ///
  /// @param selections of all ranks
  /// @param most elements of a rank in a slab, 1 or more
  Slabs(View view, List<Selection> selections, long most) {
    this.view = view;
    this.selections = selections.stream().filter(selection -> selection.size() > 0).toList();
    this.cut = cut(most);
    this.low = new long[cut + 1];
    this.high = new long[cut + 1];
    for (int nth = 0; nth <= cut; nth++) {
      low[nth] = low(nth);
      high[nth] = high(nth);
    }
    this.at = low.clone();
    this.thickness = thickness(most);
    at[cut] -= thickness;
  }

  /// The slowest axis of whose indices each has at most so many elements of a rank.
  private int cut(long most) {
    int nth = 0;
    while (thickest(nth) > most) {
      nth++;
    }
    return nth;
  }

  /// The most elements that a rank has at one index of an axis, all slower ones being fixed.
  private long thickest(int nth) {
    return selections.stream().mapToLong(selection -> faster(selection, nth)).max().orElse(0);
  }

  private long faster(Selection selection, int nth) {
    long elements = 1;
    for (int axis = nth + 1; axis < selection.rank(); axis++) {
      elements *= along(selection, axis).size();
    }
    return elements;
  }

  /// An array without axes has one element, as if along one.
  private AxisSelection along(Selection selection, int nth) {
    return selection.rank() == 0 ? AxisSelection.range(0, 1) : selection.axis(view.axis(nth));
  }

  private long low(int nth) {
    return selections.stream()
        .mapToLong(selection -> along(selection, nth).start())
        .min()
        .orElse(0);
  }

  private long high(int nth) {
    return selections.stream().mapToLong(selection -> along(selection, nth).end()).max().orElse(0);
  }

  private long thickness(long most) {
    long fits = 1;
    long above = Math.max(2, high[cut] - low[cut] + 1);
    while (above - fits > 1) {
      long middle = (fits + above) >>> 1;
      if (selections.stream().allMatch(selection -> atMost(most, selection, middle))) {
        fits = middle;
      } else {
        above = middle;
      }
    }
    return fits;
  }

  private boolean atMost(long most, Selection selection, long indices) {
    return most(along(selection, cut), indices) <= most / faster(selection, cut);
  }

  /// The most that are selected of so many neighbouring indices, wherever they begin.
  private static long most(AxisSelection along, long indices) {
    long whole = indices / along.stride();
    return whole >= along.count()
        ? along.size()
        : whole * along.block() + Math.min(along.block(), indices % along.stride());
  }

  /// Goes to the next slab.
  ///
  /// @return false if there is none
  boolean advance() {
    at[cut] += thickness;
    while (at[0] < high[0]) {
      if (at[cut] >= high[cut]) {
        carry();
      } else if (pieces() > 0) {
        return true;
      } else {
        at[cut] += thickness;
      }
    }
    return false;
  }

  private void carry() {
    for (int nth = cut; nth > 0 && at[nth] >= high[nth]; nth--) {
      at[nth] = low[nth];
      at[nth - 1]++;
    }
  }

  /// The number of pieces of this slab: the most that any rank has.
  int pieces() {
    return selections.stream().mapToInt(selection -> of(selection).size()).max().orElse(0);
  }

  /// A rank's elements in this slab: none, or one selection, or two where the slab begins inside a
  /// block of several, in file order.
  List<Selection> of(Selection selection) {
    if (selection.size() == 0 || !meets(selection)) {
      return List.of();
    }
    if (selection.rank() == 0) {
      return List.of(selection);
    }
    return within(along(selection, cut), at[cut], at[cut] + thickness).stream()
        .map(some -> slab(selection, some))
        .toList();
  }

  private boolean meets(Selection selection) {
    for (int nth = 0; nth < cut; nth++) {
      if (within(along(selection, nth), at[nth], at[nth] + 1).isEmpty()) {
        return false;
      }
    }
    return true;
  }

  private Selection slab(Selection selection, AxisSelection some) {
    List<AxisSelection> perAxis = new ArrayList<>();
    for (int axis = 0; axis < selection.rank(); axis++) {
      perAxis.add(selection.axis(axis));
    }
    for (int nth = 0; nth < cut; nth++) {
      perAxis.set(view.axis(nth), AxisSelection.range(at[nth], 1));
    }
    perAxis.set(view.axis(cut), some);
    return Selection.of(perAxis);
  }

  /// What is selected of the indices from one on to another.
  private static List<AxisSelection> within(AxisSelection along, long from, long to) {
    long first = from < along.start() ? 0 : (from - along.start()) / along.stride();
    if (first < along.count() && end(along, first) <= from) {
      first++;
    }
    long behind = to <= along.start() ? 0 : (to - 1 - along.start()) / along.stride() + 1;
    long last = Math.min(along.count(), behind) - 1;
    if (first > last) {
      return List.of();
    }
    List<AxisSelection> pieces = new ArrayList<>();
    if (begin(along, first) < from) {
      pieces.add(AxisSelection.range(from, Math.min(to, end(along, first)) - from));
      first++;
    }
    if (first <= last) {
      pieces.add(blocks(along, first, last, to));
    }
    return pieces;
  }

  private static AxisSelection blocks(AxisSelection along, long first, long last, long to) {
    long rest = Math.min(to, end(along, last)) - begin(along, last);
    return first == last
        ? AxisSelection.range(begin(along, first), rest)
        : new AxisSelection(
            begin(along, first), along.stride(), last - first + 1, along.block(), rest);
  }

  private static long begin(AxisSelection along, long block) {
    return along.start() + block * along.stride();
  }

  private static long end(AxisSelection along, long block) {
    return begin(along, block) + (block == along.count() - 1 ? along.last() : along.block());
  }
}
