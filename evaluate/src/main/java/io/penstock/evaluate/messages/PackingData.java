package io.penstock.evaluate.messages;

import java.util.Locale;
import java.util.Optional;

/// The array of doubles or integers whose elements are packed, and scattered places in it.
final class PackingData {
  private static final double SCALE = 1e9;

  private final Layout layout;
  private final int count;
  private final double[] doubles;
  private final int[] ints;
  private final int[] indexes;

  private PackingData(Layout layout, int count) {
    this.layout = layout;
    this.count = count;
    doubles = new double[layout.isOfInts() ? 0 : Layout.SPREAD * count];
    ints = new int[layout.isOfInts() ? count : 0];
    indexes = Layout.scattered(count);
  }

  /// @param bytes that are packed
  static PackingData of(Layout layout, long bytes) {
    int width = layout.isOfInts() ? Integer.BYTES : Double.BYTES;
    return new PackingData(layout, Math.toIntExact(bytes / width));
  }

  Layout layout() {
    return layout;
  }

  /// How many elements are packed.
  int count() {
    return count;
  }

  /// To pack from, or to unpack to.
  double[] doubles() {
    return doubles;
  }

  /// To pack from.
  int[] ints() {
    return ints;
  }

  /// Where scattered elements are.
  int[] indexes() {
    return indexes;
  }

  /// Fills the array with what no other salt fills it with.
  void fill(long salt) {
    for (int i = 0; i < doubles.length; i++) {
      doubles[i] = salt * SCALE + i;
    }
    for (int i = 0; i < ints.length; i++) {
      ints[i] = (int) (salt * 0x9E3779B1L) + i;
    }
  }

  /// Values to unpack, of no other salt.
  double[] values(long salt) {
    double[] values = new double[count];
    for (int k = 0; k < count; k++) {
      values[k] = -salt * SCALE - k;
    }
    return values;
  }

  /// Where the packed elements are not the array's.
  ///
  /// @param packed a `double[]` or an `int[]` of the packed elements
  Optional<String> difference(Object packed) {
    for (int k = 0; k < count; k++) {
      int place = layout.place(k, indexes);
      double wanted = layout.isOfInts() ? ints[place] : doubles[place];
      double got = packed instanceof int[] some ? some[k] : ((double[]) packed)[k];
      if (wanted != got) {
        return Optional.of(
            String.format(
                Locale.ROOT,
                "packed element %d is %s, not %s as element %d",
                k,
                got,
                wanted,
                place));
      }
    }
    return Optional.empty();
  }
}
