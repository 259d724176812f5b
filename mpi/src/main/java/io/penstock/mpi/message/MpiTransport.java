package io.penstock.mpi.message;

import io.penstock.message.Communicator;
import io.penstock.message.Transport;
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
}
