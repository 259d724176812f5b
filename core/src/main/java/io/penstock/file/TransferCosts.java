package io.penstock.file;

import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/// The measured cost of each way of moving bytes, by the length of transfers, and the choice of the
/// next one.
///
/// The cheapest way is taken. Each other way is tried again once a try costs at most a
/// three-hundredth of the time that transfers have taken since its last one; for short transfers a
/// twentieth, as long as the process has hardly taken it. A wrong measurement thus does not last,
/// and tries never cost more than some percent for long.
///
/// Of a way's first three measurements in a process the least counts, since the first ones load
/// classes. Later ones move a cost by a part of the difference, and by half of it if they are less
/// than half: a stall makes a transfer dearer, and nothing makes it so much cheaper. A way that is
/// not known yet costs nothing, so that it is tried next.
///
/// A file begins with the costs that earlier files taught, but its first three measurements lower a
/// cost at once: it may lie otherwise in memory. A way that short files never have the time to try
/// is tried by one of them all the same, since that time adds up over all files. Safe for any
/// thread; of two simultaneous measurements one may be lost, but not the time that it took.
final class TransferCosts {
  /// Transfers up to the same limit are alike.
  private static final long[] LIMITS = {
    4 << 10, 16 << 10, 64 << 10, 256 << 10, 2 << 20, Long.MAX_VALUE
  };

  private static final Way[] ALL = Way.values();

  private static final int WAYS = ALL.length;

  /// A way is known after so many measurements.
  private static final int KNOWN = 3;

  private static final long SHORT = 64 << 10;

  /// Longer transfers are measured always, which takes less than a hundredth of them.
  private static final long LONG = 256 << 10;

  /// So many measurements of short reads tell what they cost when they come often.
  private static final int MANY = 200;

  /// Of the time spent, one in so many parts may go into trying each way.
  private static final int THRIFT = 300;

  /// Of a way that the process has hardly taken yet for short transfers in so many parts: its code
  /// is not compiled yet, so that it seems to cost many times what it will.
  private static final int FIRST_THRIFT = 20;

  /// From so many measurements on it is compiled.
  private static final int COMPILED = 300;

  /// Of a way that longer transfers have hardly taken: what its first measurements met, a stall for
  /// instance, decides alone what it is believed to cost.
  private static final int EARLY_THRIFT = 100;

  /// From so many measurements on a stall among them is forgotten.
  private static final int FAMILIAR = 12;

  /// So many times the cost counts at the most: a transfer has waited for a device, or a processor.
  private static final int MOST_TIMES = 4;

  /// A way is tried by transfers of so many bytes, one after the other, of which the second half
  /// counts: the first ones find page tables, and all else that the way needs, out of the
  /// processor's cache.
  private static final long BURST_BYTES = 256 << 10;

  private static final int LEAST_BURST = 4;

  private static final int LEAST_RESTS = 4;

  /// The end of a mapping tells what its pages cost from so much on.
  private static final long RELEASED = 64 << 20;

  /// A cost changes by this part of the difference.
  private static final int SLOWNESS = 8;

  /// That of the way which long transfers take all the time changes by this part: the rate of
  /// memory itself changes from place to place, and of two ways that cost about the same none
  /// should be left for the other because of that.
  private static final int LONG_SLOWNESS = 32;

  /// That of a way which they try changes by this part, since tries are few.
  private static final int TRY_SLOWNESS = 4;

  private static final int MAPPING = Way.MAPPING_FIRST.bit() | Way.MAPPING_AGAIN.bit();

  /// The cost of a way that the process has not had the time to try yet.
  private static final long UNTRIED = Long.MAX_VALUE / 2;

  private static final long NEVER = Long.MAX_VALUE;

  private static final long FEMTOS = 1_000_000;

  /// What takes longer counts as that long.
  private static final long MOST_NANOS = 600_000_000_000L;

  /// A file is expected to be moved once, at about this rate.
  private static final long BYTES_PER_NANO = 8;

