package mpi;

import java.util.Arrays;
import java.util.Locale;

/// The places of a datatype's elements, as runs of consecutive ones, and its bounds.
///
/// All numbers are in elements of the base type, relative to where an item of the datatype begins.
/// Immutable.
final class TypeMap {
  /// A single element.
  static final TypeMap ELEMENT = new TypeMap(new Runs().add(0, 1), 0, 1, false, false);

  /// No elements, and no bounds either.
  static final TypeMap EMPTY = new TypeMap(new Runs(), 0, 0, false, false);

  /// A mark of the lower bound of a structure.
  static final TypeMap LOWER = new TypeMap(new Runs(), 0, 0, true, false);

  /// A mark of the upper bound of a structure.
  static final TypeMap UPPER = new TypeMap(new Runs(), 0, 0, false, true);

  private final int[] starts;
  private final int[] lengths;
  private final int size;
  private final int lower;
  private final int upper;
  private final boolean lowerMarked;
  private final boolean upperMarked;
  private final int first;
  private final int end;

  private TypeMap(Runs runs, int lower, int upper, boolean lowerMarked, boolean upperMarked) {
    this.starts = Arrays.copyOf(runs.starts, runs.count);
    this.lengths = Arrays.copyOf(runs.lengths, runs.count);
    this.size = runs.size;
    this.lower = lower;
    this.upper = upper;
    this.lowerMarked = lowerMarked;
    this.upperMarked = upperMarked;
    this.first = runs.first;
    this.end = runs.end;
  }

  /// How many elements an item has.
  int size() {
    return size;
  }

  int lower() {
    return lower;
  }

  int upper() {
    return upper;
  }

  /// How far the next item is.
  int extent() {
    return upper - lower;
  }

  int runs() {
    return starts.length;
  }

  int start(int run) {
    return starts[run];
  }

  int length(int run) {
    return lengths[run];
  }

  /// Whether many items are one run of elements.
  boolean isDense() {
    return starts.length == 1 && starts[0] == 0 && lengths[0] == extent();
  }

  /// The first element that `count` items have.
  long first(int count) {
    return first + Math.min(0, (count - 1L) * extent());
  }

  /// The element after the last that `count` items have.
  long end(int count) {
    return end + Math.max(0, (count - 1L) * extent());
  }

  private boolean isNothing() {
    return size == 0 && !lowerMarked && !upperMarked;
  }

  /// Blocks of items of several layouts.
  ///
  /// @param counts how many items each block has
  /// @param places where each block begins
  /// @throws MPIException if there are more of one than of another, a count is negative, or a place
  ///   is not an `int`
  static TypeMap of(int[] counts, int[] places, TypeMap... items) {
    if (counts.length != places.length || counts.length != items.length) {
      throw new MPIException(
          String.format(
              Locale.ROOT,
              "%d lengths of blocks with %d displacements and %d datatypes: each block has one of"
                  + " each",
              counts.length,
              places.length,
              items.length));
    }
    try {
      Runs runs = new Runs();
      Bounds bounds = new Bounds();
      for (int i = 0; i < counts.length; i++) {
        requireCount(counts[i]);
        if (counts[i] > 0 && !items[i].isNothing()) {
          runs.addAll(items[i], counts[i], places[i]);
          bounds.add(items[i], counts[i], places[i]);
        }
      }
      return bounds.layout(runs);
    } catch (ArithmeticException e) {
      throw new MPIException("a datatype of more than 2147483647 elements", e);
    }
  }

  private static void requireCount(int count) {
    if (count < 0) {
      throw new MPIException("a block of " + count + " items: a count is 0 or more");
    }
  }

  /// A growing list of runs, in which adjacent ones become one.
  private static final class Runs {
    private int[] starts = new int[4];
    private int[] lengths = new int[4];
    private int count;
    private int size;
    private int first = Integer.MAX_VALUE;
    private int end = Integer.MIN_VALUE;

    Runs add(int start, int length) {
      if (count > 0 && starts[count - 1] + lengths[count - 1] == start) {
        lengths[count - 1] += length;
      } else {
        append(start, length);
      }
      size = Math.addExact(size, length);
      first = Math.min(first, start);
      end = Math.max(end, Math.addExact(start, length));
      return this;
    }

    private void append(int start, int length) {
      if (count == starts.length) {
        starts = Arrays.copyOf(starts, 2 * count);
        lengths = Arrays.copyOf(lengths, 2 * count);
      }
      starts[count] = start;
      lengths[count] = length;
      count++;
    }

    void addAll(TypeMap item, int items, int place) {
      if (item.isDense()) {
        add(place, Math.multiplyExact(items, item.size));
        return;
      }
      for (int i = 0; i < items && item.size > 0; i++) {
        int at = Math.addExact(place, Math.multiplyExact(i, item.extent()));
        for (int run = 0; run < item.runs(); run++) {
          add(Math.addExact(at, item.start(run)), item.length(run));
        }
      }
    }
  }

  /// The bounds of blocks. A mark counts more than any element.
  private static final class Bounds {
    private int lower = Integer.MAX_VALUE;
    private int upper = Integer.MIN_VALUE;
    private boolean lowerMarked;
    private boolean upperMarked;

    void add(TypeMap item, int items, int place) {
      int last = Math.addExact(place, Math.multiplyExact(items - 1, item.extent()));
      addLower(Math.addExact(Math.min(place, last), item.lower), item);
      addUpper(Math.addExact(Math.max(place, last), item.upper), item);
    }

    private void addLower(int bound, TypeMap item) {
      if (item.lowerMarked == lowerMarked && !isMarkOfTheOther(item, item.lowerMarked)) {
        lower = Math.min(lower, bound);
      } else if (item.lowerMarked) {
        lower = bound;
        lowerMarked = true;
      }
    }

    private void addUpper(int bound, TypeMap item) {
      if (item.upperMarked == upperMarked && !isMarkOfTheOther(item, item.upperMarked)) {
        upper = Math.max(upper, bound);
      } else if (item.upperMarked) {
        upper = bound;
        upperMarked = true;
      }
    }

    // MPI.LB says nothing about the upper bound, nor MPI.UB about the lower one.
    private static boolean isMarkOfTheOther(TypeMap item, boolean marked) {
      return item.size == 0 && !marked;
    }

    TypeMap layout(Runs runs) {
      int low = lower == Integer.MAX_VALUE ? Math.min(0, upperOr(0)) : lower;
      int high = Math.max(low, upperOr(low));
      int _ = Math.subtractExact(high, low);
      return new TypeMap(runs, low, high, lowerMarked, upperMarked);
    }

    private int upperOr(int other) {
      return upper == Integer.MIN_VALUE ? other : upper;
    }
  }
}
