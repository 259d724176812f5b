package io.penstock.message.ranks;

import io.penstock.message.match.Endpoint;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/// The state that the communicators of one rank share, and the numbers that keep their messages
/// apart.
///
/// A communicator has a number that no other has which shares two ranks with it. That of the world
/// is 0; others get theirs from their first member, who counts on its own: the numbers of different
/// first members are different by the remainder.
final class World {
  /// For each: messages, collective operations, notices; one that only the world's uses; creations
  /// of communicators by some ranks; and of intercommunicators by two leaders.
  private static final int CONTEXTS = 6;

  /// In place of a number.
  static final int NO_NUMBER = -2;

  private static final int PROBES = 3;
  private static final int CREATIONS = 4;
  private static final int LEADERS = 5;

  private final Endpoint endpoint;
  private final String explanation;
  private final Deadlocks deadlocks;
  private final AtomicInteger made = new AtomicInteger();
  private volatile Collectives[] open = {};

  /// What is to be done before this rank leaves the job. Guarded by itself.
  private final List<Runnable> endings = new ArrayList<>();

  /// What failed operations have left behind, in communicators that may be closed. Guarded by
  /// itself.
  private final List<Collective.Orphan> orphans = new ArrayList<>();

  private volatile boolean orphaned;

  /// The thread that has been in a collective operation last; 0 at first.
  private volatile long caller;

  private volatile boolean severalCallers;

  World(Endpoint endpoint, String explanation) {
    this.endpoint = endpoint;
    this.explanation = explanation;
    this.deadlocks = new Deadlocks(this, endpoint, PROBES);
  }

  Endpoint endpoint() {
    return endpoint;
  }

  String explanation() {
    return explanation;
  }

  Deadlocks deadlocks() {
    return deadlocks;
  }

  synchronized void add(Collectives collectives) {
    open = Stream.concat(Stream.of(open), Stream.of(collectives)).toArray(Collectives[]::new);
  }

  synchronized void remove(Collectives collectives) {
    open = Stream.of(open).filter(one -> one != collectives).toArray(Collectives[]::new);
  }

  /// Has something run before this rank leaves the job.
  void atEnd(Runnable ending) {
    synchronized (endings) {
      endings.add(ending);
    }
  }

  /// Takes [#atEnd] back.
  void forget(Runnable ending) {
    synchronized (endings) {
      endings.remove(ending);
    }
  }

  /// This rank is about to leave the job: all is done, though some of it may fail.
  ///
  /// @throws RuntimeException the first failure
  void end() {
    List<Runnable> all;
    synchronized (endings) {
      all = List.copyOf(endings);
      endings.clear();
    }
    run(all.iterator());
  }

  private static void run(Iterator<Runnable> endings) {
    if (endings.hasNext()) {
      try {
        endings.next().run();
      } finally {
        run(endings);
      }
    }
  }

  /// Keeps what a failed operation has left behind until nobody reads it any more.
  void keep(Collective.Orphan orphan) {
    synchronized (orphans) {
      orphans.add(orphan);
      orphaned = true;
    }
  }

  /// Gives back what nobody reads any more.
  ///
  /// @return whether that is all
  boolean releaseOrphans() {
    if (!orphaned) {
      return true;
    }
    synchronized (orphans) {
      orphans.removeIf(Collective.Orphan::isOver);
      orphaned = !orphans.isEmpty();
      return !orphaned;
    }
  }

  /// The calling thread enters a collective operation.
  void enter() {
    noteCaller();
    if (endpoint.size() > 1) {
      deadlocks.enter();
    }
  }

  private void noteCaller() {
    long thread = Thread.currentThread().threadId();
    if (caller != thread) {
      severalCallers = severalCallers || caller != 0;
      caller = thread;
    }
  }

  /// Whether all collective operations of this rank have been called by one thread so far, whatever
  /// the communicator.
  boolean hasOneCaller() {
    return !severalCallers;
  }

  /// How many operations this rank has entered in a communicator that is open here, less one; in
  /// another one, more than there are.
  ///
  /// @param context of its operations
  long entered(int context) {
    for (Collectives one : open) {
      if (one.context() == context) {
        return one.entered();
      }
    }
    return Long.MAX_VALUE;
  }

  /// A number for a communicator whose first member is this rank, which the others hear of;
  /// [#NO_NUMBER] if there is none left, which they hear of too.
  int nextNumber() {
    long number = (long) made.incrementAndGet() * endpoint.size() + endpoint.rank();
    if (number >= Integer.MAX_VALUE / CONTEXTS) {
      made.decrementAndGet();
      return NO_NUMBER;
    }
    return (int) number;
  }

  /// The number that the first member of a communicator has given it.
  ///
  /// @param first that one, as part of a sentence
  /// @throws IllegalStateException if it had none left
  static int requireNumber(long given, String first) {
    if (given == NO_NUMBER) {
      throw new IllegalStateException(
          first + " has made as many communicators as can be told apart: use them again");
    }
    return Math.toIntExact(given);
  }

  /// The context of messages between two ranks.
  static int messages(int number) {
    return number * CONTEXTS;
  }

  /// The context of creations by some ranks, from that of the messages.
  static int creations(int messages) {
    return messages + CREATIONS;
  }

  /// The context of the leaders of two groups, from that of the messages.
  static int leaders(int messages) {
    return messages + LEADERS;
  }

  /// The first of the contexts of collective operations.
  static int collectives(int number) {
    return number * CONTEXTS + 1;
  }
}
