package io.penstock.message.match;

import io.penstock.memory.BufferPool;
import io.penstock.memory.PoolExhaustedException;
import io.penstock.memory.Stash;
import java.nio.ByteOrder;

/// One rank's receives that wait for a message, and messages that wait for a receive.
///
/// A message and a receive that fit meet here once, in the order in which both came; what then
/// happens to them is the caller's affair. All under one lock, which is held for a walk through a
/// list and no longer. Safe for any thread.
final class Matcher {
  /// How much may lie staged at one rank for receives that have not come.
  private static final long STAGED_BUDGET = 64L << 20;

  private final int rank;
  private final long eagerLimit;
  private final BufferPool pool;
  private final SpinLock lock = new SpinLock();
  private final TransferList posted = new TransferList();
  private final ArrivalList arrivals = new ArrivalList();
  private final Stash<Arrival> spares = new Stash<>(64, Arrival::new);
  private final Departures departures;
  private long staged;
  private volatile Failure failure = Failure.NONE;

  Matcher(int rank, int size, long eagerLimit, BufferPool pool) {
    this.rank = rank;
    this.eagerLimit = eagerLimit;
    this.pool = pool;
    this.departures = new Departures(size);
  }

  /// Why nothing can be matched any more; [Failure#NONE] as long as it can.
  Failure failure() {
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
        departures.check(receive, rank);
        posted.add(receive);
      }
      return arrival;
    } finally {
      lock.unlock();
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

  /// Tells a receive what it would meet.
  ///
  /// @return whether there is something
  boolean look(Transfer receive) {
    lock.lock();
    try {
      failure.check();
      Arrival arrival = arrivals.findWantedBy(receive);
      if (arrival == Arrival.NONE) {
        departures.check(receive, rank);
        return false;
      }
      receive.note(arrival.source(), arrival.tag(), arrival.kind(), arrival.bytes());
      return true;
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
  /// must be filled is told.
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
    boolean eager = bytes <= eagerLimit && staged + bytes <= STAGED_BUDGET;
    return (eager || source == rank) && !send.isSynchronous();
  }

  private boolean stage(Arrival arrival) {
    try {
      arrival.staged(pool);
      staged += arrival.bytes();
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
      staged += head.bytes;
    } else {
      arrival.announcedAs(head.number);
    }
    arrivals.add(arrival);
    return arrival;
  }

  /// An arrival has met its receive, or never will, and can be used again.
  void recycle(Arrival arrival) {
    boolean wasStaged = arrival.isStaged();
    arrival.release();
    if (wasStaged) {
      unstage(arrival.bytes());
    }
    spares.give(arrival);
  }

  private void unstage(long bytes) {
    lock.lock();
    try {
      staged -= bytes;
    } finally {
      lock.unlock();
    }
  }

  /// A rank has left in good order, and all that it sent has come: the receives that can meet
  /// nothing more end.
  void departed(int other) {
    Transfer hopeless;
    do {
      hopeless = takeHopeless(other);
      if (hopeless != Transfer.NONE) {
        hopeless.end(departures.exception(hopeless));
      }
    } while (hopeless != Transfer.NONE);
  }

  private Transfer takeHopeless(int other) {
    lock.lock();
    try {
      departures.add(other);
      return posted.takeHopeless(departures, rank);
    } finally {
      lock.unlock();
    }
  }

  /// Nothing is matched any more. Only the first failure counts.
  void fail(Failure cause) {
    lock.lock();
    try {
      if (failure == Failure.NONE) {
        failure = cause;
      }
    } finally {
      lock.unlock();
    }
  }

  /// Takes out a receive that waits; [Transfer#NONE] if there is none.
  Transfer takeReceive() {
    lock.lock();
    try {
      return posted.takeFirst();
    } finally {
      lock.unlock();
    }
  }

  /// Takes out a message that waits; [Arrival#NONE] if there is none.
  Arrival takeArrival() {
    lock.lock();
    try {
      return arrivals.takeFirst();
    } finally {
      lock.unlock();
    }
  }
}
