package io.penstock.tree.folder;

import java.io.IOException;

/// A controller of the steps in which a file is copied, which is told of each.
public interface Flow {
  /// The most bytes between two reports.
  long step();

  /// Bytes of the file need not be moved.
  ///
  /// @throws IOException if the copy is to end
  void passed(long bytes) throws IOException;

  /// Bytes were moved; returns when more may be.
  ///
  /// @throws IOException if the copy is to end
  void moved(long bytes) throws IOException;
}
