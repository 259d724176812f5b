package io.penstock.message;

import io.penstock.array.Elements;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;

/// A window: memory of each rank that all ranks of a communicator read, write and combine without
/// the owner's calls, as MPI's `MPI_Win`.
///
/// ```java
/// try (Window window = world.allocateWindow(8)) { // a counter at each rank
///   window.lock(0);
///   long ticket = window.fetchAndOperate(1, Reduction.SUM, 0, 0);
///   window.unlock(0);
/// }
/// ```
///
/// Made by all ranks together, by [Communicator#createWindow] of memory that is there or by
/// [Communicator#allocateWindow]. The size may differ from rank to rank, and may be 0.
///
/// **Places**: an operation names a rank, the target, and a displacement: how many elements of the
/// operation's own type lie before its first one in the target's window, or how many bytes where
/// the [Elements] have no type. What would leave the target's window is an
/// [IllegalArgumentException] here, as a `boolean[]` is, and nothing is done.
/// [Communicator#NO_RANK] as target is no rank: the operation is done at once and touches nothing.
///
/// **Epochs**: an operation is allowed between two calls of [#fence], while this rank holds a lock
/// ([#lock], [#lockShared], [#lockAll]), or between [#start] and [#complete]; outside of them it is
/// an [IllegalStateException]. A rank has one kind of epoch at a time. Epochs belong to the rank,
/// not to the thread; one that a thread waits for has not begun for the others either.
///
/// **Completion**: `put` and `accumulate` return when the origin's memory may be changed again.
/// What they do is done at the target when the epoch ends, or with [#flush]; failures at the target
/// are thrown from there, as a [MessageException]. Operations with a result return, or their
/// request is done, when the result is there.
///
/// **Atomicity**: accumulating operations (`accumulate`, `getAccumulate`, `fetchAndOperate`,
/// `compareAndSwap`) are atomic for each element, or group of elements of the reduction, towards
/// each other; those of one origin to one target are done in the order in which they were called.
/// `put` and `get` are not: to access a place while another one puts there gives any mixture of the
/// bytes. That harms no other place.
///
/// **The owner's own accesses** to [#memory] are plain ones. They see what was completed before a
/// [#fence], [#awaitComplete] or [#lock] of its own rank has returned; and, where another way says
/// that something is complete (a message, say), after [#sync].
///
/// **Progress** needs no call of the target. Ranks that are threads of one JVM copy in the target's
/// memory themselves. A rank that is a process has a thread for each window that serves the others,
/// from the creation to the close: it sleeps until a request comes, over MPI for up to 1 ms.
///
/// **Threads**: safe for any; but one at a time may be in [#fence] or [#close].
///
/// **Errors** beside those of each operation: [IllegalStateException] after [#close];
/// [RankFailedException] once a rank of the job is gone; [MessageException] if the target has left
/// the job, or its memory has been freed; [IllegalArgumentException] for ranks that do not exist;
/// [WrongThreadException] for data that is confined to another thread. A rank that leaves the job
/// gives up its locks.
public interface Window extends AutoCloseable {
  /// In `accumulate` and its kin: what was there is replaced, atomically for each element.
  Reduction REPLACE = Reduction.ordered("REPLACE", 1, (_, _) -> {});

  /// In `getAccumulate` and its kin: what was there stays, and is read atomically for each element.
  Reduction NO_OP =
      Reduction.ordered(
          "NO_OP", 1, (left, right) -> System.arraycopy(left, 0, right, 0, Array.getLength(left)));

  /// This rank's memory; none if it exposes none.
  MemorySegment memory();

  /// How many bytes a rank exposes.
  long bytes(int rank);

  // ---- operations ------------------------------------------------------------------------------

  /// Writes elements into the target's window.
  ///
  /// @param displacement how many elements of this type, or bytes, lie before
  void put(Elements data, int target, long displacement);

  /// Reads elements from the target's window.
  ///
  /// @param data where they go
  /// @param displacement how many elements of this type, or bytes, lie before
  void get(Elements data, int target, long displacement);

  /// Starts to read elements from the target's window.
  ///
  /// @param data where they go
  /// @param displacement how many elements of this type, or bytes, lie before
  /// @return done when they are there; cannot be cancelled
  Request rget(Elements data, int target, long displacement);

  /// Combines elements of the target's window with others: `there = there op data`.
  ///
  /// @param data with a type
  /// @param displacement how many elements of this type lie before
  /// @param reduction one of [Reduction]'s own, [#REPLACE] or [#NO_OP]: another process does not
  ///   know the program's
  /// @throws IllegalArgumentException if it is another one, or not defined for the elements
  void accumulate(Elements data, int target, long displacement, Reduction reduction);

