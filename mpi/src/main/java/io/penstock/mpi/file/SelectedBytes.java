package io.penstock.mpi.file;

import io.penstock.array.Comb;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import io.penstock.collective.View;
import io.penstock.mpi.Mpi;
import io.penstock.mpi.MpiDatatype;
import java.util.ArrayList;
import java.util.List;

/// The MPI datatype of what is selected in a file, whose axes may lie in another order.
final class SelectedBytes {
  private SelectedBytes() {}

  /// @param width of an element in the file
  /// @param selection of one element or more
  static MpiDatatype type(Mpi mpi, View view, Selection selection, int width) {
    int axes = selection.rank();
    long[] extents = new long[axes];
    List<Comb> combs = new ArrayList<>();
    for (int nth = 0; nth < axes; nth++) {
      int axis = axis(view, axes, nth);
      extents[nth] = view.shape().extent(axis);
      combs.add(selection.comb(axis));
    }
    return MpiDatatype.ofBytes(mpi, Shape.of(extents), Selection.of(combs), width);
  }

  /// The axis that is the n-th slowest in the file.
  private static int axis(View view, int axes, int nth) {
    boolean stays = view.storage() == StorageOrder.ROW_MAJOR || (view.pairs() && nth == axes - 1);
    return stays ? nth : (view.pairs() ? axes - 1 : axes) - 1 - nth;
  }
}
