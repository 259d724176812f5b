package io.penstock.message.ranks;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;

/// The locks of one rank's window: given in the order in which they are asked for, so that nobody
/// starves. Safe for any thread.
final class LockQueue {
  private final Queue<Wish> waiting = new ArrayDeque<>();
  private final Set<Integer> holders = new HashSet<>();
  private Kind held = Kind.SHARED;
  private String ended = "";

  /// With whom a lock is compatible.
  enum Kind {
    /// With none.
    EXCLUSIVE,
    /// With shared ones.
    SHARED
  }

  /// What a rank that waits for a lock is told.
  interface Grant {
    void granted();

    /// There will be no lock.
    void refused(String why);
  }

  private record Wish(int origin, Kind kind, Grant grant) {}

  /// Gives a rank the lock once it can have it.
  void acquire(int origin, Kind kind, Grant grant) {
    String why = add(new Wish(origin, kind, grant));
    if (why.isEmpty()) {
      giveOut();
    } else {
      grant.refused(why);
    }
  }

  private synchronized String add(Wish wish) {
    if (ended.isEmpty()) {
      waiting.add(wish);
    }
    return ended;
  }

  /// A rank gives up its lock, or its wish for one: a thread of it that waits is told.
  void release(int origin) {
    List<Wish> withdrawn;
    synchronized (this) {
      holders.remove(origin);
      withdrawn = waiting.stream().filter(wish -> wish.origin == origin).toList();
      waiting.removeAll(withdrawn);
    }
    withdrawn.forEach(wish -> wish.grant.refused("this rank has given up waiting for the lock"));
    giveOut();
  }

  private void giveOut() {
    admit().forEach(wish -> wish.grant.granted());
  }

  private synchronized List<Wish> admit() {
    List<Wish> admitted = new ArrayList<>();
    for (Wish next = waiting.peek(); next != null && admits(next.kind); next = waiting.peek()) {
      waiting.remove();
      held = next.kind;
      holders.add(next.origin);
      admitted.add(next);
    }
    return admitted;
  }

  private boolean admits(Kind kind) {
    return holders.isEmpty() || (held == Kind.SHARED && kind == Kind.SHARED);
  }

  /// Gives no more locks.
  void end(String why) {
    List<Wish> refused;
    synchronized (this) {
      ended = why;
      refused = List.copyOf(waiting);
      waiting.clear();
    }
    refused.forEach(wish -> wish.grant.refused(why));
  }
}
