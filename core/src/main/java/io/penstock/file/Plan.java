package io.penstock.file;

import io.penstock.array.Hyperslab;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;
import org.jspecify.annotations.Nullable;

/// A map of elements of a file to those of memory, which every thread that takes part describes to
/// its own workspace.
///
/// @param at the index of the first element in dense memory
/// @param memoryShape the shape of memory; null if that is dense
/// @param places an equally shaped selection of memory; null if that is dense
record Plan(
    Shape shape,
    StorageOrder storage,
    boolean pairs,
    Selection selection,
    long at,
    @Nullable Shape memoryShape,
    @Nullable Selection places) {
  // Made here: the verifier of a class that makes it itself loads it for files read whole.

  static Selection everything(Shape shape) {
    return Hyperslab.all(shape);
  }

  /// A selection of the file and as many elements of memory, row-major from `at` on.
  static Plan selected(
      Shape shape, StorageOrder storage, boolean pairs, Selection selection, long at) {
    return new Plan(shape, storage, pairs, selection, at, null, null);
  }

  /// A selection of the file and an equally shaped selection of a row-major array in memory.
  static Plan framed(
      Shape shape,
      StorageOrder storage,
      boolean pairs,
      Selection selection,
      Shape memoryShape,
      Selection places) {
    return new Plan(shape, storage, pairs, selection, 0, memoryShape, places);
  }

  /// How many elements.
  long count() {
    return selection.size();
  }

  /// Describes it to a workspace.
  void describe(TransferContext space) {
    if (memoryShape == null || places == null) {
      space.describe(shape, storage, pairs, selection, at);
    } else {
      space.inFile.over(shape, selection, storage, pairs);
      space.inMemory.inMemory(memoryShape, places, storage, pairs);
    }
  }
}
