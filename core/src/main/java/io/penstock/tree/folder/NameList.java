package io.penstock.tree.folder;

import io.penstock.tree.entry.EntryType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Names with their types, one behind the other in one array, taken from its front.
public final class NameList {
  private static final int HEAD = 3;
  private static final int FIRST_BYTES = 1024;
  private static final int BYTE = 0xff;

  private byte[] bytes = {};
  private int begin;
  private int end;

  public boolean isEmpty() {
    return begin == end;
  }

  /// How much memory the names take.
  public int size() {
    return end - begin;
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
    bytes[end] = (byte) TypeBits.listed(type);
    bytes[end + 1] = (byte) (length >>> Byte.SIZE);
    bytes[end + 2] = (byte) length;
    end = needed;
    return needed - length;
  }

  public EntryType firstType() {
    return TypeBits.ofListing(bytes[begin]);
  }

  public byte[] removeFirst() {
    int length = ((bytes[begin + 1] & BYTE) << Byte.SIZE) | (bytes[begin + 2] & BYTE);
    byte[] name = Arrays.copyOfRange(bytes, begin + HEAD, begin + HEAD + length);
    begin += HEAD + length;
    if (begin == end) {
      begin = 0;
      end = 0;
    }
    return name;
  }

  /// Half of the names, at least one, which are gone from here.
  public NameList split() {
    NameList half = new NameList();
    int middle = size() / 2;
    do {
      EntryType type = firstType();
      half.add(removeFirst(), type);
    } while (!isEmpty() && half.size() < middle);
    return half;
  }

  /// Puts them in the order of their bytes.
  public void sort() {
    List<byte[]> all = new ArrayList<>(); // each name with its type behind it
    while (!isEmpty()) {
      byte type = (byte) TypeBits.listed(firstType());
      byte[] name = removeFirst();
      byte[] typed = Arrays.copyOf(name, name.length + 1);
      typed[name.length] = type;
      all.add(typed);
    }
    all.sort(NameList::compare);
    for (byte[] typed : all) {
      int length = typed.length - 1;
      add(Arrays.copyOf(typed, length), TypeBits.ofListing(typed[length]));
    }
  }

  private static int compare(byte[] one, byte[] other) {
    return Arrays.compareUnsigned(one, 0, one.length - 1, other, 0, other.length - 1);
  }
}
