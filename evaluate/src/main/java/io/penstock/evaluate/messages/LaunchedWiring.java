package io.penstock.evaluate.messages;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.message.Communicator;

/// Ranks that MPI's own launcher has started. Their process has one world as long as it lives, so
/// each line is a communicator of its own.
///
/// @param cargo how a message is made and taken apart
record LaunchedWiring(RankWiring.Cargo cargo) implements Wiring {
  @Override
  public Line open(int rank, long bytes) throws AbsentException {
    return cargo.line(Communicator.world().duplicate(), bytes);
  }
}
