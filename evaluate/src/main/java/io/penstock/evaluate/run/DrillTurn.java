package io.penstock.evaluate.run;

import java.nio.file.Path;

/// A turn at a drill.
///
/// @param workspace for the file by which processes find each other
/// @param contestant whose turn it is
/// @param drill that it does
record DrillTurn(Workspace workspace, Contestant contestant, Drill drill) implements Turn {
  /// Batches of a warm-up, however long they take.
  private static final int LEAST = 20;

  @Override
  public Taken take() throws AbsentException, FailedException {
    long salt = workspace.freshSalt();
    Path meeting = workspace.folder().resolve("meeting-" + salt);
    contestant.prepare(drill, rank -> DrillText.write(new DrillTask(drill, rank, meeting)));
    warmUp();
    contestant.arm(salt);
    return new Taken(contestant.drill(), contestant.verify(salt));
  }

  /// Batches grow to their length meanwhile, those of programs that are no Java too. What is not
  /// done in batches is not warmed up.
  private void warmUp() throws AbsentException, FailedException {
    if (drill.batch().isZero()) {
      return;
    }
    long nanos = contestant.takeWarmup().toNanos();
    long start = System.nanoTime();
    for (int batches = 0; nanos > 0 && (batches < LEAST || !over(start, nanos)); batches++) {
      contestant.drill();
    }
  }

  private static boolean over(long start, long nanos) {
    return System.nanoTime() - start >= nanos;
  }
}
