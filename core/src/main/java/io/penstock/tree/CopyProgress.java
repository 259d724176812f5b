package io.penstock.tree;

/// Who is told how far a copy is, and may end it. Called by every thread that copies.
public interface CopyProgress {
  /// Bytes have been copied since the last call; of a hole, passed by.
  ///
  /// @return whether to go on; otherwise the copy ends with a [CopyCancelledException]
  boolean moved(long bytes);
}