  private static final long MOST_CREDIT_NANOS = 1_000_000_000;

  /// So many transfers of a file by a thread are measured, one after the other.
  private static final int MEASURED = 16;

  /// Of those that follow one in 32 is, as long as they are few.
  private static final int OFTEN_BITS = 5;

  private static final int FEW = 4096;

  /// Of all others one in 256 is.
  private static final int SELDOM_BITS = 8;

  private static final int STRIPES = 8;

  /// A cache line.
  private static final int STRIPE_INTS = 16;

  /// 2^32 divided by the golden ratio.
  private static final int GOLDEN = 0x9E3779B9;

  private static final TransferCosts READS = new TransferCosts(0);
  private static final TransferCosts WRITES = new TransferCosts(0);

  private final TransferCosts ofAll; // these themselves, where they are of all files

  /// Ways as bits, of which the first one there is is taken, whatever it costs; none to go by cost.
  private final int forced;

  /// By length and way.
  private final AtomicLongArray femtosPerByte = new AtomicLongArray(LIMITS.length * WAYS);

  private final AtomicIntegerArray samples = new AtomicIntegerArray(LIMITS.length * WAYS);

  /// By length, what transfers have taken.
  private final AtomicLongArray spentNanos = new AtomicLongArray(LIMITS.length);

  /// By length and way, when it was taken last, by the clock of [#spentNanos].
  private final AtomicLongArray takenNanos = new AtomicLongArray(LIMITS.length * WAYS);

  /// What it has cost to give back pages of mappings that were met, when files were closed.
  private final AtomicLong releaseFemtosPerByte = new AtomicLong();

  private final AtomicInteger releases = new AtomicInteger();

  /// By length, the index of the call that was the best when a transfer was last measured.
  private final AtomicIntegerArray usualCall = new AtomicIntegerArray(LIMITS.length);

  /// By length, how many measured transfers take the best way before another one is tried again.
  private final AtomicIntegerArray resting = new AtomicIntegerArray(LIMITS.length);

  /// By length, how many more transfers of a burst there are, and the ways that they take.
  private final AtomicIntegerArray burst = new AtomicIntegerArray(LIMITS.length);

  private final AtomicIntegerArray burstWays = new AtomicIntegerArray(LIMITS.length);

  /// By length, from how many uses on new pages of a mapping were worth it then.
  private final AtomicLongArray worthFrom = new AtomicLongArray(LIMITS.length);

  /// By length, whether pages met before were then.
  private final AtomicIntegerArray knownPagesWin = new AtomicIntegerArray(LIMITS.length);

  /// What measured transfers stand for.
  private final AtomicLong movedBytes = new AtomicLong();

  /// By stripe of threads and length, transfers that were asked for. Each transfer counts itself:
  /// threads that did so in one place would wait for one another's cache line.
  private final AtomicIntegerArray turns = new AtomicIntegerArray(STRIPES * STRIPE_INTS);

  /// Costs that begin with nothing.
  TransferCosts(int forced) {
    this.ofAll = this;
    this.forced = forced;
  }

  /// Costs of one file that begin with what others have taught, and teach others.
  TransferCosts(TransferCosts ofAll, long size, int forced) {
    this.ofAll = ofAll;
    this.forced = forced;
    for (int i = 0; i < LIMITS.length * WAYS; i++) {
      femtosPerByte.setPlain(i, ofAll.femtosPerByte.getOpaque(i));
      long idle = ofAll.spentNanos.getOpaque(i / WAYS) - ofAll.takenNanos.getOpaque(i);
      long credit = Math.min(size / BYTES_PER_NANO, MOST_CREDIT_NANOS);
      takenNanos.setPlain(i, -Math.max(idle, credit));
    }
  }

