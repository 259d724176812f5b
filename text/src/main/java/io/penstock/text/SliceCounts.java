package io.penstock.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/// A map from keys of bytes to counts, which takes some forty bytes beside those of each key.
///
/// Entries are numbered from 0 in the order in which their keys came. Keys are found by a hash with
/// a secret of this process, so that no text can be made whose words collide. Belongs to one thread
/// at a time.
public final class SliceCounts {
  /// Entries lie in arrays of so many, which stay where they are when more come.
  private static final int BLOCK = 1024;

  // The columns of a key: its hash, at the entry itself, and where its bytes lie.
  private static final int IN_CHUNK = 1;
  private static final int FROM = 2;
  private static final int LENGTH = 3;
  private static final int COLUMNS = 4;

  private static final int CHUNK = 16 << 10;
  private static final int LEAST_TABLE = 1024;

  /// The number of an entry and 1, at its hash or behind it where that is taken; 0 where none is.
  /// At most two thirds are taken.
  private int[] table = new int[LEAST_TABLE];

  private final List<long[]> counts = new ArrayList<>();

  /// Of each entry its hash, and where its key lies: the chunk, the first byte and the length.
  private final List<int[]> keys = new ArrayList<>();

  private int size;

  /// Keys one behind the other; one that is longer than a chunk has a chunk of its own.
  private final List<byte[]> chunks = new ArrayList<>();

  private int chunkEnd;

  /// Has no keys.
  public SliceCounts() {}

  /// How many keys there are.
  public int size() {
    return size;
  }

  /// Adds to the count of a key, which is copied if it is new.
  public void add(ByteSlice key, long count) {
    int hash = key.secretHash();
    int place = place(key, hash);
    if (table[place] == 0) {
      put(place, key, hash);
    }
    int entry = table[place] - 1;
    counts.get(entry / BLOCK)[entry % BLOCK] += count;
    if (size > table.length / 3 * 2) {
      grow();
    }
  }

  private int place(ByteSlice key, int hash) {
    int mask = table.length - 1;
    int place = hash & mask;
    while (table[place] != 0 && !isAt(table[place] - 1, key, hash)) {
      place = (place + 1) & mask;
    }
    return place;
  }

  private boolean isAt(int entry, ByteSlice key, int hash) {
    int[] block = keys.get(entry / BLOCK);
    int at = entry % BLOCK * COLUMNS;
    return block[at] == hash
        && block[at + LENGTH] == key.length()
        && Arrays.equals(
            chunks.get(block[at + IN_CHUNK]),
            block[at + FROM],
            block[at + FROM] + block[at + LENGTH],
            key.array(),
            key.from(),
            key.to());
  }

  private void put(int place, ByteSlice key, int hash) {
    if (size / BLOCK == keys.size()) {
      counts.add(new long[BLOCK]);
      keys.add(new int[BLOCK * COLUMNS]);
    }
    int length = key.length();
    if (chunks.isEmpty() || length > chunks.getLast().length - chunkEnd) {
      chunks.add(new byte[Math.max(CHUNK, length)]);
      chunkEnd = 0;
    }
    System.arraycopy(key.array(), key.from(), chunks.getLast(), chunkEnd, length);
    int[] block = keys.get(size / BLOCK);
    int at = size % BLOCK * COLUMNS;
    block[at] = hash;
    block[at + IN_CHUNK] = chunks.size() - 1;
    block[at + FROM] = chunkEnd;
    block[at + LENGTH] = length;
    counts.get(size / BLOCK)[size % BLOCK] = 0;
    chunkEnd += length;
    table[place] = ++size;
  }

  private int hash(int entry) {
    return keys.get(entry / BLOCK)[entry % BLOCK * COLUMNS];
  }

  private void grow() {
    table = new int[Math.multiplyExact(2, table.length)];
    int mask = table.length - 1;
    for (int entry = 0; entry < size; entry++) {
      int place = hash(entry) & mask;
      while (table[place] != 0) {
        place = (place + 1) & mask;
      }
      table[place] = entry + 1;
    }
  }

  /// The count of an entry.
  ///
  /// @throws IndexOutOfBoundsException if there is no such entry
  public long count(int entry) {
    Objects.checkIndex(entry, size);
    return counts.get(entry / BLOCK)[entry % BLOCK];
  }

  /// The key of an entry, until [#clear].
  ///
  /// @throws IndexOutOfBoundsException if there is no such entry
  public ByteSlice key(int entry) {
    Objects.checkIndex(entry, size);
    int[] block = keys.get(entry / BLOCK);
    int at = entry % BLOCK * COLUMNS;
    return new ByteSlice()
        .set(
            chunks.get(block[at + IN_CHUNK]),
            block[at + FROM],
            block[at + FROM] + block[at + LENGTH]);
  }

  /// Forgets all keys.
  public void clear() {
    Arrays.fill(table, 0);
    size = 0;
    chunks.clear();
  }

  /// The most steps from a key's hash to its place.
  int longestSearch() {
    int longest = 0;
    for (int place = 0; place < table.length; place++) {
      if (table[place] != 0) {
        int entry = table[place] - 1;
        int hash = hash(entry);
        longest = Math.max(longest, (place - hash) & (table.length - 1));
      }
    }
    return longest;
  }

  /// How many bytes its arrays have.
  long held() {
    long bytes = chunks.stream().mapToLong(chunk -> chunk.length).sum();
    long entry = Long.BYTES + (long) COLUMNS * Integer.BYTES;
    return (long) Integer.BYTES * table.length + entry * BLOCK * keys.size() + bytes;
  }
}
