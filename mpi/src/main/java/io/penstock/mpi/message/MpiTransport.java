package io.penstock.mpi.message;

import io.penstock.memory.BufferPool;
import io.penstock.message.Communicator;
import io.penstock.message.Transport;
import io.penstock.message.ranks.RankCommunicator;
import io.penstock.mpi.Mpi;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Ranks that are processes of an MPI job, started by `mpirun`, `mpiexec` or a cluster's scheduler.
public final class MpiTransport implements Transport {
  /// The one world that this process has joined, as MPI has one; null before.
  private static @Nullable Communicator world;

  /// For [java.util.ServiceLoader].
  public MpiTransport() {}

  @Override
  public String name() {
    return "mpi";
  }

  @Override
  public String toString() {
    return "transport " + name();
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
    return joined();
  }

  private static synchronized Communicator joined() {
    if (world == null) {
      Mpi mpi = Mpi.start();
      MpiEndpoint endpoint = new MpiEndpoint(MpiChannel.ofAll(mpi), BufferPool.shared());
      mpi.beforeEnd(endpoint::close, endpoint::exit); // where the program has not closed it
      world = RankCommunicator.world(endpoint, "mpi: " + mpi.explain());
    }
    return world;
  }
}
