package io.penstock.text;

/// Looks for lines that match. Belongs to one thread.
interface LineSearch {
  /// Finds the first line of some whole ones that matches.
  ///
  /// @return some place in it, before what ends it, or that if it is empty; `to` if there is none
  int find(byte[] bytes, int from, int to);
}
