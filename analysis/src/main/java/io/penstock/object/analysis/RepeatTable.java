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

  /// To the number of an entry and 1.
  private final LongTable entries;

  private final Longs lengths;
  private final Longs savings;
  private final Ints types;
  private final Ints times;
  private final Ints begins;
  private final List<byte[]> texts = new ArrayList<>();

  RepeatTable(Budget budget) {
    this.budget = budget;
    entries = new LongTable(budget);
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
    int entry = entries.get(key) - 1;
    if (entry < 0) {
      addNew(key, type, length, saved);
      return;
    }
    int before = times.get(entry);
    times.set(entry, before + 1);
    if (before == 1) {
      budget.take(BEGIN + 24);
      texts.add(Arrays.copyOf(begin, beginLength));
      begins.set(entry, texts.size());
    }
  }

  private void addNew(long key, int type, long length, long saved) throws ObjectException {
    if (entries.size() < MOST) {
      entries.put(key, entries.size() + 1);
      lengths.add(length);
      savings.add(saved);
      types.add(type);
      times.add(1);
      begins.add(0);
    }
  }

  /// Those that save most first; at most a thousand.
  List<Repeat> repeats(Survey survey) {
    List<Repeat> list = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      if (times.get(i) > 1) {
        list.add(repeat(i, survey.className(types.get(i))));
      }
    }
    list.sort(Comparator.comparingLong(Repeat::saved).reversed().thenComparing(Repeat::begin));
    return List.copyOf(list.subList(0, Math.min(MOST_LISTED, list.size())));
  }

  private Repeat repeat(int entry, String type) {
    byte[] begin = texts.get(begins.get(entry) - 1);
    return new Repeat(
        type,
        types.get(entry) == Survey.STRING
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
