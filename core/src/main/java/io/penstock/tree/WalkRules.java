package io.penstock.tree;

import io.penstock.tree.entry.EntryType;
import io.penstock.tree.folder.Found;
import java.util.Optional;
import java.util.Set;

/// What a walk shows and where it goes.
///
/// @param deepest the depth of the last entries
/// @param types what is shown
/// @param glob which names are shown; empty for all
record WalkRules(
    boolean sorted,
    boolean oneFileSystem,
    int deepest,
    Set<EntryType> types,
    Optional<NameGlob> glob) {
  static final WalkRules ALL =
      new WalkRules(false, false, Integer.MAX_VALUE, Set.of(EntryType.values()), Optional.empty());

  WalkRules {
    types = Set.copyOf(types);
  }

  boolean shows(EntryType type, Found found) {
    return types.contains(type) && (glob.isEmpty() || glob.get().matches(found.name()));
  }
}
