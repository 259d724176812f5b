package io.penstock.tree;

import io.penstock.tree.entry.EntryType;

/// Rules for a walk: the order of its visits, and the folders that it enters.
///
/// @param sorted whether an entry is visited once all names of its folder are known and in order,
///   by one thread; otherwise as soon as its name is read
/// @param shared whether what is no folder is visited when its turn comes among the folders that
///   are to be entered. Until then another thread may take it: for visits that take longer than a
///   name
/// @param oneFileSystem whether folders where other file systems are mounted are not entered
/// @param deepest the depth of the last entries
record WalkRules(boolean sorted, boolean shared, boolean oneFileSystem, int deepest) {
  static final WalkRules AS_LISTED = new WalkRules(false, false, false, Integer.MAX_VALUE);
  static final WalkRules SHARED = new WalkRules(false, true, false, Integer.MAX_VALUE);

  /// Whether such an entry waits for its turn.
  boolean waits(EntryType type) {
    return sorted || (shared && type != EntryType.FOLDER);
  }
}
