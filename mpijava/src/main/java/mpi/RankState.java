package mpi;

import io.penstock.message.Communicator;
import io.penstock.message.PointToPoint;
import io.penstock.message.Request;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The state of one rank between [MPI#Init] and [MPI#Finalize].
///
/// Ranks may be threads that share this class: the state is found by the thread that asks, which
/// inherits it from the thread that started it.
final class RankState {
  private static final InheritableThreadLocal<@Nullable RankState> CURRENT =
      new InheritableThreadLocal<>();

  /// By world, for threads that were started by no thread of the job.
  private static final Map<Communicator, RankState> RUNNING = new ConcurrentHashMap<>();

  private final Context world;
  private final Context self;
  private final Deque<Buffered> buffered = new ArrayDeque<>();
  private long bufferBytes = -1;
  private volatile boolean running = true;

  private RankState(Communicator ranks) {
    this.world = Context.ofWorld(ranks);
    Group own = Group.of(ranks.rank());
    this.self = new Context(ranks.split(ranks.rank(), 0).orElseThrow(), own, own);
  }

  /// Starts the calling thread's rank.
  static void start() {
    if (isRunning()) {
      throw new MPIException("MPI.Init has been called before");
    }
    Communicator ranks = MPIException.telling(() -> Communicator.world());
    RankState job = MPIException.telling(() -> new RankState(ranks));
    RUNNING.put(ranks, job);
    CURRENT.set(job);
  }

  /// Whether the calling thread's rank is between `Init` and `Finalize`.
  static boolean isRunning() {
    return find() != null;
  }

  /// The calling thread's rank.
  ///
  /// @throws MPIException before `Init` and after `Finalize`
  static RankState current() {
    RankState job = CURRENT.get();
    if (job == null || !job.running) {
      job = find();
    }
    if (job == null) {
      throw new MPIException(
          "MPI.Init has not been called by this rank, or MPI.Finalize has been called already");
    }
    return job;
  }

  private static @Nullable RankState find() {
    RankState known = CURRENT.get();
    if (known != null && known.running) {
      return known;
    }
    RankState found = RUNNING.isEmpty() ? null : lookUp();
    if (found != null) {
      CURRENT.set(found);
    }
    return found;
  }

  // A world of one rank that no launcher started is a new one each time that it is asked for.
  private static @Nullable RankState lookUp() {
    Communicator ranks = Communicator.world();
    RankState own = RUNNING.get(ranks);
    if (own != null || ranks.size() > 1 || RUNNING.size() != 1) {
      return own;
    }
    RankState only = RUNNING.values().iterator().next();
    return only.world.ranks().size() == 1 ? only : null;
  }

  /// Ends the rank's part in the job once all ranks have come here. Requests that nobody waited for
  /// are given up.
  void end() {
    detach();
    world.ranks().barrier();
    running = false;
    RUNNING.remove(world.ranks());
    CURRENT.remove();
    try {
      world.ranks().close();
    } catch (IllegalStateException e) {
      // Says that requests were under way: MPJ Express ends such programs without a word.
    }
  }

  Context world() {
    return world;
  }

  Context self() {
    return self;
  }

  /// The rank's number in the world.
  int rank() {
    return world.ranks().rank();
  }

  // ---- buffered sends --------------------------------------------------------------------------

  /// Allows buffered sends of so many bytes at a time.
  synchronized void attach(int bytes) {
    if (bufferBytes >= 0) {
      throw new MPIException("a buffer is attached already: detach it first");
    }
    bufferBytes = bytes;
  }

  /// Waits for all buffered sends, and allows no more.
  synchronized void detach() {
    while (!buffered.isEmpty()) {
      finish(buffered.removeFirst());
    }
    bufferBytes = -1;
  }

  private static void finish(Buffered send) {
    try {
      send.request.await();
    } finally {
      send.content.close();
    }
  }

  /// Starts a buffered send.
  ///
  /// @param bytes the size of the message, as far as it is known
  /// @throws MPIException if the attached buffer has no room for it
  synchronized void sendBuffered(
      MessageContent content, long bytes, PointToPoint ranks, int to, int tag) {
    try {
      requireRoom(bytes);
      buffered.addLast(new Buffered(content.isend(ranks, to, tag), content, bytes));
    } catch (RuntimeException e) {
      content.close();
      throw e;
    }
  }

  private void requireRoom(long bytes) {
    while (!buffered.isEmpty() && buffered.getFirst().request.isDone()) {
      finish(buffered.removeFirst());
    }
    long used = buffered.stream().mapToLong(Buffered::bytes).sum();
    if (used + bytes > bufferBytes) {
      throw new MPIException(
          String.format(
              Locale.ROOT,
              "a buffered send of %d bytes, where the attached buffer has %d left: attach a larger"
                  + " one by MPI.Buffer_attach",
              bytes,
              Math.max(0, bufferBytes - used)));
    }
  }

  private record Buffered(Request request, MessageContent content, long bytes) {}
}
