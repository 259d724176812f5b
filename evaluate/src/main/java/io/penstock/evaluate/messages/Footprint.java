package io.penstock.evaluate.messages;

import io.penstock.evaluate.run.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Reading;
import java.io.IOException;
import java.util.Optional;

/// The memory that an allocator has from the system: where many blocks of random sizes have lived,
/// or where none lives any more and it was told to give back what it can.
///
/// The first is how much of the process the system has to keep more than before, for each byte that
/// lived when most did: what an allocator never touched costs nothing, and what it counts is its
/// own affair. Blocks on the heap, which the system cannot tell from garbage, count as their
/// allocator says.
///
/// @param <T> what the allocator hands out
final class Footprint<T> implements Exercise.Session {
  /// The name of the drill in which nothing lives.
  static final String TRIMMED = "trimmed";

  /// How many live at a time.
  static final int NUMBER = 1000;

  /// The longest.
  static final int MOST = 1 << 20;

  private static final int REPLACED = 10_000;

  private final Allocator<T> allocator;
  private final boolean trimmed;
  private final LiveBlocks<T> blocks;
  private final Crew crew;
  private final Faults faults = new Faults();
  private final long before;

  Footprint(Allocator<T> allocator, DrillTask task) {
    this.allocator = allocator;
    trimmed = task.drill().name().equals(TRIMMED);
    blocks = new LiveBlocks<>(allocator, NUMBER, MOST);
    crew = new Crew(1, allocator::thread);
    before = Resident.bytes();
  }

  @Override
  public void arm(long salt) throws Exception {
    crew.run(
        member -> {
          blocks.fill();
          blocks.check(NUMBER, Stamps.first(salt, member), faults);
          blocks.use(REPLACED);
        });
  }

  @Override
  public Reading run() throws Exception {
    if (!trimmed) {
      long most = Math.max(1, blocks.mostBytes()); // warm-ups come before blocks
      return new Reading(blocks.areNative() ? resident() : held(), most);
    }
    crew.run(
        _ -> {
          blocks.release();
          allocator.trim();
        });
    return new Reading(held(), 1);
  }

  private long held() {
    return allocator.heldBytes().orElseGet(this::resident);
  }

  private long resident() {
    return Math.max(0, Resident.bytes() - before);
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
