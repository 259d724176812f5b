package io.penstock.evaluate.messages;

import com.sun.management.ThreadMXBean;
import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.CheckedFunction;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Drill.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Exercise.Reading;
import io.penstock.message.Communicator;
import io.penstock.message.launch.Contact;
import io.penstock.message.launch.Coordinator;
import io.penstock.message.launch.JobDescription;
import io.penstock.message.launch.JobSecret;
import io.penstock.message.launch.RankContext;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.stream.LongStream;

/// A session of those ranks of a drill that this process has, each in a thread of its own: one of
/// several processes, or all threads of one.
final class RankSession implements Exercise.Session {
  /// The name of the drill that counts garbage instead of time.
  static final String GARBAGE = "garbage";

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Rank[] ranks;
  private final int first;
  private final ThreadTeam team;
  private final Batch batch;
  private final boolean garbage;
  private final Runnable end;

  /// A rank, as the thread sees it that it is.
  interface Rank {
    /// Gives it what it is to send, and spoils what it is to receive into.
    void arm(long salt);

    /// Does as many rounds as rank 0 wants.
    ///
    /// @param wanted rank 0's number
    /// @return the nanoseconds that they took
    /// @throws Exception if one fails
    long play(long wanted) throws Exception;

    /// The operations of a round.
    default int operations() {
      return 1;
    }

    /// Looks at what arrived in all rounds since [#arm].
    Optional<String> fault(long salt);

    /// Leaves the others.
    ///
    /// @throws Exception if that fails
    void close() throws Exception;
  }

  /// @param threads makes the thread of a rank, not started
  /// @param seat makes the rank that the calling thread is, by its number
  /// @param end of what the ranks met by, once all are closed
  /// @throws Exception if a rank cannot take part
  RankSession(
      DrillTask task,
      BiFunction<Integer, Runnable, Thread> threads,
      CheckedFunction<Integer, Rank> seat,
      Runnable end)
      throws Exception {
    this.end = end;
    Drill drill = task.drill();
    batch = new Batch(task);
    garbage = drill.name().equals(GARBAGE);
    first = task.rank();
    ranks = new Rank[drill.processes() == 1 ? drill.threads() : 1];
    AtomicInteger next = new AtomicInteger(first);
    team = new ThreadTeam(ranks.length, work -> threads.apply(next.getAndIncrement(), work));
    team.run(member -> ranks[member] = seat.apply(first + member));
  }

  /// Ranks that need nothing of their threads.
  ///
  /// @throws Exception if a rank cannot take part
  RankSession(DrillTask task, CheckedFunction<Integer, Rank> seat) throws Exception {
    this(task, RankSession::thread, seat, () -> {});
  }

  /// The thread of a rank that needs nothing of it.
  static Thread thread(int rank, Runnable work) {
    return Thread.ofPlatform().name("rank-" + rank).unstarted(work);
  }

  @Override
  public void arm(long salt) throws Exception {
    team.run(member -> ranks[member].arm(salt));
  }

  /// Both the time and the garbage of rank 0's process count.
  @Override
  public Reading run() throws Exception {
    long rounds = batch.operations();
    long[] nanos = new long[ranks.length];
    long[] allocated = new long[ranks.length];
    team.race(
        member -> {
          long before = THREADS.getCurrentThreadAllocatedBytes();
          nanos[member] = ranks[member].play(rounds);
          allocated[member] = THREADS.getCurrentThreadAllocatedBytes() - before;
        });
    if (first == 0) { // whose rounds count
      Reading _ = batch.took(nanos[0]);
    }
    return garbage
        ? new Reading(LongStream.of(allocated).sum(), rounds * ranks.length)
        : new Reading(Math.max(1, nanos[0]), rounds * ranks[0].operations());
  }

  @Override
  public Optional<String> fault(long salt) throws Exception {
    team.run(member -> ranks[member].fault(salt).ifPresent(team::note));
    return team.fault();
  }

