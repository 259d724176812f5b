package io.penstock.message.match;

import io.penstock.memory.BufferPool;
import io.penstock.memory.PoolExhaustedException;
import io.penstock.memory.Stash;
import io.penstock.message.MessageException;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// One rank's receives that wait for a message, and messages that wait for a receive.
///
/// A message and a receive that fit meet here once, in the order in which both came; what then
/// happens to them is the caller's affair. All under one lock, which is held for a number of steps
/// that does not depend on how many wait, but where a rank leaves or the job ends. Safe for any
/// thread.
final class Matcher {
  /// How much may lie staged at one rank for receives that have not come.
  private static final long STAGED_BUDGET = 64L << 20;

  private final int rank;
  private final long eagerLimit;
  private final BufferPool pool;
  private final SpinLock lock = new SpinLock();
  private final PostedReceives posted = new PostedReceives();
  private final Arrivals arrivals = new Arrivals();

  /// The messages that lie aside for one receive each.
  private final Set<Arrival> aside = new HashSet<>();

  private final Stash<Arrival> spares = new Stash<>(64, Arrival::new);
  private final BitSet left = new BitSet();
  private final int size;
  private long staged;
  private volatile boolean someLeft;
  private volatile JobFailure failure = JobFailure.NONE;

  Matcher(int rank, int size, long eagerLimit, BufferPool pool) {
    this.rank = rank;
    this.eagerLimit = eagerLimit;
    this.pool = pool;
    this.size = size;
  }

  /// Why nothing can be matched any more; [JobFailure#NONE] as long as it can.
  JobFailure failure() {
    return failure;
  }

  /// Brings a receive: it meets a message, or waits.
  ///
  /// @return the message; [Arrival#NONE] if there was none
  Arrival meet(Transfer receive) {
    lock.lock();
    try {
      failure.check();
      Arrival arrival = arrivals.takeWantedBy(receive);
      if (arrival == Arrival.NONE) {
        requireHope(receive);
        posted.add(receive);
      }
      return arrival;
    } finally {
      lock.unlock();
    }
  }

  private void requireHope(Transfer receive) {
    if (isHopeless(receive)) {
      throw forsaken(receive);
    }
  }

  /// Takes a receive back that no message has met.
  boolean cancel(Transfer receive) {
    lock.lock();
    try {
      return posted.remove(receive);
    } finally {
      lock.unlock();
    }
  }

  /// Notes at a receive the message that it would meet.
  ///
  /// @return whether there is something
  boolean look(Transfer receive) {
    lock.lock();
    try {
      failure.check();
      Arrival arrival = arrivals.findWantedBy(receive);
      if (arrival == Arrival.NONE) {
        requireHope(receive);
        return false;
      }
      receive.note(arrival.source(), arrival.tag(), arrival.kind(), arrival.bytes());
      return true;
    } finally {
      lock.unlock();
    }
  }

  /// Takes the message that a receive would meet out of matching, and notes it at the receive.
  ///
  /// @return the message, for [#takeAside]; [Arrival#NONE] if there was none
  Arrival setAside(Transfer receive) {
    lock.lock();
    try {
      failure.check();
      Arrival arrival = arrivals.takeWantedBy(receive);
      if (arrival == Arrival.NONE) {
        requireHope(receive);
      } else {
        receive.note(arrival.source(), arrival.tag(), arrival.kind(), arrival.bytes());
        aside.add(arrival);
      }
      return arrival;
    } finally {
      lock.unlock();
    }
  }

  /// A message that lies aside meets its receive.
  void takeAside(Arrival arrival) {
    lock.lock();
    try {
      failure.check();
      aside.remove(arrival);
    } finally {
      lock.unlock();
    }
  }

  /// Brings a send of this process: it meets a receive; or waits itself; or what it sends is to be
  /// filled into [Transfer#staged].
  ///
  /// @return the receive; [Transfer#NONE] if there was none
  Transfer meet(Transfer send, int source) {
    lock.lock();
    try {
      failure.checkAsSender(rank);
      Transfer receive = posted.takeWanting(source, send.context(), send.tag());
      send.staged = receive == Transfer.NONE ? keep(send, source) : Arrival.NONE;
      return receive;
    } finally {
      lock.unlock();
    }
  }

  /// An announced arrival may be met, and used again, as soon as the lock is free: only one that
  /// must be filled is returned.
  private Arrival keep(Transfer send, int source) {
    Payload payload = send.payload();
    Arrival arrival = spares.take();
    arrival.envelope(
        source,
        send.context(),
        send.tag(),
        payload.kind(),
        ByteOrder.nativeOrder(),
        payload.bytes());
    boolean staging = mayStage(send, source) && stage(arrival);
    if (!staging) {
      arrival.announcedBy(send);
    }
    arrivals.add(arrival);
    return staging ? arrival : Arrival.NONE;
  }

  /// A message to oneself must not wait for a receive that the same thread would bring.
  private boolean mayStage(Transfer send, int source) {
    long bytes = send.payload().bytes();
    boolean eager = bytes <= eagerLimit && staged + bytes + Arrival.OVERHEAD <= STAGED_BUDGET;
    return (eager || source == rank) && !send.isSynchronous();
  }

  private boolean stage(Arrival arrival) {
    try {
      arrival.staged(pool);
      staged += arrival.cost();
      return true;
    } catch (PoolExhaustedException e) {
      return false; // it stays with its sender, which costs nothing but time
    }
  }

