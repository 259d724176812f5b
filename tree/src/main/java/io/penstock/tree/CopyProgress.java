package io.penstock.tree;

/// An observer of a copy, which may end it. Called by every thread that copies.
public interface CopyProgress {
  /// Bytes have been copied since the last call; of a hole, passed by.
  ///
  /// @return whether to go on; otherwise the copy ends with a [CopyCancelledException]
  boolean moved(long bytes);
}