  /// The costs of one file's transfers.
  ///
  /// @param size of the file: large ones are likely to be worth that each way is tried
  /// @param forced ways as bits, to be taken whatever they cost; 0 to go by cost
  static TransferCosts of(TransferDirection direction, long size, int forced) {
    return new TransferCosts(direction == TransferDirection.READ ? READS : WRITES, size, forced);
  }

  /// A way of moving a range between a file and a Java array.
  enum Way {
    /// A system call that moves to or from the array itself.
    STRAIGHT(0, "straight", 0, 0),
    /// The same where the array lies a few bytes ahead of the file's place within a page, which
    /// some processors copy slowly.
    STRAIGHT_NEAR(1, "straight to places just ahead in the page", 0, 0),
    /// A system call that moves to or from a chunk off the heap, and a copy.
    CHUNK_256K(2, "chunks of 256 KiB", 256 << 10, 0),
    /// A longer chunk costs fewer calls, and leaves the processor's cache.
    CHUNK_1M(3, "chunks of 1 MiB", 1 << 20, 0),
    /// The JVM copies so much past the cache, which is faster where the array is not cached anyway.
    CHUNK_4M(4, "chunks of 4 MiB", 4 << 20, 0),
    /// A copy out of a mapping whose pages the process meets for the first time. The first mapping
    /// of a process loads classes and binds functions, some ten milliseconds' worth.
    MAPPING_FIRST(5, "new pages of a mapping", 0, 50_000_000),
    /// A copy out of a mapping, of pages met before.
    MAPPING_AGAIN(6, "known pages of a mapping", 0, 0),
    /// A copy out of pages of a mapping that are given back at once, while the kernel's records of
    /// them are still in the processor's cache: of a file that is read once this costs less than to
    /// give them back at the end.
    MAPPING_ONCE(7, "pages of a mapping for a moment", 0, 50_000_000);

    /// Its place in tables, and its bit in sets.
    final int index;

    /// For the user.
    final String label;

    /// 0 if it needs none.
    final int chunkBytes;

    /// A process tries this way once it has moved bytes for so long.
    final long afterNanos;

    Way(int index, String label, int chunkBytes, long afterNanos) {
      this.index = index;
      this.label = label;
      this.chunkBytes = chunkBytes;
      this.afterNanos = afterNanos;
    }

    int bit() {
      return 1 << index;
    }

    /// Whether it keeps pages of a mapping.
    boolean isMapping() {
      return (bit() & MAPPING) != 0;
    }

    /// The bits of those that a user names by one word.
    ///
    /// @throws IllegalArgumentException if the word is none of them
    static int named(String word) {
      return switch (word) {
        case "straight" -> STRAIGHT.bit() | STRAIGHT_NEAR.bit();
        case "chunk-256k" -> CHUNK_256K.bit();
        case "chunk-1m" -> CHUNK_1M.bit();
        case "chunk-4m" -> CHUNK_4M.bit();
        case "mapping" -> MAPPING_FIRST.bit() | MAPPING_AGAIN.bit();
        case "mapping-once" -> MAPPING_ONCE.bit();
        default ->
            throw new IllegalArgumentException(
                "no way '"
                    + word
                    + "' of moving bytes; there are straight, chunk-256k, chunk-1m, chunk-4m, mapping,"
                    + " mapping-once");
      };
    }
  }

  /// The class of a transfer's length.
  static int lengthClass(long bytes) {
    int found = 0;
    while (bytes > LIMITS[found]) {
      found++;
    }
    return found;
  }

  /// Whether pages of a mapping that were met before were the best way when a transfer was last
  /// measured.
  boolean prefersKnownPages(int length) {
    return knownPagesWin.getPlain(length) > 0 && forced == 0;
  }

  /// Whether a way's cost is known.
  boolean hasMeasured(int length, Way way) {
    return isKnown(index(length, way));
  }

  /// Whether the next transfer tries a way: what that takes decides whether it is taken again.
  boolean isOnTrial(int length, Way way) {
    return burst.getPlain(length) > 0 || !hasMeasured(length, way);
  }

