package io.penstock.evaluate.run;

import io.penstock.evaluate.run.Drill.DrillTask;
import io.penstock.evaluate.run.Exercise.Reading;

/// Times operations in batches. For one thread.
///
/// The first batch is one operation; each further one is as long as the last one says, so that
/// batches come to last as long as was asked for while an approach warms up.
public final class Batch {
  private static final int GROWTH = 8;

  /// Operations that take no time at all are not repeated for ever.
  private static final long MOST = 1L << 40;

  private final long nanos;
  private long operations = 1;

  /// @param task that says how long a batch should be
  public Batch(DrillTask task) {
    nanos = task.drill().batch().toNanos();
  }

  /// How many operations the next batch has.
  public long operations() {
    return operations;
  }

  /// Times the next batch.
  ///
  /// @throws Exception if the operation fails
  public Reading time(Exercise.Step operation) throws Exception {
    long number = operations;
    long start = System.nanoTime();
    operation.take(number);
    return took(System.nanoTime() - start);
  }

  /// Takes note of how long the next batch took, where somebody else timed it.
  public Reading took(long elapsed) {
    Reading reading = new Reading(Math.max(1, elapsed), operations);
    double wanted = (double) operations * nanos / reading.amount();
    operations = (long) Math.clamp(wanted, 1, (double) Math.min(MOST, operations * GROWTH));
    return reading;
  }

  /// Takes a result that nobody needs, so that the compiler cannot leave out what made it: workers
  /// of drills are started with the option that makes it take these methods for black holes;
  /// elsewhere they are empty.
  public static void consume(Object result) {}

  /// Takes a result that nobody needs.
  public static void consume(long result) {}
}
