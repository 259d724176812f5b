package io.penstock.message.ranks;

import java.util.BitSet;

/// The epochs of one rank in a window: which targets it may access, and until when. Safe for any
/// thread.
final class Epochs {
  private Kind kind = Kind.NONE;
  private final BitSet targets = new BitSet();

  /// The targets whose lock, or post, this rank waits for: nobody may access them yet.
  private final BitSet awaited = new BitSet();

  private boolean used;

  private enum Kind {
    NONE("there is none"),
    FENCE("it has accessed ranks since the last fence"),
    LOCKS("it holds locks"),
    STARTED("it has started one");

    private final String what;

    Kind(String what) {
      this.what = what;
    }
  }

  /// An access to a target.
  ///
  /// @throws IllegalStateException if it is not allowed
  synchronized void access(int target) {
    requireAccess(target);
    used = true;
  }

  /// @throws IllegalStateException outside an epoch to a target
  synchronized void requireAccess(int target) {
    if (kind != Kind.FENCE && !targets.get(target)) {
      throw new IllegalStateException(
          "no epoch to rank "
              + target
              + " of the window: call fence, or lock it, or start one with it, before");
    }
  }

  /// @throws IllegalStateException outside any epoch
  synchronized void requireAny() {
    if (kind == Kind.NONE) {
      throw new IllegalStateException("no epoch of the window: call fence or lock before");
    }
  }

  synchronized void fence() {
    if (kind == Kind.LOCKS || kind == Kind.STARTED) {
      throw mixed("fence");
    }
    kind = Kind.FENCE;
    used = false;
  }

  /// This rank is about to wait for the lock of one target.
  synchronized void lock(int target) {
    if (targets.get(target) || awaited.get(target)) {
      throw new IllegalStateException(
          "this rank has locked rank " + target + " of the window, or waits for it");
    }
    if (kind != Kind.LOCKS) {
      begin("lock", Kind.LOCKS);
    }
    awaited.set(target);
  }

  /// This rank is about to wait for the locks of all targets.
  synchronized void lockAll(int size) {
    begin("lockAll", Kind.LOCKS);
    awaited.set(0, size);
  }

  /// This rank is about to wait until some targets have posted.
  synchronized void start(int... some) {
    begin("start", Kind.STARTED);
    for (int target : some) {
      awaited.set(target);
    }
  }

  /// What was waited for is there: targets may be accessed.
  ///
  /// @return false if all has been ended meanwhile
  synchronized boolean admit(int... some) {
    for (int target : some) {
      if (!awaited.get(target)) {
        return false;
      }
      awaited.clear(target);
      targets.set(target);
    }
    return true;
  }

  /// The lock of one target that was waited for will not come.
  synchronized void refuse(int target) {
    if (awaited.get(target)) {
      awaited.clear(target);
      endIfEmpty();
    }
  }

  private void begin(String call, Kind next) {
    if (kind == Kind.LOCKS || kind == Kind.STARTED || used) {
      throw mixed(call);
    }
    kind = next;
  }

  private IllegalStateException mixed(String call) {
    return new IllegalStateException(
        call + ": this rank has an epoch of the window already: " + kind.what);
  }

  /// The lock of one target is given up.
  ///
  /// @throws IllegalStateException if there is none
  synchronized void unlock(int target) {
    if (kind != Kind.LOCKS || !targets.get(target)) {
      throw new IllegalStateException("this rank has no lock of rank " + target + " of the window");
    }
    targets.clear(target);
    endIfEmpty();
  }

  private void endIfEmpty() {
    if (targets.isEmpty() && awaited.isEmpty()) {
      end();
    }
  }

  /// All locks are given up.
  ///
  /// @throws IllegalStateException if this rank has not locked all
  synchronized void unlockAll(int size) {
    if (kind != Kind.LOCKS || targets.cardinality() < size) {
      throw new IllegalStateException("this rank has not locked all ranks of the window");
    }
    end();
  }

  /// What was started is over.
  ///
  /// @return its targets
  /// @throws IllegalStateException if none was
  synchronized int[] complete() {
    if (kind != Kind.STARTED || !awaited.isEmpty()) {
      throw new IllegalStateException("complete: no epoch of the window was started");
    }
    int[] all = targets.stream().toArray();
    end();
    return all;
  }

  /// Ends all.
  ///
  /// @return the targets that are locked, or whose lock is waited for
  synchronized int[] abandon() {
    targets.or(awaited);
    int[] locked = kind == Kind.LOCKS ? targets.stream().toArray() : new int[0];
    end();
    return locked;
  }

  /// Whether the program has begun something that it has not ended.
  synchronized boolean isOpen() {
    return kind == Kind.LOCKS || kind == Kind.STARTED;
  }

  private void end() {
    kind = Kind.NONE;
    targets.clear();
    awaited.clear();
    used = false;
  }
}
