package io.penstock.evaluate.messages;

import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Reading;
import java.io.IOException;
import java.util.Optional;

/// Replacements of blocks among many of random sizes.
///
/// @param <T> what the allocator hands out
final class Mix<T> implements Exercise.Session {
  /// How many live at a time.
  static final int NUMBER = 500;

  /// The longest.
  static final int MOST = 256 << 10;

  private static final int CHECKS = 5000;

  private final Allocator<T> allocator;
  private final LiveBlocks<T> blocks;
  private final Batch batch;
  private final Crew crew;
  private final Faults faults = new Faults();

  Mix(Allocator<T> allocator, DrillTask task) throws Exception {
    this.allocator = allocator;
    blocks = new LiveBlocks<>(allocator, NUMBER, MOST);
    batch = new Batch(task);
    crew = new Crew(1, allocator::thread);
    crew.run(_ -> blocks.fill());
  }

  @Override
  public void arm(long salt) throws Exception {
    crew.run(member -> blocks.check(CHECKS, Stamps.first(salt, member), faults));
  }

  @Override
  public Reading run() throws Exception {
    long number = batch.operations();
    return batch.took(crew.run(_ -> blocks.replace(number)));
  }

  @Override
  public Optional<String> fault(long salt) {
    return faults.take();
  }

  @Override
  public void close() throws IOException {
    try {
      crew.run(_ -> blocks.release());
    } catch (Exception e) {
      throw new IOException("blocks could not be given back", e);
    }
    crew.close();
    allocator.close();
  }
}
