package io.penstock.evaluate.messages;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Reading;
import java.util.Optional;

/// Hand-offs of blocks from the thread that gets them to another one that gives them back.
///
/// @param <T> what the allocator hands out
final class HandOff<T> implements Exercise.Session {
  static final int LEAST = 64;
  static final int MOST = 64 << 10;

  /// The part of one of the two threads.
  @FunctionalInterface
  private interface Half {
    void run() throws Exception;
  }

  private static final int CHECKS = 5000;

  private final Allocator<T> allocator;
  private final SpscRing queue = new SpscRing();
  private final RandomMix mix = new RandomMix(LEAST, MOST, 1);
  private final Batch batch;
  private final ThreadTeam team;
  private final ThreadTeam.Faults faults = new ThreadTeam.Faults();

  HandOff(Allocator<T> allocator, DrillTask task) {
    this.allocator = allocator;
    batch = new Batch(task);
    team = new ThreadTeam(2, allocator::thread);
  }

  /// Each block bears the number of its hand-off.
  @Override
  public void arm(long salt) throws Exception {
    long stamp = Stamps.first(salt, 0);
    team.run(member -> share(member, () -> produceMarked(stamp), () -> consumeMarked(stamp)));
  }

  private void produceMarked(long firstStamp) throws AbsentException {
    for (int i = 0; i < CHECKS; i++) {
      T block = allocator.allocate(LEAST);
      Stamps.mark(allocator.memory(block), LEAST, firstStamp + i);
      queue.put(allocator.pass(block));
    }
  }

  private void consumeMarked(long firstStamp) {
    for (int i = 0; i < CHECKS; i++) {
      T block = allocator.accept(queue.take());
      faults.add(Stamps.difference(allocator.memory(block), LEAST, firstStamp + i));
      allocator.release(block);
    }
  }

  @Override
  public Reading run() throws Exception {
    long number = batch.operations();
    return batch.took(
        team.race(member -> share(member, () -> produce(number), () -> consume(number))));
  }

  private void produce(long number) throws AbsentException {
    for (long i = 0; i < number; i++) {
      queue.put(allocator.pass(allocator.allocate(mix.size())));
      mix.advance();
    }
  }

  private void consume(long number) {
    for (long i = 0; i < number; i++) {
      allocator.release(allocator.accept(queue.take()));
    }
  }

  /// Where one thread fails, the other one does not wait for it.
  private void share(int member, Half producer, Half consumer) throws Exception {
    try {
      (member == 0 ? producer : consumer).run();
    } catch (Exception | Error e) {
      queue.giveUp();
      throw e;
    }
  }

  @Override
  public Optional<String> fault(long salt) {
    return faults.take();
  }

  @Override
  public void close() {
    team.close();
    allocator.close();
  }
}
