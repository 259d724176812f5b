package io.penstock.object.analysis;

import io.penstock.object.ObjectException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;

/// A table of contents that occur more than once, by their hashes. Once the table is full, contents
/// that are not in it are not looked for.
final class RepeatTable {
  /// As many bytes of a content as are kept of what came twice.
  static final int BEGIN = 40;

  private static final int MOST = 1 << 19;
  private static final int MOST_LISTED = 1000;

  private final Budget budget;
  private long[] hashes = new long[1 << 8];
  private int[] entries = new int[1 << 8];
  private int size;
  private final Longs lengths;
  private final Longs savings;
  private final Ints types;
  private final Ints times;
  private final Ints begins;
  private final List<byte[]> texts = new ArrayList<>();

  RepeatTable(Budget budget) {
    this.budget = budget;
    lengths = new Longs(budget);
    savings = new Longs(budget);
    types = new Ints(budget);
    times = new Ints(budget);
    begins = new Ints(budget);
  }

  /// One content.
  ///
  /// @param type the number of its class
  /// @param saved what a reference in its place would save
  /// @param begin its first bytes, of which `beginLength` count
  void add(int type, long hash, long length, long saved, byte[] begin, int beginLength)
      throws ObjectException {
    long key = hash + type * 0x9e3779b97f4a7c15L;
    int slot = slot(key);
    if (entries[slot] == 0) {
      addNew(slot, key, type, length, saved);
      return;
    }
    int entry = entries[slot] - 1;
    int before = times.get(entry);
    times.set(entry, before + 1);
    if (before == 1) {
      budget.take(BEGIN + 24);
      texts.add(Arrays.copyOf(begin, beginLength));
      begins.set(entry, texts.size());
    }
  }

  private int slot(long key) {
    int mask = entries.length - 1;
    int slot = (int) (key ^ (key >>> 32)) & mask;
    while (entries[slot] != 0 && hashes[slot] != key) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void addNew(int slot, long key, int type, long length, long saved)
      throws ObjectException {
    if (size == MOST) {
      return;
    }
    hashes[slot] = key;
    entries[slot] = ++size;
    lengths.add(length);
    savings.add(saved);
    types.add(type);
    times.add(1);
    begins.add(0);
    if (2 * size > entries.length) {
      growTable();
    }
  }

  private void growTable() throws ObjectException {
    long[] keys = hashes;
    int[] old = entries;
    budget.take(24L * old.length);
    hashes = new long[2 * old.length];
    entries = new int[2 * old.length];
    for (int i = 0; i < old.length; i++) {
      if (old[i] != 0) {
        int slot = slot(keys[i]);
        hashes[slot] = keys[i];
        entries[slot] = old[i];
      }
    }
    budget.giveBack(12L * old.length);
  }

  /// Those that save most first; at most a thousand.
  List<Repeat> repeats(ClassTally classes) {
    List<Repeat> list = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      if (times.get(i) > 1) {
        list.add(repeat(i, ClassNames.readable(classes.name(types.get(i)))));
      }
    }
    list.sort(Comparator.comparingLong(Repeat::saved).reversed().thenComparing(Repeat::begin));
    return List.copyOf(list.subList(0, Math.min(MOST_LISTED, list.size())));
  }

  private Repeat repeat(int entry, String type) {
    byte[] begin = texts.get(begins.get(entry) - 1);
    return new Repeat(
        type,
        types.get(entry) == ClassTally.STRING
            ? text(begin, lengths.get(entry))
            : HexFormat.of().formatHex(begin, 0, Math.min(16, begin.length)),
        lengths.get(entry),
        times.get(entry),
        (times.get(entry) - 1) * savings.get(entry));
  }

  // A character may be cut at the end, and modified UTF-8 is not quite UTF-8.
  private static String text(byte[] begin, long length) {
    String text = new String(begin, StandardCharsets.UTF_8);
    return length > begin.length ? text.replaceAll("\ufffd+$", "") : text;
  }
}
