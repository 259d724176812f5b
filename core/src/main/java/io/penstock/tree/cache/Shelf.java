package io.penstock.tree.cache;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Which files are in memory, and which of them go when there is no room: in turn those that nobody
/// asked for since their last turn (the clock), and only for one that was asked for more often.
/// Safe for any thread.
final class Shelf {
  private final long room;
  private final FrequencySketch frequencies;
  private final Set<FileCache.Slot> turns = new LinkedHashSet<>();
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

  private boolean evict(long needed, int frequency) {
    List<FileCache.Slot> victims = new ArrayList<>();
    long free = 0;
    for (FileCache.Slot slot : inTurn()) {
      if (free >= needed) {
        break;
      }
      if (frequencies.count(slot.file()) >= frequency) {
        return false;
      }
      victims.add(slot);
      free += slot.bytes();
    }
    if (free < needed) {
      return false;
    }
    victims.forEach(this::drop);
    evicted += victims.size();
    return true;
  }

  // Who was asked for goes to the end of the row.
  private List<FileCache.Slot> inTurn() {
    List<FileCache.Slot> asked = new ArrayList<>();
    Iterator<FileCache.Slot> row = turns.iterator();
    while (row.hasNext()) {
      FileCache.Slot slot = row.next();
      if (slot.wasAsked()) {
        row.remove();
        asked.add(slot);
      }
    }
    turns.addAll(asked);
    return List.copyOf(turns);
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
      drop(slot);
      evicted++;
    }
  }

  private void drop(FileCache.Slot slot) {
    turns.remove(slot);
    long bytes = slot.bytes();
    used -= bytes;
    held -= bytes;
    slot.drop();
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
