package io.penstock.tree;

import io.penstock.tree.entry.EntryType;

/// Rules for a walk: the order of its visits, and the folders that it enters.
///
/// @param oneFileSystem whether folders where other file systems are mounted are not entered
/// @param deepest the depth of the last entries
record WalkRules(Order order, boolean oneFileSystem, int deepest) {
  /// The order of visits.
  enum Order {
    /// As soon as its name is read.
    AS_LISTED,

    /// Folders so; what is no folder when its turn comes among the folders that are to be entered.
    /// Until then another thread may take it: for visits that take longer than a name.
    SHARED,

    /// Once all names of its folder are known and in order. By one thread.
    SORTED
  }

  /// Rules by which all is entered.
  static WalkRules in(Order order) {
    return new WalkRules(order, false, Integer.MAX_VALUE);
  }

  boolean sorted() {
    return order == Order.SORTED;
  }

  /// Whether such an entry waits for its turn.
  boolean waits(EntryType type) {
    return sorted() || (order == Order.SHARED && type != EntryType.FOLDER);
  }
}
