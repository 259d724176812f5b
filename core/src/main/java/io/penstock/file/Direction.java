package io.penstock.file;

import io.penstock.array.pack.Kernel;
import java.io.IOException;

/// The direction in which elements move.
enum Direction {
  READ,
  WRITE;

  /// The loop that moves elements one way between a file and the memory of a [Workspace].
  interface Mover {
    /// Moves elements `from` to `to` of the walks that the workspace holds.
    ///
    /// @param offsetOfData where the walk over the file begins, in bytes
    void run(FileHandle handle, long offsetOfData, Kernel kernel, long from, long to)
        throws IOException;
  }
}
