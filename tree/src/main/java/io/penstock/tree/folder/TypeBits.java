package io.penstock.tree.folder;

import io.penstock.tree.entry.EntryType;

/// The system's numbers for types of files.
final class TypeBits {
  private static final int FORMAT = 0170000;
  private static final int FORMAT_SHIFT = 12;

  private TypeBits() {}

  /// The type in the format bits of a mode (inode(7)).
  static EntryType ofMode(int mode) {
    return ofListing((mode & FORMAT) >>> FORMAT_SHIFT);
  }

  /// The types of getdents64(2), which are those of a mode, moved by twelve bits.
  static EntryType ofListing(int type) {
    return switch (type) {
      case 8 -> EntryType.FILE;
      case 4 -> EntryType.FOLDER;
      case 10 -> EntryType.LINK;
      case 1 -> EntryType.PIPE;
      case 12 -> EntryType.SOCKET;
      case 2, 6 -> EntryType.DEVICE;
      default -> EntryType.OTHER;
    };
  }

  /// A number that [#ofListing] takes for the type.
  static int listed(EntryType type) {
    return switch (type) {
      case FILE -> 8;
      case FOLDER -> 4;
      case LINK -> 10;
      case PIPE -> 1;
      case SOCKET -> 12;
      case DEVICE -> 6;
      case OTHER -> 0;
    };
  }
}
