package io.penstock.evaluate.messages;

import io.penstock.evaluate.run.Drill.DrillTask;
import io.penstock.evaluate.run.Exercise.Reading;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// Hand-offs of blocks from the thread that gets them to another one that gives them back.
///
/// @param <T> what the allocator hands out
final class HandOff<T> extends BlockDrill<T> {
  static final int LEAST = 64;
  static final int MOST = 64 << 10;
  private static final int CHECKS = 5000;

  private final SpscRing queue = new SpscRing();
  private final RandomSizes sizes = new RandomSizes(LEAST, MOST, 1);

  HandOff(Allocator<T> allocator, DrillTask task) {
    super(allocator, task);
  }

  /// Each block bears the number of its hand-off.
  @Override
  public void arm(long salt) throws Exception {
    long stamp = firstStamp(salt, 0);
    team.run(member -> share(member, () -> produceMarked(stamp), () -> consumeMarked(stamp)));
  }

  private void produceMarked(long firstStamp) {
    for (int i = 0; i < CHECKS; i++) {
      T block = allocator.allocate(LEAST);
      mark(block, LEAST, firstStamp + i);
      queue.put(allocator.pass(block));
    }
  }

  private void consumeMarked(long firstStamp) {
    for (int i = 0; i < CHECKS; i++) {
      T block = allocator.accept(queue.take());
      compare(block, LEAST, firstStamp + i);
      allocator.release(block);
    }
  }

  @Override
  public Reading run() throws Exception {
    long number = batch.operations();
    return batch.took(
        team.race(member -> share(member, () -> produce(number), () -> consume(number))));
  }

  private void produce(long number) {
    for (long i = 0; i < number; i++) {
      queue.put(allocator.pass(allocator.allocate(sizes.size())));
      sizes.advance();
    }
  }

  private void consume(long number) {
    for (long i = 0; i < number; i++) {
      allocator.release(allocator.accept(queue.take()));
    }
  }

  /// Where one thread fails, the other one does not wait for it.
  private void share(int member, Runnable producer, Runnable consumer) {
    try {
      (member == 0 ? producer : consumer).run();
    } catch (RuntimeException | Error e) {
      queue.giveUp();
      throw e;
    }
  }

  /// A ring of one producer and one consumer, which both spin. Each place is empty or full, which
  /// is all that the two tell each other.
  ///
  /// Who finds no place or no thing looks away for a while: if it looked all the time, each thing
  /// would drag the cache line that it lies in from one processor to the other and back, which
  /// takes longer than any allocator.
  private static final class SpscRing {
    private static final int ROOM = 1024;
    private static final int LOOKS = 20;
    private static final int SPINS = 20;

    /// The two threads' positions lie this far from each other and from whatever else is in memory:
    /// two cache lines.
    private static final int PAD = 32;

    private static final int NEXT = PAD;
    private static final int OLDEST = 2 * PAD;

    private final AtomicReferenceArray<@Nullable Object> ring = new AtomicReferenceArray<>(ROOM);
    private final int[] positions = new int[OLDEST + PAD];
    private volatile boolean givenUp;

    /// Puts something in as soon as there is room. For one thread.
    void put(Object thing) {
      int next = positions[NEXT];
      for (int looks = 0; ring.getAcquire(next) != null; looks++) {
        lookAway(looks);
      }
      ring.setRelease(next, thing);
      positions[NEXT] = (next + 1) % ROOM;
    }

    /// Takes the oldest out as soon as there is one. For one other thread.
    Object take() {
      int oldest = positions[OLDEST];
      Object thing = ring.getAcquire(oldest);
      for (int looks = 0; thing == null; looks++) {
        lookAway(looks);
        thing = ring.getAcquire(oldest);
      }
      ring.setRelease(oldest, null);
      positions[OLDEST] = (oldest + 1) % ROOM;
      return thing;
    }

    @SuppressWarnings("ThreadPriorityCheck") // there may be fewer processors than spinning threads
    private void lookAway(int looks) {
      if (looks < LOOKS) {
        for (int spins = 0; spins < SPINS; spins++) {
          Thread.onSpinWait();
        }
        return;
      }
      if (givenUp) {
        throw new IllegalStateException("the other thread has failed");
      }
      Thread.yield();
    }

    /// Lets the other thread fail instead of waiting for this one.
    void giveUp() {
      givenUp = true;
    }
  }
}
