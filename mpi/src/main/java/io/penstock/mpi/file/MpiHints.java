package io.penstock.mpi.file;

import io.penstock.collective.Hints;
import io.penstock.collective.Holes;
import java.util.Map;
import java.util.TreeMap;

/// Hints as MPI-IO names them. Those that the user left at their defaults are not passed on,
/// because the library's own suit it better.
final class MpiHints {
  private MpiHints() {}

  static Map<String, String> of(Hints hints) {
    Map<String, String> named = new TreeMap<>();
    Hints defaults = Hints.defaults();
    if (hints.aggregators() != defaults.aggregators()) {
      named.put("cb_nodes", Long.toString(hints.aggregators()));
    }
    if (hints.bufferBytes() != defaults.bufferBytes()) {
      named.put("cb_buffer_size", Long.toString(hints.bufferBytes()));
    }
    if (hints.alignmentBytes() != defaults.alignmentBytes()) {
      named.put("striping_unit", Long.toString(hints.alignmentBytes()));
    }
    if (hints.holes() == Holes.LEFT_ALONE) {
      named.put("romio_ds_write", "disable");
    }
    return named;
  }
}
