package io.penstock.tree.entry;

/// The type of an entry of a folder.
public enum EntryType {
  /// A regular file.
  FILE,
  /// A folder.
  FOLDER,
  /// A symbolic link.
  LINK,
  /// A named pipe.
  PIPE,
  /// A socket of the file system.
  SOCKET,
  /// A device, of characters or blocks.
  DEVICE,
  /// None of these, or not known.
  OTHER
}