  /// Brings the head of a message of another process: it meets a receive, or is kept.
  ///
  /// @throws PoolExhaustedException if there is no memory for a payload that follows at once
  void meet(Incoming head) {
    lock.lock();
    try {
      head.receive = posted.takeWanting(head.source, head.context, head.tag);
      head.arrival = head.receive == Transfer.NONE ? keep(head) : Arrival.NONE;
    } finally {
      lock.unlock();
    }
  }

  private Arrival keep(Incoming head) {
    Arrival arrival = spares.take();
    arrival.envelope(head.source, head.context, head.tag, head.kind, head.order, head.bytes);
    if (head.number == 0) {
      arrival.staged(pool);
      staged += arrival.cost();
    } else {
      arrival.announcedAs(head.number);
    }
    arrivals.add(arrival);
    return arrival;
  }

  /// An arrival has met its receive, or never will, and can be used again.
  void recycle(Arrival arrival) {
    long cost = arrival.cost();
    arrival.release();
    if (cost > 0) {
      unstage(cost);
    }
    spares.give(arrival);
  }

  private void unstage(long cost) {
    lock.lock();
    try {
      staged -= cost;
    } finally {
      lock.unlock();
    }
  }

  /// A rank has left in good order, and all that it sent has come: the receives that only it could
  /// have met end.
  void departed(int other) {
    for (Transfer hopeless : takeHopeless(other)) {
      hopeless.end(forsaken(hopeless));
    }
  }

  private List<Transfer> takeHopeless(int other) {
    lock.lock();
    try {
      left.set(other);
      someLeft = true;
      return posted.takeAll(this::isHopeless);
    } finally {
      lock.unlock();
    }
  }

  /// Takes out a receive from any rank if no rank is left that could send but this one.
  ///
  /// @return whether it was taken out
  boolean takeForsaken(Transfer receive) {
    return isForsaken(receive) && cancel(receive);
  }

  /// Whether a receive is one from any rank, and no rank is left that could send but this one.
  boolean isForsaken(Transfer receive) {
    if (!someLeft) {
      return false;
    }
    lock.lock();
    try {
      return isOnlyLeft(receive);
    } finally {
      lock.unlock();
    }
  }

  /// Takes out a send of this rank to itself that is not synchronous, and yet waits for its
  /// receive: there was no memory for it.
  ///
  /// @return whether it was taken out
  boolean takeUnkept(Transfer send) {
    boolean toItself = send != Transfer.NONE && send.peer() == rank && !send.isSynchronous();
    if (!toItself || send.posted.isQueued()) {
      return false;
    }
    Arrival announced;
    lock.lock();
    try {
      announced = arrivals.takeAnnouncedBy(send);
    } finally {
      lock.unlock();
    }
    if (announced == Arrival.NONE) {
      return false;
    }
    recycle(announced);
    return true;
  }

  /// The exception of a send of this rank to itself for which there is no memory.
  PoolExhaustedException unkept(Transfer send) {
    return new PoolExhaustedException(
        String.format(
            Locale.ROOT,
            "rank %d sends %d bytes to itself, for which its pool has no memory, and no other thread of it receives: start its receive first, or give the pool more",
            rank,
            send.payload().bytes()));
  }

  /// Nothing is matched any more. Only the first failure counts.
  void fail(JobFailure cause) {
    lock.lock();
    try {
      if (failure == JobFailure.NONE) {
        failure = cause;
      }
    } finally {
      lock.unlock();
    }
  }

  /// Takes out the receives that wait.
  List<Transfer> takeReceives() {
    lock.lock();
    try {
      return posted.takeAll(_ -> true);
    } finally {
      lock.unlock();
    }
  }

  /// Takes out the messages that wait, and those that lie aside.
  List<Arrival> takeArrivals() {
    lock.lock();
    try {
      List<Arrival> taken = new ArrayList<>(arrivals.takeAll());
      taken.addAll(aside);
      aside.clear();
      return taken;
    } finally {
      lock.unlock();
    }
  }

  // ---- ranks that have left the job in good order ----------------------------------------------

  /// Whether a receive waits for a rank that has left. Under the lock.
  private boolean isHopeless(Transfer receive) {
    return receive.peer() != Transfer.ANY && left.get(receive.peer());
  }

  /// Whether a receive from any rank could be met by nothing but a send of this rank. Under the
  /// lock.
  private boolean isOnlyLeft(Transfer receive) {
    if (receive.peer() != Transfer.ANY) {
      return false;
    }
    if (receive.senders().length == 0) {
      return left.cardinality() == size - 1 && !left.get(rank);
    }
    for (int sender : receive.senders()) {
      if (sender != rank && !left.get(sender)) {
        return false;
      }
    }
    return true;
  }

  /// The exception of a receive whose senders have all left.
  MessageException forsaken(Transfer receive) {
    return receive.peer() == Transfer.ANY
        ? new MessageException(
            "receive from any rank: all other ranks of the communicator have left the job")
        : new MessageException(
            String.format(
                Locale.ROOT,
                "receive from rank %s with tag %s: that rank has left the job and sends nothing more",
                receive.name(receive.peer()),
                receive.tag() == Transfer.ANY ? "any" : receive.tag()));
  }
}
