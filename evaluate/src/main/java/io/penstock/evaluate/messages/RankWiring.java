package io.penstock.evaluate.messages;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.message.Communicator;
import io.penstock.message.launch.RankContext;

/// Ranks of Penstock, connected by one of its transports.
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
    return Thread.ofPlatform()
        .name("rank-" + rank)
        .unstarted(() -> RankContext.run(job.description(rank), task));
  }

  @Override
  public Line open(int rank, long bytes) throws AbsentException {
    return cargo.line(Communicator.world(), bytes);
  }

  @Override
  public void close() {
    job.close();
  }
}
