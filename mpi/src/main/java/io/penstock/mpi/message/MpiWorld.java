package io.penstock.mpi.message;

import io.penstock.memory.BufferPool;
import io.penstock.message.Communicator;
import io.penstock.message.ranks.RankCommunicator;
import io.penstock.mpi.Mpi;
import java.util.Optional;

/// The world that this process has joined. It has one, as MPI has.
final class MpiWorld {
  private static Optional<Communicator> world = Optional.empty();

  private MpiWorld() {}

  static synchronized Communicator joined() {
    if (world.isEmpty()) {
      world = Optional.of(join(Mpi.start()));
    }
    return world.get();
  }

  private static Communicator join(Mpi mpi) {
    MpiEndpoint endpoint = new MpiEndpoint(Lane.ofAll(mpi), BufferPool.shared());
    mpi.beforeEnd(endpoint::close, endpoint::exit); // where the program has not
    return RankCommunicator.world(endpoint, "mpi: " + mpi.explain());
  }
}
