package io.penstock.evaluate.run;

import io.penstock.evaluate.machine.Machine;
import java.time.Duration;

/// The rules of measuring: numbers of runs and warm-ups.
///
/// @param runs of each work, timed, at least 5 for figures to publish
/// @param warmups before them, not timed
/// @param warmup that a JVM gets for each work before the first of them: short runs alone would
///   leave its code interpreted
/// @param deadline for each answer of a contestant
/// @param memoryBytes that the contestants of a batch may take together
/// @param seed of the order of turns
public record Rules(
    int runs, int warmups, Duration warmup, Duration deadline, long memoryBytes, long seed) {
  /// The share of the available memory that contestants and files may take together.
  private static final double MEMORY_SHARE = 0.6;

  private static final Duration DEADLINE = Duration.ofMinutes(3);

  /// @throws IllegalArgumentException if there is no run or a negative number of warm-ups
  public Rules {
    if (runs < 1 || warmups < 0) {
      throw new IllegalArgumentException("runs " + runs + ", warm-ups " + warmups);
    }
  }

  /// The rules of an effort, on the memory that is available now.
  public static Rules of(Effort effort, long seed) {
    long memory = (long) (MEMORY_SHARE * Machine.availableMemory());
    return new Rules(effort.runs(), effort.warmups(), effort.warmup(), DEADLINE, memory, seed);
  }

  /// With at least so many runs.
  public Rules atLeast(int least) {
    return new Rules(Math.max(runs, least), warmups, warmup, deadline, memoryBytes, seed);
  }

  /// The runs of each work, warm-ups included.
  int steps() {
    return warmups + runs;
  }
}
