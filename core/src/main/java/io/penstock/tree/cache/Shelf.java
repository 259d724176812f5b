package io.penstock.tree.cache;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/// A clock cache of files: files leave in turn, those first that nobody asked for since their last
/// turn, and only for one that was asked for more often. Safe for any thread.
final class Shelf {
  private final long room;
  private final FrequencySketch frequencies;
  private final LinkedHashSet<FileCache.Slot> turns = new LinkedHashSet<>();
  private long used;
  private long held;
  private long evicted;

  Shelf(long room, FrequencySketch frequencies) {
    this.room = room;
    this.frequencies = frequencies;
  }

  /// Makes room, if the file deserves it.
  synchronized boolean reserve(FileCache.Slot file, long bytes) {
    if (used + bytes > room && !evict(used + bytes - room, frequencies.count(file.file()))) {
      return false;
    }
    used += bytes;
    return true;
  }

  // Who was asked for, or is asked for more often than who comes, goes to the end of the row.
  private boolean evict(long needed, int frequency) {
    List<FileCache.Slot> victims = new ArrayList<>();
    long free = 0;
    for (int left = turns.size(); left > 0 && free < needed; left--) {
      FileCache.Slot slot = turns.removeFirst();
      if (slot.wasAsked()) {
        turns.addLast(slot);
      } else if (frequencies.count(slot.file()) < frequency) {
        victims.add(slot);
        free += slot.cost();
      } else {
        turns.addLast(slot);
        break;
      }
    }
    victims.reversed().forEach(turns::addFirst);
    if (free < needed) {
      return false;
    }
    for (FileCache.Slot victim : victims) {
      leave(victim);
      victim.evict();
    }
    return true;
  }

  /// Gives back what was reserved.
  synchronized void cancel(long bytes) {
    used -= bytes;
  }

  /// A file whose room was reserved is in memory.
  synchronized void add(FileCache.Slot slot) {
    turns.add(slot);
    held += slot.bytes();
  }

  /// A file leaves the memory, if it is there.
  synchronized void remove(FileCache.Slot slot) {
    if (turns.contains(slot)) {
      leave(slot);
      slot.drop();
    }
  }

  private void leave(FileCache.Slot slot) {
    turns.remove(slot);
    used -= slot.cost();
    held -= slot.bytes();
    evicted++;
  }

  synchronized long evicted() {
    return evicted;
  }

  synchronized long files() {
    return turns.size();
  }

  synchronized long bytes() {
    return held;
  }
}
