package io.penstock.message.ranks;

import io.penstock.message.CollectiveMismatchException;
import io.penstock.message.match.Condition;
import io.penstock.message.match.Endpoint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// A detector of ranks that wait for each other in operations of different communicators, so that
/// none of them comes any further: by edge chasing, after K. M. Chandy, J. Misra and L. M. Haas,
/// "Distributed Deadlock Detection", 1983.
///
/// A rank that has waited long sends a *probe* to the ranks without which it goes no further, with
/// the operation that it is in. A rank that waits too, and has not entered that operation, sends
/// the probe on to those that it needs itself, with its own operation. A probe that comes back has
/// gone round a cycle.
///
/// The cycle is a deadlock if no rank of it has another thread that may yet come ([LiveThreads]).
/// For no rank of it leaves its operation before the next one enters it, which has not done so, as
/// its only thread waits: at the moment in which a rank receives a probe the one before it still
/// waits, so does the one before that, and so on; the rank to which the probe comes back sees all
/// of them wait at once.
///
/// Safe for any thread.
final class Deadlocks implements Condition {
  private static final System.Logger LOG = System.getLogger("io.penstock.message");

  /// How many seconds a rank waits before it asks, or a fraction of one.
  private static final String PATIENCE = "penstock.message.deadlockSeconds";

  private static final double USUAL_SECONDS = 60;
  private static final double MOST_SECONDS = TimeUnit.DAYS.toSeconds(365);
  private static final long LONGEST_DOUBT_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final World world;
  private final SideChannel channel;
  private final int self;
  private final long patienceNanos = patienceNanos();
  private final List<Probe> unread = new ArrayList<>();
  private final Map<Integer, Long> passedOn = new HashMap<>();
  private long rounds;

  /// One that goes from rank to rank.
  ///
  /// @param initiator the rank in the world that sent it first
  /// @param round which of the initiator's
  /// @param from the rank in the world that sent it last
  /// @param oldest the lowest context of all operations on its way
  /// @param sole whether no rank on its way has another thread that may come
  private record Probe(int initiator, long round, int from, Place place, int oldest, boolean sole) {
    static final int LENGTH = 7;

    static Probe of(SideChannel.Message message) {
      Place place =
          new Place(
              (int) message.number(2),
              message.number(3),
              CollectiveOperation.coded(message.number(4)));
      return new Probe(
          (int) message.number(0),
          message.number(1),
          message.from(),
          place,
          (int) message.number(5),
          message.number(6) == 1);
    }

    /// What the next rank is told.
    Probe through(int rank, Place at, boolean alone) {
      return new Probe(initiator, round, rank, at, Math.min(oldest, at.context()), sole && alone);
    }

    long[] numbers() {
      return new long[] {
        initiator,
        round,
        place.context(),
        place.sequence(),
        place.operation().code(),
        oldest,
        sole ? 1 : 0
      };
    }
  }

  /// The operation that a rank waits in.
  ///
  /// @param context of the communicator's operations
  /// @param sequence how many came before it there
  record Place(int context, long sequence, CollectiveOperation operation) {}

  /// A thread's waiting for one step of an operation.
  static final class Wait {
    private final Place place;
    private final int[] needed;
    private final int[] nearest;
    private final long since = System.nanoTime();
    private long periodNanos;
    private long next;
    private long round = -1;
    private boolean wide;
    private boolean told;

    private Wait(Place place, int[] needed, int[] nearest, long patienceNanos) {
      this.place = place;
      this.needed = needed;
      this.nearest = nearest;
      this.periodNanos = patienceNanos;
      this.next = since + periodNanos;
    }

    /// How long until the next probe.
    long leftNanos() {
      return Math.max(0, next - System.nanoTime());
    }

    private boolean isDue() {
      return System.nanoTime() - next >= 0;
    }

    private void postpone() {
      periodNanos *= 2;
      next = System.nanoTime() + periodNanos;
    }
  }

  /// @param context of the probes
  Deadlocks(World world, Endpoint endpoint, int context) {
    this.world = world;
    this.self = endpoint.rank();
    this.channel = new SideChannel(endpoint, context, Probe.LENGTH);
  }

  /// Read for each world, and not once: a program may set it for a job that is to find out sooner.
  private static long patienceNanos() {
    double seconds = USUAL_SECONDS;
    try {
      seconds = Double.parseDouble(System.getProperty(PATIENCE, ""));
    } catch (NumberFormatException _) {
      // not set, or to nothing of use
    }
    return (long) (Math.clamp(seconds, 0, MOST_SECONDS) * TimeUnit.SECONDS.toNanos(1));
  }

