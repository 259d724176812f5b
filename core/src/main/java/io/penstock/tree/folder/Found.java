package io.penstock.tree.folder;

import io.penstock.tree.entry.EntryFacts;
import io.penstock.tree.entry.EntryType;
import java.io.IOException;

/// The entry that a listing is at: one object for all of them.
public interface Found {
  EntryType type();

  int nameBytes();

  /// Puts the name into `target`, which has room for it.
  void copyName(byte[] target, int at);

  /// What the file system knows of it. No link is followed.
  EntryFacts facts() throws IOException;

  default byte[] name() {
    byte[] name = new byte[nameBytes()];
    copyName(name, 0);
    return name;
  }
}
