package io.penstock.memory;

/// A block whose user may be lost.
interface Watched {
  /// Names what its user reaches the memory by, in place of what was named before. Once that is
  /// unreachable, nobody can release the block any more.
  void watch(Object holder);
}
