package io.penstock.evaluate.messages;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.Drill.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Exercise.Reading;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;

/// A drill of a team of threads with the blocks of an allocator. Marks at both ends of a block tell
/// whether two owners have it.
///
/// @param <T> what the allocator hands out
abstract class BlockDrill<T> implements Exercise.Session {
  private static final int SALT_SHIFT = 40;
  private static final int MEMBER_SHIFT = 32;

  final Allocator<T> allocator;
  final Batch batch;
  final ThreadTeam team;

  BlockDrill(Allocator<T> allocator, DrillTask task) {
    this.allocator = allocator;
    batch = new Batch(task);
    team = new ThreadTeam(task.threads(), allocator::thread);
  }

  /// The first of the stamps of a thread in a run; the next 2^32 are its own too.
  static long firstStamp(long salt, int member) {
    return salt << SALT_SHIFT | (long) member << MEMBER_SHIFT;
  }

  /// Marks a block of so many bytes, which may have more room.
  final void mark(T marked, long bytes, long stamp) {
    MemorySegment block = allocator.memory(marked);
    block.set(JAVA_BYTE, 0, (byte) stamp);
    block.set(JAVA_BYTE, bytes - 1, (byte) ~stamp);
    if (bytes >= 2 * Long.BYTES) {
      block.set(JAVA_LONG_UNALIGNED, 0, stamp);
      block.set(JAVA_LONG_UNALIGNED, bytes - Long.BYTES, ~stamp);
    }
  }

  /// Takes note where the marks are not those that were made.
  final void compare(T marked, long bytes, long stamp) {
    MemorySegment block = allocator.memory(marked);
    if (bytes < 2 * Long.BYTES) {
      return;
    }
    long first = block.get(JAVA_LONG_UNALIGNED, 0);
    long last = block.get(JAVA_LONG_UNALIGNED, bytes - Long.BYTES);
    if (first != stamp || last != ~stamp) {
      team.note(
          String.format(
              Locale.ROOT,
              "a block of %d bytes marked %x and %x holds %x and %x",
              bytes,
              stamp,
              ~stamp,
              first,
              last));
    }
  }

  @Override
  public final Optional<String> fault(long salt) {
    return team.fault();
  }

  @Override
  public void close() throws IOException {
    team.close();
    allocator.close();
  }

  /// Pairs of getting a block and giving it back at once, by each thread for itself.
  ///
  /// @param <T> what the allocator hands out
  static final class Pairs<T> extends BlockDrill<T> {
    private static final int MOST_LIVE = 16;
    private static final long MOST_LIVE_BYTES = 32L << 20;

    private final long bytes;

    Pairs(Allocator<T> allocator, DrillTask task) {
      super(allocator, task);
      bytes = task.drill().bytes();
    }

    /// Has as many blocks at once as memory allows, in all threads, and looks whether one is
    /// another's too.
    @Override
    public void arm(long salt) throws Exception {
      team.run(member -> check(firstStamp(salt, member)));
    }

    private void check(long stamp) {
      List<T> live = new ArrayList<>();
      for (int i = 0; i < Math.clamp(MOST_LIVE_BYTES / bytes, 2, MOST_LIVE); i++) {
        T block = allocator.allocate(bytes);
        mark(block, bytes, stamp + i);
        live.add(block);
      }
      for (int i = 0; i < live.size(); i++) {
        compare(live.get(i), bytes, stamp + i);
        allocator.release(live.get(i));
      }
    }

    @Override
    public Reading run() throws Exception {
      long number = batch.operations();
      return batch.took(team.race(_ -> allocator.repeat(bytes, number)));
    }
  }

  /// A fixed sequence of sizes, as many small as large ones in the sense of powers, and of places.
  static final class RandomSizes {
    private static final int LENGTH = 1 << 14;
    private static final long SEED = 42;

    private final int[] sizes;
    private final int[] slots;
    private int position;

    /// @param least size
    /// @param most size
    /// @param places to choose from
    RandomSizes(int least, int most, int places) {
      SplittableRandom random = new SplittableRandom(SEED);
      double powers = Math.log((double) most / least);
      sizes = random.doubles(LENGTH).mapToInt(u -> (int) (least * Math.exp(u * powers))).toArray();
      slots = random.ints(LENGTH, 0, places).toArray();
    }

    /// Goes on to the next size and the next place.
    void advance() {
      position = (position + 1) & (LENGTH - 1);
    }

    int size() {
      return sizes[position];
    }

    int slot() {
      return slots[position];
    }
  }
}
