package io.penstock.evaluate.messages;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Reading;
import java.io.IOException;
import java.util.Optional;

/// What an allocator has from the system: while many blocks of random sizes live, or where none
/// lives any more and it was told to give back what it can.
final class Footprint implements Exercise {
  /// The name of the drill in which nothing lives.
  static final String TRIMMED = "trimmed";

  @Override
  public Session prepare(DrillTask task) throws AbsentException {
    return session(Allocators.of(task), task);
  }

  private static <T> Session session(Allocator<T> allocator, DrillTask task) {
    return new Measured<>(allocator, task.drill().name().equals(TRIMMED));
  }

  private static final class Measured<T> implements Session {
    private static final int REPLACED = 20_000;

    private final Allocator<T> allocator;
    private final boolean trimmed;
    private final LiveBlocks<T> blocks;
    private final Crew crew;
    private final Faults faults = new Faults();
    private final long before;

    Measured(Allocator<T> allocator, boolean trimmed) {
      this.allocator = allocator;
      this.trimmed = trimmed;
      blocks = new LiveBlocks<>(allocator);
      crew = new Crew(1, allocator::thread);
      before = Resident.bytes();
    }

    @Override
    public void arm(long salt) throws Exception {
      crew.run(
          member -> {
            blocks.fill();
            blocks.check(REPLACED, Stamps.first(salt, member), faults);
            blocks.touch();
          });
    }

    @Override
    public Reading run() throws Exception {
      if (!trimmed) {
        return new Reading(held(), Math.max(1, blocks.bytes()));
      }
      crew.run(
          _ -> {
            blocks.release();
            allocator.trim();
          });
      return new Reading(held(), 1);
    }

    private long held() {
      return allocator.heldBytes().orElseGet(() -> Math.max(0, Resident.bytes() - before));
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
}
