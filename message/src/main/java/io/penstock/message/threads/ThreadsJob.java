package io.penstock.message.threads;

import io.penstock.memory.BufferPool;
import io.penstock.message.Communicator;
import io.penstock.message.launch.Ending;
import io.penstock.message.launch.JobDescription;
import io.penstock.message.launch.RankContext;
import io.penstock.message.launch.RanksProcess;
import io.penstock.message.match.Arrival;
import io.penstock.message.match.Endpoint;
import io.penstock.message.match.IdleStrategy;
import io.penstock.message.match.JobFailure;
import io.penstock.message.match.Transfer;
import io.penstock.message.ranks.RankCommunicator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The ranks of one job that are threads of this JVM.
///
/// Safe for any thread.
final class ThreadsJob {
  /// The longest message that is copied before its receive comes, unless it is said otherwise.
  static final long EAGER_LIMIT = 64 << 10;

  /// The jobs of which some rank has come and some rank has not yet ended: one that has left may
  /// ask for its world again.
  private static final Map<UUID, ThreadsJob> RUNNING = new ConcurrentHashMap<>();

  private final List<ThreadsEndpoint> endpoints;
  private final Map<Integer, Communicator> worlds = new ConcurrentHashMap<>();
  private final Runnable end;
  private final boolean ownsProcess;
  private int running;

  /// A job whose ranks are waited for nowhere: each may start when it likes.
  ThreadsJob(int size, long eagerLimit, BufferPool pool) {
    this(size, eagerLimit, pool, false, () -> {});
  }

  /// @param ownsProcess whether the process is there for the ranks, and may end with them
  /// @param end is run when all ranks have ended
  private ThreadsJob(
      int size, long eagerLimit, BufferPool pool, boolean ownsProcess, Runnable end) {
    this.ownsProcess = ownsProcess;
    IdleStrategy idle = IdleStrategy.yielding(size);
    this.endpoints =
        IntStream.range(0, size)
            .mapToObj(rank -> new ThreadsEndpoint(this, size, rank, eagerLimit, pool, idle))
            .toList();
    this.running = size;
    this.end = end;
  }

  static Communicator ofOne() {
    ThreadsJob job = new ThreadsJob(1, EAGER_LIMIT, BufferPool.shared(), true, () -> {});
    return RankCommunicator.world(
        job.endpoint(0), "threads: this JVM was not started as a rank, so that it is the only one");
  }

  /// The calling thread's rank comes. What it leaves open is closed when it ends.
  static Communicator join(JobDescription description) {
    ThreadsJob job = of(description);
    int rank = description.rank();
    return job.worlds.computeIfAbsent(rank, _ -> job.enter(rank));
  }

  /// The job that a rank belongs to.
  static ThreadsJob of(JobDescription description) {
    UUID id = description.job();
    return RUNNING.computeIfAbsent(
        id,
        _ ->
            new ThreadsJob(
                description.size(),
                EAGER_LIMIT,
                BufferPool.shared(),
                RanksProcess.isOf(description),
                () -> RUNNING.remove(id)));
  }

  private Communicator enter(int rank) {
    RankContext.atEnd(cause -> ended(rank, cause));
    return RankCommunicator.world(
        endpoint(rank),
        String.format(
            Locale.ROOT, "threads: started as thread %d of %d of this JVM", rank, size()));
  }

  /// How many ranks there are.
  int size() {
    return endpoints.size();
  }

  /// A rank's side of the job.
  Endpoint endpoint(int rank) {
    return endpoints.get(rank);
  }

  /// A rank ended by an exception: the others cannot go on.
  void failed(int rank, Throwable cause) {
    fail(
        JobFailure.ofRank(
            rank, String.format(Locale.ROOT, "rank %d failed: %s", rank, cause), cause));
  }

  /// Whoever runs the ranks wants them to end.
  void interrupted(InterruptedException e) {
    fail(JobFailure.of("the thread that runs the ranks was interrupted", e));
  }

  private void ended(int rank, @Nullable Throwable cause) {
    ThreadsEndpoint endpoint = endpoints.get(rank);
    if (cause != null) {
      failed(rank, cause);
    }
    if (!endpoint.hasLeft()) {
      fail(
          JobFailure.ofRank(
              rank, String.format(Locale.ROOT, "rank %d ended without closing its world", rank)));
      endpoint.close();
    }
    if (isLast()) {
      end.run();
    }
  }

  private synchronized boolean isLast() {
    running--;
    return running == 0;
  }

  /// All ranks have ended, or will not come.
  void forget() {
    end.run();
  }

  private void fail(JobFailure failure) {
    endpoints.forEach(endpoint -> endpoint.end(failure));
  }

  void leave(int rank) {
    endpoints.get(rank).end(JobFailure.CLOSED);
    for (ThreadsEndpoint other : endpoints) {
      if (other.rank() != rank) {
        other.left(rank);
      }
    }
  }

  /// A rank that is a thread, or several, of this JVM: what it sends is copied once, by the thread
  /// that comes second, from the sender's memory to the receiver's.
  private static final class ThreadsEndpoint extends Endpoint {
    private final ThreadsJob job;
    private final AtomicBoolean left = new AtomicBoolean();

    ThreadsEndpoint(
        ThreadsJob job, int size, int rank, long eagerLimit, BufferPool pool, IdleStrategy idle) {
      super(rank, size, eagerLimit, pool, idle);
      this.job = job;
    }

    @Override
    public boolean sharesMemoryWith(int worldRank) {
      return true;
    }

    @Override
    protected void transmit(Transfer send) {
      deliver(send, job.endpoint(send.peer()));
    }

    @Override
    protected void request(Arrival arrival, Transfer receive) {
      throw new AssertionError("ranks of one process announce transfers, not numbers");
    }

    @Override
    protected void refuse(Arrival arrival) {
      throw new AssertionError("ranks of one process announce transfers, not numbers");
    }

    @Override
    public void close() {
      if (left.compareAndSet(false, true)) {
        job.leave(rank());
      }
    }

    @Override
    public void abort(int status, String why) {
      if (job.ownsProcess) {
        Ending.abort(status, why);
      } else {
        job.fail(JobFailure.ofRank(rank(), why));
      }
    }

    boolean hasLeft() {
      return left.get();
    }

    void end(JobFailure failure) {
      fail(failure);
    }

    void left(int other) {
      departed(other);
    }
  }
}
