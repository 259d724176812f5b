package io.penstock.tree;

import java.io.IOException;

/// An operation of a [TreeWalk] on each entry.
public interface TreeVisitor {
  /// Looks at an entry. Called by several threads at once where the walk has several.
  ///
  /// @throws EntryException for an error of the entry, after which the walk goes on
  /// @throws IOException for any other, which ends the walk
  void visit(TreeEntry entry) throws IOException;
}
