package io.penstock.tree.cache;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/// About how often something was asked for lately, in four bits for each of many things.
///
/// A count-min sketch: four places for each thing, of which the least counts; after a while all
/// counts are halved, so that what was asked for long ago is forgotten (Einziger, Friedman, Manes:
/// *TinyLFU*). Safe for any thread; a count that two threads raise at once may be raised once.
final class FrequencySketch {
  private static final int LEAST_WORDS = 1024;
  private static final int MOST_WORDS = 1 << 18;
  private static final int HASHES = 4;
  private static final int BITS = 4;
  private static final int COUNTERS = Long.SIZE / BITS;
  private static final int SAMPLES = 10;
  private static final long MOST = 15;
  private static final long HALVED = 0x7777777777777777L;
  private static final long[] SEEDS = {
    0x9e3779b97f4a7c15L, 0xc2b2ae3d27d4eb4fL, 0x165667b19e3779f9L, 0xd6e8feb86659fd93L
  };

  private final AtomicLongArray counts;
  private final long sample;
  private final AtomicLong added = new AtomicLong();

  /// @param things about how many are to be told apart
  FrequencySketch(long things) {
    int words = Integer.highestOneBit(Math.clamp(things, LEAST_WORDS, MOST_WORDS));
    counts = new AtomicLongArray(words);
    sample = (long) SAMPLES * words * COUNTERS / HASHES;
  }

  void add(Object thing) {
    for (int i = 0; i < HASHES; i++) {
      long place = place(thing, i);
      int word = (int) (place / COUNTERS);
      int shift = (int) (place % COUNTERS) * BITS;
      long old = counts.get(word);
      if (((old >>> shift) & MOST) < MOST) {
        boolean _ = counts.compareAndSet(word, old, old + (1L << shift));
      }
    }
    if (added.incrementAndGet() == sample) {
      halve();
    }
  }

  private void halve() {
    for (int i = 0; i < counts.length(); i++) {
      counts.updateAndGet(i, word -> (word >>> 1) & HALVED);
    }
    added.set(sample / 2);
  }

  int count(Object thing) {
    long least = MOST;
    for (int i = 0; i < HASHES; i++) {
      long place = place(thing, i);
      int shift = (int) (place % COUNTERS) * BITS;
      least = Math.min(least, (counts.get((int) (place / COUNTERS)) >>> shift) & MOST);
    }
    return (int) least;
  }

  private long place(Object thing, int hash) {
    long mixed = (thing.hashCode() + SEEDS[hash]) * SEEDS[(hash + 1) % HASHES];
    mixed ^= mixed >>> 32;
    mixed *= SEEDS[hash];
    return (mixed >>> 40) & ((long) counts.length() * COUNTERS - 1);
  }
}