  /// The best way by what was known when a transfer was last measured.
  ///
  /// @param ways as for [#best]
  /// @param uses as for [#best]
  Way usual(int length, int ways, long uses) {
    long worth = worthFrom.getPlain(length);
    Way call = ALL[usualCall.getPlain(length)];
    if (forced != 0 || worth == 0) {
      return best(length, ways, uses);
    }
    if (prefersKnownPages(length) && (ways & Way.MAPPING_AGAIN.bit()) != 0) {
      return Way.MAPPING_AGAIN;
    }
    if (uses >= worth && (ways & Way.MAPPING_FIRST.bit()) != 0) {
      return Way.MAPPING_FIRST;
    }
    return (ways & call.bit()) != 0 ? call : best(length, ways & ~MAPPING, uses);
  }

  /// The way that costs least, as far as is known.
  ///
  /// @param length the class of the transfer's length
  /// @param ways those that there are, as bits
  /// @param uses how often pages of a mapping that are met for the first time are going to be
  ///   wanted: they are an investment
  Way best(int length, int ways, long uses) {
    if (forced != 0) {
      return ALL[Integer.numberOfTrailingZeros((ways & forced) != 0 ? ways & forced : ways)];
    }
    Way best = ALL[Integer.numberOfTrailingZeros(ways)];
    long least = Long.MAX_VALUE;
    for (int left = ways; left != 0; left &= left - 1) {
      Way way = ALL[Integer.numberOfTrailingZeros(left)];
      long cost = cost(length, way, uses);
      if (cost < least) {
        least = cost;
        best = way;
      }
    }
    return best;
  }

  /// The way that the next measured transfer takes: the best one, or another that is due to be
  /// tried.
  ///
  /// @param bytes its length
  /// @param ways as for [#best]
  /// @param uses as for [#best]
  Way next(int length, long bytes, int ways, long uses) {
    Way best = best(length, ways, uses);
    remember(length, ways);
    int left = Math.min(burst.getPlain(length), burst(bytes)); // shorter ones may have begun it
    if (left > 0) {
      int same = left == 1 ? 0 : burstWays.getPlain(length) & ways;
      burst.setPlain(length, same == 0 ? 0 : left - 1);
      return same == 0 ? best : ALL[Integer.numberOfTrailingZeros(same)];
    }
    int rest = resting.getPlain(length);
    Way tried = forced != 0 || rest > 0 ? best : due(length, bytes, ways, uses, best);
    if (tried == best) {
      resting.setPlain(length, Math.max(0, rest - 1));
    } else {
      int times = burst(bytes);
      resting.setPlain(length, rests(times));
      burstWays.setPlain(length, tried.isMapping() ? MAPPING : tried.bit());
      burst.setPlain(length, times);
    }
    take(index(length, tried), length);
    if (ofAll != this) {
      ofAll.take(index(length, tried), length);
    }
    return tried;
  }

  private void take(int index, int length) {
    takenNanos.setPlain(index, spentNanos.getPlain(length));
  }

  private void remember(int length, int ways) {
    Way call = best(length, ways & ~MAPPING, 1);
    usualCall.setPlain(length, call.index);
    long first = cost(length, Way.MAPPING_FIRST, 1);
    long again = known(length, first);
    long gain = cost(length, call, 1) - again;
    boolean known = isKnown(index(length, Way.MAPPING_FIRST));
    worthFrom.setPlain(
        length, known && gain > 0 ? Math.max(1, Math.ceilDiv(first - again, gain)) : NEVER);
    known |= isKnown(index(length, Way.MAPPING_AGAIN)); // who reads one place meets one new page
    knownPagesWin.setPlain(length, known && gain > 0 ? 1 : 0);
  }

