package io.penstock.tree;

/// The attributes that a copy takes over from its source besides the contents.
public enum Preserved {
  /// Permissions, exactly; otherwise a new file has its source's less those of the process's umask,
  /// and one that replaces another has the other's, without set-user-ID, set-group-ID and sticky
  /// bit.
  MODE,
  /// The times of its last read and change.
  TIMES,
  /// Owner and group; mostly for the superuser alone.
  OWNER,
  /// Extended attributes (xattr(7)), access control lists among them: one that the target's folder
  /// gives to new files goes where the source has none. Linux with native access.
  EXTENDED_ATTRIBUTES
}