  @Override
  public void close() throws IOException {
    try {
      team.run(member -> ranks[member].close());
    } catch (Exception e) {
      throw new IOException("the ranks did not part: " + e.getMessage(), e);
    }
    team.close();
    end.run();
  }

  /// Begins a batch of all ranks together.
  ///
  /// @param wanted how many operations rank 0 wants; of no account elsewhere
  /// @return that number
  static long agree(Communicator world, long wanted) {
    long[] number = {wanted};
    world.broadcast(number, 0);
    world.barrier();
    return number[0];
  }

  // ---- jobs ------------------------------------------------------------------------------------

  /// Ranks that MPI's own launcher has started. Their process has one world as long as it lives, so
  /// each drill has a duplicate of it.
  ///
  /// @param seat of a rank by its world, which it closes
  static Exercise launched(BiFunction<Communicator, Drill, Rank> seat) {
    return task ->
        new RankSession(task, _ -> seat.apply(Communicator.world().duplicate(), task.drill()));
  }

  /// Ranks by one of Penstock's own transports: one process's threads, or processes with one thread
  /// each.
  ///
  /// @param seat of a rank by its world, which it closes
  static Exercise embedded(BiFunction<Communicator, Drill, Rank> seat) {
    return task -> {
      int processes = task.drill().processes();
      if (processes == 1) {
        int ranks = task.threads();
        UUID id = UUID.randomUUID();
        return embedded(
            task, rank -> new JobDescription(id, "threads", rank, ranks), seat, () -> {});
      }
      return task.rank() == 0 ? host(task, seat) : guest(task, seat);
    };
  }

  private static RankSession embedded(
      DrillTask task,
      IntFunction<JobDescription> job,
      BiFunction<Communicator, Drill, Rank> seat,
      Runnable end)
      throws Exception {
    return new RankSession(
        task,
        (rank, work) -> thread(rank, () -> RankContext.run(job.apply(rank), work)),
        _ -> seat.apply(Communicator.world(), task.drill()),
        end);
  }

  private static RankSession host(DrillTask task, BiFunction<Communicator, Drill, Rank> seat)
      throws Exception {
    Coordinator coordinator =
        Coordinator.open(
            task.drill().processes(), InetAddress.getLoopbackAddress(), System.err::println);
    UUID id = coordinator.job();
    announce(
        task,
        String.format(
            Locale.ROOT,
            "%s %d %s",
            id,
            coordinator.address().getPort(),
            coordinator.secret().hex()));
    return embedded(task, tcp(task, id, coordinator.contact()), seat, coordinator::close);
  }

  private static RankSession guest(DrillTask task, BiFunction<Communicator, Drill, Rank> seat)
      throws Exception {
    String[] words = await(task).split(" ", 3);
    InetSocketAddress address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(words[1]));
    Contact contact = Contact.local(address, JobSecret.parse(words[2]));
    return embedded(task, tcp(task, UUID.fromString(words[0]), contact), seat, () -> {});
  }

  private static IntFunction<JobDescription> tcp(DrillTask task, UUID id, Contact contact) {
    int ranks = task.drill().processes();
    return rank -> new JobDescription(id, "tcp", rank, ranks, contact);
  }

  // ---- rendezvous ------------------------------------------------------------------------------

  /// Leaves a line for the other processes of a drill, in a file.
  static void announce(DrillTask task, String line) throws IOException {
    Path file = task.meeting();
    Path draft = file.resolveSibling(file.getFileName() + ".new");
    Files.writeString(draft, line);
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /// The line that the first process left, as soon as it is there.
  ///
  /// @throws IOException if nobody left one
  static String await(DrillTask task) throws IOException, InterruptedException {
    Path file = task.meeting();
    Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent());
    try (WatchService watch = file.getFileSystem().newWatchService()) {
      folder.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      while (!Files.exists(file)) {
        WatchKey key = watch.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (key == null) {
          throw new IOException("the other process did not come within " + PATIENCE);
        }
        key.pollEvents();
        key.reset();
      }
    }
    return Files.readString(file);
  }
}
