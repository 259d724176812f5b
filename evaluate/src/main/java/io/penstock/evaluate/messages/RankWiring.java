package io.penstock.evaluate.messages;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.message.Communicator;

/// Ranks of Penstock.
///
/// @param job of the ranks
/// @param cargo how a message is made and taken apart
record RankWiring(Job job, Cargo cargo) implements Wiring {

  /// Makes a line over a communicator.
  @FunctionalInterface
  interface Cargo {
    /// The line of the rank whose world it is.
    ///
    /// @throws AbsentException if it cannot be made here
    Line line(Communicator world, long bytes) throws AbsentException;
  }

  @Override
  public Thread thread(int rank, Runnable task) {
    return job.thread(rank, task);
  }

  @Override
  public Line open(int rank, long bytes) throws AbsentException {
    return cargo.line(job.world(), bytes);
  }

  @Override
  public void close() {
    job.close();
  }
}