  /// Of the ways that may be tried again the one that was taken longest ago; the best one if there
  /// is none.
  private Way due(int length, long bytes, int ways, long uses, Way best) {
    long now = spentNanos.getPlain(length);
    long least = cost(length, best, uses);
    int tries = burst(bytes);
    Way found = best;
    long longest = -1;
    for (int left = ways & ~best.bit(); left != 0; left &= left - 1) {
      Way way = ALL[Integer.numberOfTrailingZeros(left)];
      long idle = now - takenNanos.getPlain(index(length, way));
      long cost = cost(length, way, uses);
      double excess = (double) (cost - least) / FEMTOS * bytes * tries;
      boolean affordable = cost < UNTRIED && excess * thrift(length, way) <= (double) idle;
      if (affordable && idle > longest) {
        found = way;
        longest = idle;
      }
    }
    return found;
  }

  /// After a burst of so many tries: fewer than tries, since only one transfer in many is measured,
  /// but some, since tries of ways that cost about the same would never end.
  private static int rests(int tries) {
    return Math.min(tries, Math.max(LEAST_RESTS, tries / LEAST_RESTS));
  }

  /// By how many transfers a way is tried.
  private static int burst(long bytes) {
    return (int) Math.max(LEAST_BURST, BURST_BYTES / bytes);
  }

  private int thrift(int length, Way way) {
    int samples = ofAll.samples.getPlain(index(length, way));
    if (LIMITS[length] <= SHORT) {
      return samples < COMPILED ? FIRST_THRIFT : THRIFT;
    }
    return samples < FAMILIAR ? EARLY_THRIFT : THRIFT;
  }

  private long cost(int length, Way way, long uses) {
    int index = index(length, way);
    if (!isKnown(index)) {
      return way.afterNanos == 0 || isTime(way) ? 0 : UNTRIED;
    }
    long cost = femtosPerByte.getPlain(index);
    return switch (way) {
      case MAPPING_FIRST -> {
        cost += ofAll.releaseFemtosPerByte.getPlain();
        long later = known(length, cost);
        yield later + Math.max(0, cost - later) / uses;
      }
      case MAPPING_AGAIN -> known(length, cost);
      default -> cost;
    };
  }

  /// What known pages cost: until that was measured a third of a call, so that it will be. Short
  /// reads that come seldom find the page tables and all else out of the processor's cache, which
  /// costs more than the copy: it takes many of them until the measured cost is believed.
  ///
  /// @param otherwise where nothing is known
  private long known(int length, long otherwise) {
    int index = index(length, Way.MAPPING_AGAIN);
    long cost = isKnown(index) ? femtosPerByte.getPlain(index) : otherwise;
    boolean believed = LIMITS[length] > SHORT ? isKnown(index) : samples.getPlain(index) >= MANY;
    return believed
        ? cost
        : Math.min(cost, femtosPerByte.getPlain(length * WAYS + usualCall.getPlain(length)) / 3);
  }

  private boolean isKnown(int index) {
    return ofAll.samples.getPlain(index) >= KNOWN;
  }

  /// About how much was moved, of one file.
  long movedBytes() {
    return movedBytes.getPlain();
  }

  /// How long measured transfers have taken.
  long spentNanos() {
    long spent = 0;
    for (int length = 0; length < LIMITS.length; length++) {
      spent += spentNanos.getPlain(length);
    }
    return spent;
  }

  private boolean isTime(Way way) {
    return ofAll.spentNanos() >= way.afterNanos;
  }

  private static int index(int length, Way way) {
    return length * WAYS + way.index;
  }

  /// Notes what a transfer took, which stands for those that were not measured since the last one.
  void add(int length, Way way, long nanos, long bytes) {
    int left = burst.getPlain(length);
    if (left > burst(bytes) / 2) {
      return;
    }
    long femtos = Math.max(1, Math.min(nanos, MOST_NANOS) * FEMTOS / bytes);
    long standsFor = left > 0 ? 1 : 1L << periodBits(length, turns.getPlain(ownTurns(length)));
    long spent = nanos * standsFor;
    int slowness = LIMITS[length] <= LONG ? SLOWNESS : left > 0 ? TRY_SLOWNESS : LONG_SLOWNESS;
    movedBytes.setPlain(movedBytes.getPlain() + bytes * standsFor);
    note(length, way, femtos, spent, slowness);
    if (ofAll != this) {
      ofAll.note(length, way, femtos, spent, slowness);
    }
  }

