package io.penstock.message.ranks;

import io.penstock.message.Reduction;
import io.penstock.message.match.Condition;
import java.util.List;

/// One rank's window, as another rank, or itself, accesses it.
///
/// Offsets are in bytes. What is named must stay until the reply. Safe for any thread.
interface WindowTarget {
  /// Writes; returns when the data may be changed.
  void put(Region data, long offset);

  /// Combines; returns when the data may be changed.
  void accumulate(Region data, long offset, Reduction reduction);

  List<Reply> get(Region data, long offset);

  List<Reply> getAccumulate(Region data, Region before, long offset, Reduction reduction);

  List<Reply> compareAndSwap(Region expected, Region value, Region before, long offset);

  /// Asks for the lock; the reply is met when it is there.
  Reply lock(LockQueue.Kind kind);

  /// Gives up the lock once what was done is complete.
  Reply unlock();

  /// Gives up the lock; nobody waits for it.
  void letGo();

  /// Completes what was done, but for what has a reply of its own.
  Reply flush();

  /// What comes back of something that was asked for.
  interface Reply extends Condition {
    /// It was done at once.
    Reply DONE =
        new Reply() {
          @Override
          public boolean met() {
            return true;
          }

          @Override
          public void check() {}

          @Override
          public void whenDone(Runnable action) {}

          @Override
          public void release() {}
        };

    /// Throws the failure, if it failed.
    void check();

    /// As [Transfer#whenDone].
    void whenDone(Runnable action);

    /// Ends its use, once it is met.
    void release();
  }
}
