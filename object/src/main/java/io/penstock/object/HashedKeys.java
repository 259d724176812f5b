package io.penstock.object;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// The keys of the hash tables of one stream, and what they cost to compare.
///
/// An attacker who chooses the keys of a table can give them all the same hash code, and each is
/// then compared with all before it. The scan therefore notes which object becomes a key of which
/// table. Reading hands over each object when it is complete, which is before any table has it, and
/// the hash codes say what the table is about to do:
/// - `HashMap`, `HashSet`, `ConcurrentHashMap` compare keys of the same hash code, all of them;
///   where all keys are of one class that has an order, those on the way through a tree alone.
/// - `Hashtable` walks through all keys of the same place.
/// - Immutable sets and maps walk from the place of a hash code to the next free one.
///
/// A comparison counts as many steps as the key has parts, see [Size], times the most comparisons
/// of one key so far for each level of tables inside it: equal tables look up each other's keys. No
/// hash code has to be foreseen from the bytes: classes of users count as they are.
final class HashedKeys {
  /// Numbers of what is no object that reading completes: null, an object that is not complete yet,
  /// the end of a table; texts have the numbers below.
  static final int NULL = -1;

  static final int OPEN = -2;
  private static final int END = -3;

  /// Stands for null as a key: its hash code is 0, too.
  private static final Object NOTHING = Optional.empty();

  /// What a search in a tree of keys in order meets at most, and in the list before it.
  private static final int MOST_IN_ORDER = 32;

  /// Classes with an order that agrees with what is equal, and that `HashMap` makes use of.
  private static final Set<Class<?>> ORDERED =
      Set.of(
          new Class<?>[] {
            String.class, Boolean.class, Byte.class,
            Short.class, Character.class, Integer.class,
            Long.class, Float.class, Double.class,
            java.math.BigInteger.class, java.util.UUID.class, java.util.Date.class
          });

  private final long limit;
  private final List<Note> notes = new ArrayList<>();
  private final BitSet wanted = new BitSet();
  private final Map<Integer, Object> kept = new HashMap<>();
  private int texts;
  private int next;
  private int at;
  private int completed;
  private long comparisons;
  private long longest;

  /// @param limit how many steps comparisons may take
  HashedKeys(long limit) {
    this.limit = limit;
  }

  /// What a walk through an object meets.
  ///
  /// @param objects that it meets
  /// @param steps these, and one for each 64 bytes of their strings and arrays
  /// @param tables how many tables lie in each other at most
  record Size(long objects, long steps, int tables) {
    static final Size ONE = new Size(1, 1, 0);
    private static final long MOST = 1L << 60;
    private static final int BYTES_PER_STEP = 64;

    static Size ofBytes(long bytes) {
      return new Size(1, 1 + bytes / BYTES_PER_STEP, 0);
    }

    Size plus(Size part) {
      return new Size(
          objects + part.objects,
          Math.min(MOST, steps + part.steps),
          Math.max(tables, part.tables));
    }

    Size asTable() {
      return new Size(objects, steps, tables + 1);
    }
  }

  /// One key, or the end of a table, and how many objects are complete by then.
  private record Note(int at, int after, Table table, int number, Size size) {}

  /// A string that reading does not hand over, such as the name of an enum's constant.
  ///
  /// @return its number
  int text(String text) {
    int number = END - 1 - texts++;
    kept.put(number, text);
    return number;
  }

  /// Notes a key.
  ///
  /// A key of which the table itself is a part is not complete. It counts as if it were compared
  /// with all keys, as its hash code changes while it is read.
  ///
  /// @param at the byte of the stream
  /// @param after how many objects are complete
  /// @param number how many were before the key was, or [#NULL], [#OPEN], or that of a text
  void add(int at, int after, Table table, int number, Size size) {
    notes.add(new Note(at, after, table, number, size));
    if (number >= 0 && number < after - 1) {
      wanted.set(number);
    }
  }

  /// Notes that a table has all its keys.
  void end(int at, int after, Table table) {
    notes.add(new Note(at, after, table, END, Size.ONE));
  }

  /// Counts what comes before any object is complete.
  void start() throws ObjectException {
    proceed(NOTHING);
  }

  /// Counts what follows when one more object is complete.
  ///
  /// @throws ObjectException if comparisons would take more steps than the limit
  void complete(@Nullable Object made) throws ObjectException {
    Object object = made == null ? NOTHING : made;
    if (wanted.get(completed)) {
      kept.put(completed, object);
    }
    completed++;
    proceed(object);
  }