  /// How long a rank waits for a step before it tells its peer what it is in, which comes before it
  /// asks for a cycle.
  long doubtNanos() {
    return Math.min(LONGEST_DOUBT_NANOS, patienceNanos);
  }

  /// A thread begins to wait.
  ///
  /// @param needed the ranks in the world that must enter the operation before it ends here
  /// @param nearest those of them that it waits for first
  Wait begin(Place place, int[] needed, int[] nearest) {
    return new Wait(place, needed, nearest, patienceNanos);
  }

  /// A probe is there, or none will be any more.
  @Override
  public boolean met() {
    return channel.met();
  }

  /// The calling thread enters an operation.
  void enter() {
    channel.listen();
    if (channel.met()) {
      read();
      forget();
    }
  }

  private synchronized void read() {
    for (Optional<SideChannel.Message> next = channel.poll();
        next.isPresent();
        next = channel.poll()) {
      Probe probe = Probe.of(next.get());
      if (probe.initiator() >= 0 && probe.initiator() < world.endpoint().size()) {
        unread.removeIf(old -> old.initiator() == probe.initiator() && old.from() == probe.from());
        unread.add(probe);
      }
    }
  }

  /// Drops the probes of operations that this rank has entered.
  private synchronized void forget() {
    unread.removeIf(probe -> !isMissingIn(probe.place()));
  }

  /// Passes on what has come, and asks if it is time to.
  ///
  /// @throws CollectiveMismatchException if this rank and others wait for each other for ever
  void look(Wait wait) {
    read();
    for (Probe probe : take()) {
      if (isMissingIn(probe.place())) {
        follow(probe, wait);
      }
    }
    if (wait.isDue()) {
      ask(wait);
      wait.postpone();
    }
  }

  private synchronized List<Probe> take() {
    List<Probe> taken = List.copyOf(unread);
    unread.clear();
    return taken;
  }

  /// Whether this rank has yet to enter an operation.
  private boolean isMissingIn(Place place) {
    return world.entered(place.context()) < place.sequence();
  }

  private void follow(Probe probe, Wait wait) {
    if (probe.initiator() == self) {
      if (probe.round() == wait.round) {
        close(probe, wait);
      }
    } else if (isNew(probe)) {
      boolean alone = othersThatMayCome().isEmpty();
      if (isMissingIn(probe.place())) { // nobody can have come since
        pass(probe.through(self, wait.place, alone), wait.needed);
        widen(wait);
      }
    }
  }

  private synchronized boolean isNew(Probe probe) {
    Long last = passedOn.put(probe.initiator(), probe.round());
    return last == null || last < probe.round();
  }

  /// Somebody waits for this rank in another operation: it asks all that it needs.
  private void widen(Wait wait) {
    if (!wait.wide) {
      wait.wide = true;
      ask(wait);
    }
  }

  /// Whether this rank has other threads is found out if the probe comes back.
  private void ask(Wait wait) {
    wait.round = nextRound();
    Probe probe = new Probe(self, wait.round, self, wait.place, wait.place.context(), true);
    pass(probe, wait.wide ? wait.needed : wait.nearest);
  }

  private synchronized long nextRound() {
    rounds++;
    return rounds;
  }

  private void pass(Probe probe, int[] to) {
    for (int rank : to) {
      channel.send(rank, probe.numbers());
    }
  }

  private List<String> othersThatMayCome() {
    return LiveThreads.thatMayCome(world.hasOneCaller());
  }

  /// The one fails that is in the oldest communicator: so a rank that closes what it opened last
  /// finds the others there.
  private void close(Probe probe, Wait wait) {
    List<String> others = othersThatMayCome();
    if (!isMissingIn(probe.place())) {
      return;
    }
    if (!probe.sole() || !others.isEmpty()) {
      warn(probe, wait, others);
    } else if (wait.place.context() <= probe.oldest()) {
      throw new CollectiveMismatchException(
          describe(probe, wait)
              + "; no thread is left that could call what is missing: all ranks call the same operations in the same order");
    }
  }

  private void warn(Probe probe, Wait wait, List<String> others) {
    if (!wait.told) {
      wait.told = true;
      LOG.log(
          System.Logger.Level.WARNING,
          describe(probe, wait)
              + "; the job hangs unless another thread calls what is missing: of rank "
              + self
              + (others.isEmpty() ? " none could" : " these could: " + String.join(", ", others)));
    }
  }

  private String describe(Probe probe, Wait wait) {
    return String.format(
        Locale.ROOT,
        "rank %d of the job has been in %s for %d s, rank %d is in %s of another communicator, and each waits for the other, or for a third that does",
        self,
        wait.place.operation(),
        TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - wait.since),
        probe.from(),
        probe.place().operation());
  }

  /// Listens no more.
  void close() {
    channel.close();
  }
}
