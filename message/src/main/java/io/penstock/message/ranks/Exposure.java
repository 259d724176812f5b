package io.penstock.message.ranks;

import io.penstock.memory.PageFaults;
import io.penstock.message.MessageException;
import io.penstock.message.Reduction;
import io.penstock.message.match.Transfer;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// One rank's memory in a window, and what is done to it: by ranks of its process themselves, by
/// its [WindowServer] for others.
///
/// Safe for any thread.
final class Exposure {
  /// How many elements are combined at once; a whole number of groups of any reduction.
  private static final int CHUNK = 4096;

  /// Those of all ranks of this process, by number.
  private static final Map<Long, Exposure> ALL = new ConcurrentHashMap<>();

  private static final AtomicLong NUMBERS = new AtomicLong();

  private final long number = NUMBERS.incrementAndGet();
  private final int rank;
  private final MemorySegment memory;
  private final LockQueue locks = new LockQueue();
  private final Lock atomics = new ReentrantLock();

  /// By origin: the first failure of what it was not told about yet.
  private final Map<Integer, String> failures = new ConcurrentHashMap<>();

  private volatile String ended = "";

  /// Written after, and read before, what the owner is to see.
  private volatile boolean changed;

  /// @param rank the owner's in the communicator
  Exposure(int rank, MemorySegment memory) {
    this.rank = rank;
    this.memory = memory;
    ALL.put(number, this);
  }

  /// One of this process.
  static Exposure numbered(long number) {
    Exposure found = ALL.get(number);
    if (found == null) {
      throw new MessageException("a rank of this process has ended its window meanwhile");
    }
    return found;
  }

  long number() {
    return number;
  }

  MemorySegment memory() {
    return memory;
  }

  LockQueue locks() {
    return locks;
  }

  // ---- accesses; offsets are in bytes ----------------------------------------------------------

  void put(Region data, long offset) {
    access(() -> there(data, offset).fill(data));
  }

  void get(Region data, long offset) {
    access(() -> data.fill(there(data, offset)));
  }

  void accumulate(Region data, long offset, Reduction reduction) {
    access(() -> combine(there(data, offset), data, data.nothing(), reduction));
  }

  /// @param before what was there; as long as the data
  void getAccumulate(Region data, Region before, long offset, Reduction reduction) {
    access(() -> combine(there(data, offset), data, before, reduction));
  }

  void compareAndSwap(Region expected, Region value, Region before, long offset) {
    access(
        () -> {
          Region there = there(value, offset);
          atomics.lock();
          try {
            boolean same = there.memory().mismatch(expected.memory()) < 0;
            PageFaults.await(expected.memory(), expected.bytes());
            before.fill(there);
            if (same) {
              there.fill(value);
            }
          } finally {
            atomics.unlock();
          }
        });
  }

  private Region there(Region data, long offset) {
    return new Region(memory.asSlice(offset, data.bytes()), data.kind());
  }

  private void combine(Region there, Region data, Region before, Reduction reduction) {
    long count = there.count();
    for (long at = 0; at < count; at += CHUNK) {
      int n = (int) Math.min(CHUNK, count - at);
      Object right = data.array(n);
      data.read(at, right);
      atomics.lock();
      try {
        combine(there, at, right, before, reduction);
      } finally {
        atomics.unlock();
      }
    }
  }

  private static void combine(
      Region there, long at, Object right, Region before, Reduction reduction) {
    Object left = there.array(Array.getLength(right));
    there.read(at, left);
    if (before.bytes() > 0) {
      before.write(at, left);
    }
    reduction.combine(left, right);
    there.write(at, right);
  }

  private void access(Runnable action) {
    requireOpen();
    try {
      action.run();
    } catch (IllegalStateException e) {
      requireOpen();
      if (memory.scope().isAlive()) {
        throw e; // the origin's data
      }
      throw new MessageException(
          String.format(
              Locale.ROOT,
              "the memory of rank %d's window has been freed: its arena is closed; close the window first",
              rank),
          e);
    } catch (InternalError e) { // the system has no page for it
      if (!memory.isMapped()) {
        throw Transfer.inaccessible(e); // the origin's data
      }
      throw new MessageException(
          String.format(
              Locale.ROOT,
              "the memory of rank %d's window cannot be accessed; a mapped file must not become shorter: %s",
              rank,
              e.getMessage()),
          e);
    } catch (IndexOutOfBoundsException e) {
      throw new MessageException(
          String.format(Locale.ROOT, "outside the window of rank %d: %s", rank, e.getMessage()), e);
    }
    changed = true;
  }

  private void requireOpen() {
    String why = ended;
    if (!why.isEmpty()) {
      throw new MessageException(why);
    }
  }

  // ---- what is told later ----------------------------------------------------------------------

  /// An access has failed of which the origin waits for no outcome.
  void note(int origin, MessageException failure) {
    failures.putIfAbsent(origin, String.valueOf(failure.getMessage()));
  }

  /// Throws the first failure that was noted for a rank.
  ///
  /// @throws MessageException that one
  void settle(int origin) {
    @Nullable String failure = failures.remove(origin);
    if (failure != null) {
      throw new MessageException(failure);
    }
  }

  /// Lets the calling thread see what was done here.
  void observe() {
    boolean _ = changed;
  }

  /// Allows no more accesses.
  ///
  /// @param why for those that still come
  void end(String why) {
    ended = why;
    ALL.remove(number);
    locks.end(why);
  }
}
