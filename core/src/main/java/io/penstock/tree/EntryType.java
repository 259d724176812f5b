package io.penstock.tree;

/// What an entry of a folder is.
public enum EntryType {
  /// A regular file.
  FILE(8),
  /// A folder.
  FOLDER(4),
  /// A symbolic link.
  LINK(10),
  /// A named pipe.
  PIPE(1),
  /// A socket of the file system.
  SOCKET(12),
  /// A device, of characters or blocks.
  DEVICE(6),
  /// None of these, or not known.
  OTHER(0);

  private static final int FORMAT = 0170000;

  /// As getdents64(2) has it: the type in a mode, moved by twelve bits.
  private final int listed;

  EntryType(int listed) {
    this.listed = listed;
  }

  int listed() {
    return listed;
  }

  /// The file types in the format bits of a mode (inode(7)).
  static EntryType ofMode(int mode) {
    return switch (mode & FORMAT) {
      case 0100000 -> FILE;
      case 0040000 -> FOLDER;
      case 0120000 -> LINK;
      case 0010000 -> PIPE;
      case 0140000 -> SOCKET;
      case 0020000, 0060000 -> DEVICE;
      default -> OTHER;
    };
  }

  /// The types of getdents64(2), which are those of a mode, moved by twelve bits.
  static EntryType ofListing(int type) {
    return switch (type) {
      case 8 -> FILE;
      case 4 -> FOLDER;
      case 10 -> LINK;
      case 1 -> PIPE;
      case 12 -> SOCKET;
      case 2, 6 -> DEVICE;
      default -> OTHER;
    };
  }
}