  private void proceed(Object last) throws ObjectException {
    while (next < notes.size() && notes.get(next).after == completed) {
      Note note = notes.get(next++);
      at = note.at;
      switch (note.number) {
        case END -> note.table.end(this);
        case OPEN -> count(note.table.openKey(), note.size);
        case NULL -> note.table.add(this, NOTHING, note.size);
        default -> note.table.add(this, kept.getOrDefault(note.number, last), note.size);
      }
    }
  }

  private void count(long keys, Size size) throws ObjectException {
    long each = size.steps;
    for (int i = 0; i < size.tables && each <= limit; i++) {
      each = Math.min(Size.MOST, each * (1 + Math.min(longest, Integer.MAX_VALUE)));
    }
    longest = Math.max(longest, keys);
    if (keys > 0 && each > (limit - comparisons) / keys) {
      throw ScanInput.refusal(
          at, "keys of hash tables whose comparisons take more steps than the limit of " + limit);
    }
    comparisons += keys * each;
  }

  /// One hash table.
  static final class Table {
    /// The places of a table that compares keys of the same hash code alone.
    static final int BY_HASH = 0;

    /// Those of an immutable one, which has two for each key.
    static final int BY_PROBING = -1;

    private final int places;
    private int keys;
    private @Nullable Counts tally;
    private @Nullable Class<?> ordered;
    private boolean mixed;
    private List<Object> objects = List.of();
    private List<Size> sizes = List.of();

    /// @param places of a table that finds keys by places, [#BY_HASH] or [#BY_PROBING]
    Table(int places) {
      this.places = places;
    }

    private int openKey() {
      mixed = true;
      return keys++;
    }

    private void add(HashedKeys all, Object key, Size size) throws ObjectException {
      keys++;
      if (places == BY_PROBING) {
        keep(key, size);
      } else if (places == BY_HASH) {
        all.count(searched(key, tally().add(key.hashCode())), size);
      } else {
        all.count(tally().add((key.hashCode() & Integer.MAX_VALUE) % places), size);
      }
    }

    private Counts tally() {
      Counts made = tally == null ? new Counts() : tally;
      tally = made;
      return made;
    }

    /// How many of the keys with its hash code a key is compared with.
    private int searched(Object key, int equals) {
      if (!ORDERED.contains(key.getClass())) {
        mixed = true;
      } else if (ordered == null) {
        ordered = key.getClass();
      } else {
        mixed |= ordered != key.getClass();
      }
      return mixed ? equals : Math.min(equals, MOST_IN_ORDER);
    }

    private void keep(Object key, Size size) {
      if (objects.isEmpty()) {
        objects = new ArrayList<>();
        sizes = new ArrayList<>();
      }
      objects.add(key);
      sizes.add(size);
    }

    private void end(HashedKeys all) throws ObjectException {
      if (places == BY_PROBING) {
        probe(all);
      }
      tally = null;
      objects = List.of();
      sizes = List.of();
    }

    /// Does what an immutable table does when it is made, which has two places for each key.
    private void probe(HashedKeys all) throws ObjectException {
      BitSet taken = new BitSet();
      int room = 2 * keys;
      for (int i = 0; i < objects.size(); i++) {
        int first = Math.floorMod(objects.get(i).hashCode(), room);
        int free = taken.nextClearBit(first);
        int steps = free - first;
        if (free >= room) {
          free = taken.nextClearBit(0);
          steps = room - first + free;
        }
        taken.set(free);
        all.count(steps, sizes.get(i));
      }
    }
  }

  /// A multiset of numbers, whose places in the table cannot be foreseen.
  private static final class Counts {
    private static final long FIRST = ThreadLocalRandom.current().nextLong() | 1;
    private static final long SECOND = ThreadLocalRandom.current().nextLong() | 1;

    private int[] numbers = new int[8];
    private int[] counts = new int[8];
    private int used;

    /// @return how often it came before
    int add(int number) {
      int place = place(number);
      if (counts[place] == 0) {
        if (2 * used >= numbers.length) {
          grow();
          place = place(number);
        }
        numbers[place] = number;
        used++;
      }
      return counts[place]++;
    }

    private int place(int number) {
      long mixed = (number ^ FIRST) * SECOND;
      mixed = (mixed ^ mixed >>> 32) * FIRST;
      int place = (int) (mixed >>> 32) & numbers.length - 1;
      while (counts[place] != 0 && numbers[place] != number) {
        place = place + 1 & numbers.length - 1;
      }
      return place;
    }

    private void grow() {
      int[] oldNumbers = numbers;
      int[] oldCounts = counts;
      numbers = new int[2 * oldNumbers.length];
      counts = new int[numbers.length];
      for (int i = 0; i < oldNumbers.length; i++) {
        if (oldCounts[i] > 0) {
          int place = place(oldNumbers[i]);
          numbers[place] = oldNumbers[i];
          counts[place] = oldCounts[i];
        }
      }
    }
  }
}
