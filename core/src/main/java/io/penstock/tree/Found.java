package io.penstock.tree;

import java.io.IOException;

/// The entry that a listing is at: one object for all of them.
interface Found {
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
