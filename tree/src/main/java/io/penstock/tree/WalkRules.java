package io.penstock.tree;

import io.penstock.tree.entry.EntryType;
import java.util.Set;

/// Rules for a walk: the entries that it shows, their order, and the folders that it enters.
///
/// @param deepest the depth of the last entries
/// @param types what is shown
/// @param glob which names are shown
record WalkRules(
    Order order, boolean oneFileSystem, int deepest, Set<EntryType> types, NameGlob glob) {
  static final WalkRules ALL =
      new WalkRules(
          Order.AS_LISTED, false, Integer.MAX_VALUE, Set.of(EntryType.values()), NameGlob.ALL);

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

  WalkRules {
    types = Set.copyOf(types);
  }

  boolean sorted() {
    return order == Order.SORTED;
  }

  /// Whether such an entry waits for its turn.
  boolean waits(EntryType type) {
    return sorted() || (order == Order.SHARED && type != EntryType.FOLDER);
  }

  /// The same in another order.
  WalkRules in(Order other) {
    return new WalkRules(other, oneFileSystem, deepest, types, glob);
  }

  /// The same for these types alone.
  WalkRules of(Set<EntryType> others) {
    return new WalkRules(order, oneFileSystem, deepest, others, glob);
  }

  boolean shows(TreeEntry entry) {
    return types.contains(entry.type()) && (glob.matchesAll() || glob.matches(entry.nameBytes()));
  }
}