  /// Whether the next transfer is to be measured: each of the first ones, then one in some. Which
  /// ones that are follows the golden ratio: programs that move the same file again and again would
  /// have the same place of it measured each time if one came every so often.
  boolean isDue(int length) {
    if (burst.getPlain(length) > 0) {
      return true;
    }
    int own = ownTurns(length);
    int turn = turns.getPlain(own) + 1;
    turns.setPlain(own, turn == Integer.MAX_VALUE ? MEASURED : turn);
    int bits = periodBits(length, turn);
    return bits == 0 || (turn * GOLDEN) >>> (Integer.SIZE - bits) == 0;
  }

  private static int ownTurns(int length) {
    return ((int) Thread.currentThread().threadId() & (STRIPES - 1)) * STRIPE_INTS + length;
  }

  /// Of how many transfers one is measured, as a power of two.
  private static int periodBits(int length, int turn) {
    return turn <= MEASURED || LIMITS[length] > LONG ? 0 : turn <= FEW ? OFTEN_BITS : SELDOM_BITS;
  }

  /// Notes how long it took to end a mapping, and of how much of its file the pages had been met.
  /// Of little it says nothing: that a mapping ends at all takes its time too, and what has just
  /// been met is given back sooner.
  void addRelease(long nanos, long bytes) {
    if (bytes >= RELEASED && ofAll != this) {
      ofAll.noteRelease(Math.max(1, Math.min(nanos, MOST_NANOS) * FEMTOS / bytes));
    }
  }

  private void noteRelease(long femtos) {
    int number = releases.getAndIncrement();
    long known = releaseFemtosPerByte.getPlain();
    releaseFemtosPerByte.setPlain(updated(number, known, femtos, SLOWNESS));
  }

  /// A cost after one more measurement.
  ///
  /// @param number of those before
  /// @param known cost; 0 before the first
  private static long updated(int number, long known, long femtos, int slowness) {
    if (known == 0 || number < KNOWN) {
      return known == 0 ? femtos : Math.min(known, femtos);
    }
    int part = femtos < known / 2 ? 2 : slowness;
    return known + (Math.min(femtos, MOST_TIMES * known) - known) / part;
  }

  private void note(int length, Way way, long femtos, long spent, int slowness) {
    spentNanos.getAndAdd(length, spent);
    int index = index(length, way);
    long known = femtosPerByte.getPlain(index);
    int number = samples.getPlain(index);
    femtosPerByte.setPlain(index, updated(number, known, femtos, slowness));
    samples.setPlain(index, number == Integer.MAX_VALUE ? number : number + 1);
  }

  /// The ways that were measured, with their costs; nothing if none was.
  String explain() {
    StringBuilder text = new StringBuilder();
    for (int length = 0; length < LIMITS.length; length++) {
      if (spentNanos.getPlain(length) > 0) {
        text.append(text.isEmpty() ? "" : "; ")
            .append(
                LIMITS[length] == Long.MAX_VALUE
                    ? "longer"
                    : "to " + (LIMITS[length] >> 10) + " KiB")
            .append(": ")
            .append(explain(length));
      }
    }
    return text.toString();
  }

  private String explain(int length) {
    StringBuilder text = new StringBuilder();
    for (Way way : ALL) {
      int index = index(length, way);
      if (samples.getPlain(index) > 0) {
        text.append(text.isEmpty() ? "" : ", ")
            .append(
                String.format(
                    Locale.ROOT,
                    "%s %.1f GB/s (%d)",
                    way.label,
                    (double) FEMTOS / Math.max(1, femtosPerByte.getPlain(index)),
                    samples.getPlain(index)));
      }
    }
    return text.toString();
  }
}
