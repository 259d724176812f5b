package io.penstock.tree.folder;

import io.penstock.tree.entry.EntryType;
import io.penstock.tree.folder.Listing.Found;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Names with their types, one behind the other in one array, taken from its front. A type is the
/// number that the system has for it.
public final class NameList {
  private static final int HEAD = 3;
  private static final int FIRST_BYTES = 256;
  private static final int BYTE = 0xff;
  private static final int FORMAT = 0170000;
  private static final int FORMAT_SHIFT = 12;

  private byte[] bytes = {};
  private int begin;
  private int end;
  private int count;

  public boolean isEmpty() {
    return begin == end;
  }

  /// The memory that the names take, in bytes.
  public int size() {
    return end - begin;
  }

  /// The number of names.
  public int count() {
    return count;
  }

  public void add(Found found, EntryType type) {
    int at = room(found.nameBytes(), type);
    found.copyName(bytes, at);
  }

  private void add(byte[] name, EntryType type) {
    int at = room(name.length, type);
    System.arraycopy(name, 0, bytes, at, name.length);
  }

  private int room(int length, EntryType type) {
    int needed = end + HEAD + length;
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(needed, Math.max(FIRST_BYTES, 2 * bytes.length)));
    }
    bytes[end] = (byte) listed(type);
    bytes[end + 1] = (byte) (length >>> Byte.SIZE);
    bytes[end + 2] = (byte) length;
    end = needed;
    count++;
    return needed - length;
  }

  public EntryType firstType() {
    return ofListing(bytes[begin]);
  }

  public byte[] removeFirst() {
    int length = length(begin);
    byte[] name = Arrays.copyOfRange(bytes, begin + HEAD, begin + HEAD + length);
    removeTo(begin + HEAD + length, 1);
    return name;
  }

  private int length(int at) {
    return ((bytes[at + 1] & BYTE) << Byte.SIZE) | (bytes[at + 2] & BYTE);
  }

  private void removeTo(int from, int names) {
    begin = from;
    count -= names;
    if (begin == end) {
      begin = 0;
      end = 0;
    }
  }

  /// Takes the first names, so many, away from here.
  public NameList split(int names) {
    int middle = begin;
    for (int i = 0; i < names; i++) {
      middle += HEAD + length(middle);
    }
    NameList part = new NameList();
    part.bytes = Arrays.copyOfRange(bytes, begin, middle);
    part.end = middle - begin;
    part.count = names;
    removeTo(middle, names);
    return part;
  }

  /// Takes no more memory than the names do.
  public void trim() {
    bytes = Arrays.copyOfRange(bytes, begin, end);
    end -= begin;
    begin = 0;
  }

  /// Removes all.
  public void clear() {
    removeTo(end, count);
  }

  /// Puts them in the order of their bytes.
  public void sort() {
    List<byte[]> all = new ArrayList<>(); // each name with its type behind it
    while (!isEmpty()) {
      byte type = (byte) listed(firstType());
      byte[] name = removeFirst();
      byte[] typed = Arrays.copyOf(name, name.length + 1);
      typed[name.length] = type;
      all.add(typed);
    }
    all.sort(NameList::compare);
    for (byte[] typed : all) {
      int length = typed.length - 1;
      add(Arrays.copyOf(typed, length), ofListing(typed[length]));
    }
  }

  private static int compare(byte[] one, byte[] other) {
    return Arrays.compareUnsigned(one, 0, one.length - 1, other, 0, other.length - 1);
  }

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
