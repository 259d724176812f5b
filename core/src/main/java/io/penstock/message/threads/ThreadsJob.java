package io.penstock.message.threads;

import io.penstock.memory.BufferPool;
import io.penstock.message.match.Endpoint;
import io.penstock.message.match.Failure;
import java.util.List;
import java.util.stream.IntStream;

/// The ranks of one job that are threads of this JVM.
///
/// Safe for any thread.
public final class ThreadsJob {
  /// The longest message that is copied before its receive comes, unless it is said otherwise.
  public static final long EAGER_LIMIT = 64 << 10;

  private static final int SPINS = 2000;
  private static final int SPINS_WHEN_CROWDED = 20;

  private final List<ThreadsEndpoint> endpoints;

  /// A job whose ranks are waited for nowhere: each may start when it likes.
  public ThreadsJob(int size, long eagerLimit, BufferPool pool) {
    int spins = size <= Runtime.getRuntime().availableProcessors() ? SPINS : SPINS_WHEN_CROWDED;
    this.endpoints =
        IntStream.range(0, size)
            .mapToObj(rank -> new ThreadsEndpoint(this, size, rank, eagerLimit, pool, spins))
            .toList();
  }

  /// How many ranks there are.
  public int size() {
    return endpoints.size();
  }

  /// A rank's side of the job.
  public Endpoint endpoint(int rank) {
    return endpoints.get(rank);
  }

  /// A rank ended by an exception: the others cannot go on.
  public void failed(int rank, Throwable cause) {
    Failure failure = Failure.ofRank(rank, "rank %d failed: %s".formatted(rank, cause), cause);
    endpoints.forEach(endpoint -> endpoint.end(failure));
  }

  void leave(int rank) {
    endpoints.get(rank).end(Failure.CLOSED);
    for (ThreadsEndpoint other : endpoints) {
      if (other.rank() != rank) {
        other.left(rank);
      }
    }
  }
}
