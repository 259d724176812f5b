package io.penstock.tree.folder;

import io.penstock.tree.entry.EntryFacts;

/// What tells a file from all others of the machine while it exists.
public record FileId(long device, long inode) {
  /// Of the file that the facts are about.
  public static FileId of(EntryFacts facts) {
    return new FileId(facts.device(), facts.inode());
  }
}
