package io.penstock.evaluate.messages;

import io.penstock.message.Communicator;

/// Ranks that MPI's own launcher has started. Their process has one world as long as it lives, so
/// each drill has a duplicate of it.
record LaunchedJob() implements Job {
  @Override
  public Thread thread(int rank, Runnable task) {
    return Thread.ofPlatform().name("rank-" + rank).unstarted(task);
  }

  @Override
  public Communicator world() {
    return Communicator.world().duplicate();
  }

  @Override
  public void close() {}
}
