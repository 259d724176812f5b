package io.penstock.cli.plot;

/// Indices 0 to `extent - 1` dealt to bins of nearly equal size, none of them empty.
///
/// @param extent how many indices
/// @param bins how many bins; no more than there are indices
record Bins(long extent, int bins) {
  Bins {
    bins = (int) Math.min(bins, extent);
  }

  /// The first index of a bin; for `bin == bins` the end.
  long edge(int bin) {
    return extent / bins * bin + extent % bins * bin / bins;
  }

  /// The bin that an index is in.
  int bin(long index) {
    int bin = (int) Math.min(bins - 1, index / (extent / bins));
    while (edge(bin) > index) {
      bin--;
    }
    return bin;
  }
}
