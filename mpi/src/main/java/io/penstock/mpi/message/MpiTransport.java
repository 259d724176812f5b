package io.penstock.mpi.message;

import io.penstock.memory.BufferPool;
import io.penstock.message.Communicator;
import io.penstock.message.Transport;
import io.penstock.message.ranks.RankCommunicator;
import io.penstock.mpi.Mpi;
import java.util.Optional;

/// Ranks that are processes of an MPI job, started by `mpirun`, `mpiexec` or a cluster's scheduler.
public final class MpiTransport implements Transport {
  /// For [java.util.ServiceLoader].
  public MpiTransport() {}

  @Override
  public String name() {
    return "mpi";
  }

  @Override
  public Optional<String> calling() {
    return Mpi.launcher();
  }

  /// Starts MPI, if the program has not, and waits for all ranks.
  ///
  /// @throws io.penstock.message.MessageException if there is no MPI library, or it is not the
  ///   launcher's
  @Override
  public Communicator world() {
    return MpiWorld.joined();
  }

  /// The world that this process has joined. It has one, as MPI has.
  private static final class MpiWorld {
    private static Optional<Communicator> world = Optional.empty();

    private MpiWorld() {}

    static synchronized Communicator joined() {
      if (world.isEmpty()) {
        world = Optional.of(join(Mpi.start()));
      }
      return world.get();
    }

    private static Communicator join(Mpi mpi) {
      MpiEndpoint endpoint = new MpiEndpoint(MpiChannel.ofAll(mpi), BufferPool.shared());
      mpi.beforeEnd(endpoint::close, endpoint::exit); // where the program has not
      return RankCommunicator.world(endpoint, "mpi: " + mpi.explain());
    }
  }
}
