package io.penstock.mpi.message;

import io.penstock.memory.BufferPool;
import io.penstock.memory.BufferPools;
import io.penstock.memory.PoolOptions;
import io.penstock.message.Communicator;
import io.penstock.message.ranks.RankCommunicator;
import io.penstock.mpi.Mpi;
import io.penstock.testing.LaunchedRanks;
import java.util.Optional;

/// The ranks of an MPI job, for contract suites: each world has an MPI communicator of its own.
public final class MpiRanks implements LaunchedRanks {
  private final Mpi mpi = Mpi.start();

  /// Not the shared pool, whose counts tests look at.
  private final Communicator all =
      world(new MpiEndpoint(MpiChannel.ofAll(mpi), BufferPools.cached(PoolOptions.defaults())));

  private Optional<MpiEndpoint> last = Optional.empty();

  /// For tests that find it by its name.
  public MpiRanks() {}

  private static Communicator world(MpiEndpoint endpoint) {
    return RankCommunicator.world(endpoint, "mpi, for a test");
  }

  @Override
  public Communicator all() {
    return all;
  }

  @Override
  public Optional<Communicator> open(int ranks) {
    last =
        MpiChannel.ofSome(mpi, mpi.rank() < ranks)
            .map(channel -> new MpiEndpoint(channel, BufferPool.shared()));
    return last.map(MpiRanks::world);
  }

  @Override
  public void end(Optional<Throwable> failure) {
    MpiEndpoint endpoint = last.orElseThrow();
    if (!endpoint.hasLeft()) {
      endpoint.die(
          "rank %d %s"
              .formatted(
                  endpoint.rank(),
                  failure.map(e -> "failed: " + e).orElse("ended without closing its world")));
    }
  }
}
