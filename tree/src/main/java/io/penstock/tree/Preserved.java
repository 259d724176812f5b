package io.penstock.tree;

/// The attributes that a copy takes over from its source besides the contents.
public enum Preserved {
  /// Permissions, exactly; otherwise a new file has its source's less those of the process's umask,
  /// and one that replaces another has the other's, without set-user-ID, set-group-ID and sticky
  /// bit. Of a file with an access control list, the group has what the list gives to it alone, and
  /// nobody else what the list gives to them; without native access, where nobody knows of the
  /// list, the group has the most that anybody has by it.
  MODE,
  /// The times of its last read and change.
  TIMES,
  /// Owner and group; mostly for the superuser alone.
  OWNER,
  /// Extended attributes (xattr(7)), access control lists among them: one that the target's folder
  /// gives to new files goes where the source has none. Linux with native access.
  EXTENDED_ATTRIBUTES
}
