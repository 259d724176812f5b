package io.penstock.evaluate.messages;

import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Pairs of getting a block and giving it back at once, by each thread for itself.
///
/// @param <T> what the allocator hands out
final class Pairs<T> implements Exercise.Session {
  private static final int MOST_LIVE = 16;
  private static final long MOST_LIVE_BYTES = 32L << 20;

  private final Allocator<T> allocator;
  private final long bytes;
  private final Batch batch;
  private final ThreadTeam team;
  private final ThreadTeam.Faults faults = new ThreadTeam.Faults();

  Pairs(Allocator<T> allocator, DrillTask task) {
    this.allocator = allocator;
    bytes = task.drill().bytes();
    batch = new Batch(task);
    team = new ThreadTeam(task.drill().threads(), allocator::thread);
  }

  /// Has as many blocks at once as memory allows, in all threads, and looks whether one is
  /// another's too.
  @Override
  public void arm(long salt) throws Exception {
    team.run(member -> check(Stamps.first(salt, member)));
  }

  private void check(long stamp) {
    List<T> live = new ArrayList<>();
    for (int i = 0; i < Math.clamp(MOST_LIVE_BYTES / bytes, 2, MOST_LIVE); i++) {
      T block = allocator.allocate(bytes);
      Stamps.mark(allocator.memory(block), bytes, stamp + i);
      live.add(block);
    }
    for (int i = 0; i < live.size(); i++) {
      faults.add(Stamps.difference(allocator.memory(live.get(i)), bytes, stamp + i));
      allocator.release(live.get(i));
    }
  }

  @Override
  public Reading run() throws Exception {
    long number = batch.operations();
    return batch.took(team.race(_ -> repeat(number)));
  }

  private void repeat(long times) {
    for (long i = 0; i < times; i++) {
      T block = allocator.allocate(bytes);
      Batch.consume(block);
      allocator.release(block);
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
