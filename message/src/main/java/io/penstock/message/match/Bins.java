package io.penstock.message.match;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Queues by context, source and tag.
///
/// What is added goes to the end of one queue and is found again, as its first, by the same three
/// numbers; it can also be taken out from its middle. Each takes a number of steps that does not
/// depend on how much is queued. A queue exists as long as something is in it; once warm, nothing
/// is allocated.
///
/// Not safe for more than one thread at a time.
final class Bins<T> {
  private static final int FEWEST = 64;
  private static final int MANY = 4096;

  private final T nothing;
  private final Bin<T> none;
  private Bin<T>[] table;
  private Bin<T> spares;
  private int spareCount;
  private int count;
  private long steps;

  /// @param nothing stands where nothing is queued
  Bins(T nothing) {
    this.nothing = nothing;
    this.none = new Bin<>(nothing);
    this.spares = none;
    this.table = table(FEWEST);
  }

  /// Adds an entry at the end of a queue.
  void add(Entry<T> entry, int context, int source, int tag) {
    Bin<T> bin = find(context, source, tag);
    entry.enter(bin == none ? make(context, source, tag) : bin);
  }

  /// The first in a queue; nothing if that is empty.
  T first(int context, int source, int tag) {
    return find(context, source, tag).head.next.owner;
  }

  /// Takes an entry out of its queue.
  void remove(Entry<T> entry) {
    Bin<T> bin = entry.leave();
    if (bin.head.next == bin.head) {
      drop(bin);
    }
  }

  /// All that is queued: each queue from its first to its last, the queues in any order.
  List<T> all() {
    List<T> all = new ArrayList<>();
    for (Bin<T> first : table) {
      for (Bin<T> bin = first; bin != none; bin = bin.nextInSlot) {
        bin.addTo(all);
      }
    }
    return all;
  }

  /// How many queues were looked at, ever.
  long steps() {
    return steps;
  }

  private Bin<T> find(int context, int source, int tag) {
    Bin<T> bin = table[slot(context, source, tag)];
    steps++;
    while (bin != none && !bin.isOf(context, source, tag)) {
      bin = bin.nextInSlot;
      steps++;
    }
    return bin;
  }

  private Bin<T> make(int context, int source, int tag) {
    if (count == table.length) {
      resize(2 * table.length);
    }
    Bin<T> bin = takeSpare();
    bin.context = context;
    bin.source = source;
    bin.tag = tag;
    insert(bin);
    count++;
    return bin;
  }

  private Bin<T> takeSpare() {
    if (spares == none) {
      return new Bin<>(nothing);
    }
    Bin<T> bin = spares;
    spares = bin.nextInSlot;
    spareCount--;
    return bin;
  }

  private void insert(Bin<T> bin) {
    int slot = slot(bin.context, bin.source, bin.tag);
    bin.nextInSlot = table[slot];
    table[slot] = bin;
  }

  private void drop(Bin<T> bin) {
    int slot = slot(bin.context, bin.source, bin.tag);
    if (table[slot] == bin) {
      table[slot] = bin.nextInSlot;
    } else {
      before(bin, table[slot]).nextInSlot = bin.nextInSlot;
    }
    count--;
    if (spareCount < FEWEST) {
      bin.nextInSlot = spares;
      spares = bin;
      spareCount++;
    }
    if (count == 0 && table.length > MANY) {
      table = table(FEWEST);
    }
  }

  private Bin<T> before(Bin<T> bin, Bin<T> from) {
    Bin<T> before = from;
    steps++;
    while (before.nextInSlot != bin) {
      before = before.nextInSlot;
      steps++;
    }
    return before;
  }

  private void resize(int size) {
    Bin<T>[] old = table;
    table = table(size);
    for (Bin<T> first : old) {
      Bin<T> bin = first;
      while (bin != none) {
        Bin<T> next = bin.nextInSlot;
        insert(bin);
        bin = next;
      }
    }
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // there are no arrays of generic types
  private Bin<T>[] table(int size) {
    Bin<T>[] empty = new Bin[size];
    Arrays.fill(empty, none);
    return empty;
  }

  /// Spreads numbers that lie close together, as ranks and tags do, over the table.
  private int slot(int context, int source, int tag) {
    int hash = (context * 0x9E3779B1 + source) * 0x85EBCA6B + tag;
    hash = (hash ^ (hash >>> 15)) * 0xC2B2AE35;
    return (hash ^ (hash >>> 16)) & (table.length - 1);
  }

  /// One queue: a ring through its head.
  private static final class Bin<T> {
    final Entry<T> head;
    Bin<T> nextInSlot = this;
    int context;
    int source;
    int tag;

    Bin(T nothing) {
      head = new Entry<>(nothing);
      head.bin = this;
    }

    boolean isOf(int inContext, int from, int withTag) {
      return context == inContext && source == from && tag == withTag;
    }

    void addTo(List<T> all) {
      for (Entry<T> entry = head.next; entry != head; entry = entry.next) {
        all.add(entry.owner);
      }
    }
  }

  /// A place in a queue, or in none. Made once for its owner and used again.
  static final class Entry<T> {
    private final T owner;
    private Entry<T> previous = this;
    private Entry<T> next = this;
    private @Nullable Bin<T> bin;

    Entry(T owner) {
      this.owner = owner;
    }

    /// Whether it is in a queue.
    boolean isQueued() {
      return bin != null;
    }

    private void enter(Bin<T> queue) {
      bin = queue;
      next = queue.head;
      previous = queue.head.previous;
      previous.next = this;
      next.previous = this;
    }

    private Bin<T> leave() {
      Bin<T> left = Objects.requireNonNull(bin);
      previous.next = next;
      next.previous = previous;
      previous = this;
      next = this;
      bin = null;
      return left;
    }
  }
}
