package io.penstock.object.analysis;

import io.penstock.object.ObjectException;
import java.util.concurrent.ThreadLocalRandom;

/// A hash table from numbers of 64 bits to positive ones of 32, with open addressing. At most half
/// of its places are taken, and which they are cannot be foreseen by who chooses the numbers.
final class LongTable {
  private static final int BYTES = Long.BYTES + Integer.BYTES;
  private static final long FIRST = ThreadLocalRandom.current().nextLong() | 1;
  private static final long SECOND = ThreadLocalRandom.current().nextLong() | 1;

  private final Budget budget;
  private long[] keys = new long[1 << 8];
  private int[] values = new int[1 << 8];
  private int size;

  LongTable(Budget budget) {
    this.budget = budget;
  }

  int size() {
    return size;
  }

  /// The value of a key; 0 if it has none.
  int get(long key) {
    return values[slot(key)];
  }

  private int slot(long key) {
    int mask = values.length - 1;
    long mixed = (key ^ FIRST) * SECOND;
    mixed = (mixed ^ mixed >>> 32) * FIRST;
    int slot = (int) (mixed >>> 32) & mask;
    while (values[slot] != 0 && keys[slot] != key) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  /// Gives a value to a key that has none.
  void put(long key, int value) throws ObjectException {
    store(key, value);
    if (2 * ++size > values.length) {
      grow();
    }
  }

  private void store(long key, int value) {
    int slot = slot(key);
    keys[slot] = key;
    values[slot] = value;
  }

  private void grow() throws ObjectException {
    long[] oldKeys = keys;
    int[] oldValues = values;
    budget.take(2L * BYTES * oldValues.length);
    keys = new long[2 * oldKeys.length];
    values = new int[2 * oldValues.length];
    for (int i = 0; i < oldValues.length; i++) {
      if (oldValues[i] != 0) {
        store(oldKeys[i], oldValues[i]);
      }
    }
    budget.giveBack((long) BYTES * oldValues.length);
  }
}
