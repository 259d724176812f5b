package io.penstock.evaluate.run;

import java.nio.file.Path;

/// The part of one process in a drill.
///
/// @param drill of all processes
/// @param rank of this process, from 0
/// @param meeting a file that is not there yet, by which the processes of this drill can find each
///   other
public record DrillTask(Drill drill, int rank, Path meeting) {
  /// @throws IllegalArgumentException if there is no such rank
  public DrillTask {
    if (rank < 0 || rank >= drill.processes()) {
      throw new IllegalArgumentException("no rank " + rank + " of " + drill.processes());
    }
  }
}
