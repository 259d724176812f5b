package io.penstock.memory;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// One thread that takes and releases blocks of random sizes, marks the beginning and the end of
/// each as its own, and looks whether the marks are still there.
///
/// Two blocks that overlap by a byte lose a mark sooner or later; blocks of fewer than 16 bytes
/// carry none.
final class RandomMix implements Runnable {
  private static final int MARK = Long.BYTES;

  private record Marked(Block block, long size, long mark) {}

  private final BufferPool pool;
  private final RandomGenerator random;
  private final Exchange exchange;
  private final int steps;
  private final int most;
  private final long largest;
  private final List<Marked> live = new ArrayList<>();
  private long nextMark;

  /// @param most how many blocks are out at a time
  /// @param largest the largest size
  /// @param exchange where every few blocks are swapped for another thread's
  RandomMix(
      BufferPool pool,
      RandomGenerator random,
      int steps,
      int most,
      long largest,
      Exchange exchange) {
    this.pool = pool;
    this.random = random;
    this.steps = steps;
    this.most = most;
    this.largest = largest;
    this.exchange = exchange;
    this.nextMark = random.nextLong();
  }

  /// Blocks on their way from thread to thread.
  static final class Exchange {
    private static final int WAITING = 8;

    private final List<Marked> waiting = new ArrayList<>();

    private synchronized Optional<Marked> swap(RandomGenerator random, Marked mine) {
      waiting.add(mine);
      return waiting.size() > WAITING
          ? Optional.of(waiting.remove(random.nextInt(waiting.size())))
          : Optional.empty();
    }

    private synchronized List<Marked> rest() {
      List<Marked> all = List.copyOf(waiting);
      waiting.clear();
      return all;
    }
  }

  @Override
  public void run() {
    for (int i = 0; i < steps; i++) {
      if (live.size() < most && random.nextInt(live.size() + most) >= live.size()) {
        live.add(take());
      } else {
        release(live.remove(random.nextInt(live.size())));
      }
      if (!live.isEmpty() && random.nextInt(8) == 0) {
        exchange.swap(random, live.remove(random.nextInt(live.size()))).ifPresent(live::add);
      }
    }
    live.forEach(RandomMix::release);
    exchange.rest().forEach(RandomMix::release);
  }

  private Marked take() {
    long size = (long) Math.pow((double) largest, random.nextDouble());
    Marked marked = new Marked(pool.take(size), size, nextMark++);
    if (size >= 2 * MARK) {
      marked.block.memory().set(JAVA_LONG_UNALIGNED, 0, marked.mark);
      marked.block.memory().set(JAVA_LONG_UNALIGNED, size - MARK, marked.mark);
    }
    return marked;
  }

  private static void release(Marked marked) {
    if (marked.size >= 2 * MARK) {
      check(marked, marked.block.memory().get(JAVA_LONG_UNALIGNED, 0));
      check(marked, marked.block.memory().get(JAVA_LONG_UNALIGNED, marked.size - MARK));
    }
    marked.block.release();
  }

  private static void check(Marked marked, long found) {
    if (found != marked.mark) {
      throw new AssertionError(
          "a block of %d bytes lost its mark %d and has %d"
              .formatted(marked.size, marked.mark, found));
    }
  }
}
