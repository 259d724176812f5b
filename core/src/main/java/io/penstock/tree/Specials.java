package io.penstock.tree;

/// What a copy of a tree does with pipes, sockets and devices, which have no contents to copy.
public enum Specials {
  /// Leaves them out and notes that.
  SKIP,
  /// Takes each for an error.
  REFUSE
}
