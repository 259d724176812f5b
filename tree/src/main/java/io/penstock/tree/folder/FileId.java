package io.penstock.tree.folder;

import io.penstock.tree.entry.EntryFacts;

/// The identity of a file on this machine while it exists.
public record FileId(long device, long inode) {
  /// Of the file that the facts are about.
  public static FileId of(EntryFacts facts) {
    return new FileId(facts.device(), facts.inode());
  }
}
