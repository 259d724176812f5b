package io.penstock.file;

import io.penstock.array.Hyperslab;
import io.penstock.array.Selection;
import io.penstock.array.Shape;
import io.penstock.array.StorageOrder;

/// A map of elements of a file to those of memory, which every thread that takes part describes to
/// its own workspace.
sealed interface Plan {
  /// How many elements.
  long count();

  void describe(Workspace space);

  // Made here: the verifier of a class that makes them itself loads them for files read whole.

  static Selection everything(Shape shape) {
    return Hyperslab.all(shape);
  }

  static Plan selected(
      Shape shape, StorageOrder storage, boolean pairs, Selection selection, long at) {
    return new Selected(shape, storage, pairs, selection, at);
  }

  static Plan framed(
      Shape shape,
      StorageOrder storage,
      boolean pairs,
      Selection selection,
      Shape memoryShape,
      Selection places) {
    return new Framed(new Selected(shape, storage, pairs, selection, 0), memoryShape, places);
  }

  /// A selection of the file and as many elements of memory, row-major from `at` on.
  record Selected(Shape shape, StorageOrder storage, boolean pairs, Selection selection, long at)
      implements Plan {
    @Override
    public long count() {
      return selection.size();
    }

    @Override
    public void describe(Workspace space) {
      describe(space, shape, storage, pairs, selection, at);
    }

    /// The same without a plan.
    static void describe(
        Workspace space,
        Shape shape,
        StorageOrder storage,
        boolean pairs,
        Selection selection,
        long at) {
      space.inFile.over(shape, selection, storage, pairs);
      space.inMemory.dense(selection, storage, pairs, at);
    }
  }

  /// A selection of the file and an equally shaped selection of a row-major array in memory.
  record Framed(Selected file, Shape memoryShape, Selection inMemory) implements Plan {
    @Override
    public long count() {
      return file.count();
    }

    @Override
    public void describe(Workspace space) {
      space.inFile.over(file.shape, file.selection, file.storage, file.pairs);
      space.inMemory.inMemory(memoryShape, inMemory, file.storage, file.pairs);
    }
  }
}