  /// Combines elements of the target's window with others, and reads what was there before.
  ///
  /// @param data with a type
  /// @param before where it goes: as many elements of the same type, in memory apart from `data`
  /// @param displacement how many elements of this type lie before
  /// @param reduction as for [#accumulate]
  /// @throws IllegalArgumentException if `data` and `before` do not go together, or as for
  ///   [#accumulate]
  void getAccumulate(
      Elements data, Elements before, int target, long displacement, Reduction reduction);

  /// Starts to combine elements of the target's window with others, and to read what was there
  /// before. The arguments are those of [#getAccumulate].
  ///
  /// @return done when what was there has come, and `data` may be changed; cannot be cancelled
  Request rgetAccumulate(
      Elements data, Elements before, int target, long displacement, Reduction reduction);

  /// Combines one element of type `long`, and returns what was there before.
  ///
  /// @param displacement how many elements of type `long` lie before
  /// @param reduction as for [#accumulate], of single elements
  /// @return 0 if the target is no rank
  long fetchAndOperate(long value, Reduction reduction, int target, long displacement);

  /// Sets one element of type `long` if it has a value.
  ///
  /// @param displacement how many elements of type `long` lie before
  /// @return what was there before: it was set if that is `expected`; 0 if the target is no rank
  long compareAndSwap(long expected, long value, int target, long displacement);

  /// Sets one element if it has a value, bit by bit the same.
  ///
  /// @param expected one element with a type
  /// @param value one of the same type
  /// @param before one of the same type, in memory apart from `value`: gets what was there before
  /// @param displacement how many elements of this type lie before
  /// @throws IllegalArgumentException if they are of different types, or not one each, or `value`
  ///   and `before` overlap
  void compareAndSwap(
      Elements expected, Elements value, Elements before, int target, long displacement);

  // ---- all ranks together ----------------------------------------------------------------------

  /// Ends an epoch of all ranks and begins the next: what was done in it is complete at all ranks.
  /// Called by all ranks.
  ///
  /// @throws IllegalStateException if this rank holds a lock or has started an epoch of its own
  void fence();

  // ---- locks -----------------------------------------------------------------------------------

  /// Waits until no other rank has a lock of the target, and locks it. Locks are given in the order
  /// in which they are asked for.
  ///
  /// @throws IllegalStateException if this rank has a lock of the target, has started an epoch of
  ///   another kind, or has operations under way since a [#fence]
  void lock(int target);

  /// Waits until no other rank has the target for itself, and locks it together with others.
  ///
  /// @throws IllegalStateException as [#lock] does
  void lockShared(int target);

  /// Locks all ranks together with others.
  ///
  /// @throws IllegalStateException if this rank has a lock, or as [#lock] does
  void lockAll();

  /// Completes what was done to the target and gives up its lock.
  ///
  /// @throws IllegalStateException if this rank has no lock of it
  void unlock(int target);

  /// Completes what was done and gives up the locks of [#lockAll].
  ///
  /// @throws IllegalStateException if there are none
  void unlockAll();

  /// Completes what was done to the target.
  ///
  /// @throws IllegalStateException outside an epoch to the target
  void flush(int target);

  /// Completes what was done to all targets.
  ///
  /// @throws IllegalStateException outside an epoch
  void flushAll();

  /// Makes the owner's accesses to [#memory] before and after this happen in this order, and lets
  /// it see what others have completed.
  void sync();

  // ---- some ranks together ---------------------------------------------------------------------

  /// Lets some ranks access this rank's window; each calls [#start]. Does not wait.
  ///
  /// @throws IllegalArgumentException if a rank is named twice
  /// @throws IllegalStateException if the last one was not followed by [#awaitComplete]
  void post(int... origins);

  /// Begins an epoch to some targets, once each has called [#post].
  ///
  /// @throws IllegalArgumentException if a rank is named twice
  /// @throws IllegalStateException if this rank has another epoch
  void start(int... targets);

  /// Ends the epoch of [#start], and tells its targets that it is complete.
  ///
  /// @throws IllegalStateException if none was started
  void complete();

  /// Waits until all ranks of the last [#post] have called [#complete].
  ///
  /// @throws IllegalStateException if there was no post
  void awaitComplete();

  // ---- the end ---------------------------------------------------------------------------------

  /// Completes what was done and ends the window, once all ranks have come here. Called by all
  /// ranks; further calls do nothing. Memory that the window has allocated is freed. Closing the
  /// world ends windows that are still open.
  ///
  /// @throws IllegalStateException if this rank holds a lock, or an epoch has not been completed;
  ///   it is ended and the window closed nonetheless
  /// @throws MessageException if another rank has left the job meanwhile; the window is closed
  ///   nonetheless, and what others do to it is told to them
  @Override
  void close();
}
