package io.penstock.tree;

/// The treatment of pipes, sockets and devices, which have no contents to copy, in the copy of a
/// tree.
public enum Specials {
  /// Leaves them out and notes that.
  SKIP,
  /// Takes each for an error.
  REFUSE
}
