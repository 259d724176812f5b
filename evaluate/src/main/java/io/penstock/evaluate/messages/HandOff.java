package io.penstock.evaluate.messages;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Reading;
import java.util.Optional;

/// One thread gets blocks, another one gives them back.
final class HandOff implements Exercise {
  static final int LEAST = 64;
  static final int MOST = 64 << 10;

  @Override
  public Session prepare(DrillTask task) throws AbsentException {
    return session(Allocators.of(task), task);
  }

  private static <T> Session session(Allocator<T> allocator, DrillTask task) {
    return new HandedOff<>(allocator, task);
  }

  /// What one of the two threads does.
  @FunctionalInterface
  private interface Half {
    void run() throws Exception;
  }

  private static final class HandedOff<T> implements Session {
    private static final int CHECKS = 5000;

    private final Allocator<T> allocator;
    private final Handing queue = new Handing();
    private final RandomMix mix = new RandomMix(LEAST, MOST, 1);
    private final Batch batch;
    private final Crew crew;
    private final Faults faults = new Faults();

    HandedOff(Allocator<T> allocator, DrillTask task) {
      this.allocator = allocator;
      batch = new Batch(task);
      crew = new Crew(2, allocator::thread);
    }

    /// Each block bears the number of its hand-off.
    @Override
    public void arm(long salt) throws Exception {
      long stamp = Stamps.first(salt, 0);
      crew.run(member -> share(member, () -> produceMarked(stamp), () -> consumeMarked(stamp)));
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
          crew.race(member -> share(member, () -> produce(number), () -> consume(number))));
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
      crew.close();
      allocator.close();
    }
  }
}
