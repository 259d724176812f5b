package io.penstock.file;

import io.penstock.memory.Confinement;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/// Transfers that are moved together, once.
///
/// A platform thread that waits for them drives a ring of the kernel's itself ([Rings]). For
/// virtual threads, and where nobody waits, one thread of the process drives one for all
/// ([RingPoller]). Where there are no rings, or an engine has no use for them, threads share the
/// transfers.
///
/// What moves transfers tells each one's end by [#ended], from any thread; the last one wakes who
/// waits for the batch.
final class BatchRun {
  /// How many requests are under way at once where nobody says otherwise.
  static final int USUAL_DEPTH = 64;

  static final int MOST_DEPTH = Rings.ENTRIES;

  /// So many threads share transfers where there are no rings.
  private static final int THREADS = Workers.MOST_LATER;

  /// Of so many failures the messages are kept.
  private static final int MOST_TOLD = 16;

  /// Wants to know of no single transfer.
  static final IntConsumer NOBODY = index -> {};

  /// Threads that wait for batches and have a consumer told, which could ask for what only the end
  /// of the batch allows.
  private static final Map<Thread, Telling> TELLING = new ConcurrentHashMap<>();

  /// The transfers that a thread waits for; in a consumer it may wait for others meanwhile.
  private record Telling(List<BatchTransfer> transfers, @Nullable Telling outer) {
    boolean moves(FileHandle file) {
      return transfers.stream().anyMatch(transfer -> transfer.handle().equals(file))
          || (outer != null && outer.moves(file));
    }
  }

  private final List<BatchTransfer> transfers;
  private final int depth;

  /// Those for a ring; made before anything begins, which has to end.
  private final List<BatchTransfer> requests;

  private final AtomicInteger left;
  private final AtomicReference<@Nullable BatchTransfer> told = new AtomicReference<>();
  private final Completion completion;
  private volatile boolean cancelled;

  /// What happens as transfers end.
  private interface Completion {
    /// A transfer has ended, and is the first one on the list of such.
    void some();

    /// All have ended.
    void all();
  }

  private BatchRun(List<BatchTransfer> transfers, int depth, Completion completion) {
    this.transfers = transfers;
    this.depth = depth;
    this.requests = new ArrayList<>(transfers.size());
    this.left = new AtomicInteger(transfers.size());
    this.completion = completion;
  }

  // ---- for a thread that waits -----------------------------------------------------------------

  /// Moves the transfers of a program's own batch as [#await] does, and tells those who watch. What
  /// is a part of a transfer is told by that one.
  static void awaitTold(List<BatchTransfer> transfers, int depth, IntConsumer consumer)
      throws IOException {
    WatchedBatch watched = watched(transfers, depth);
    if (watched == null) {
      await(transfers, depth, consumer);
    } else {
      watched.around(() -> await(transfers, depth, consumer));
    }
  }

  private static @Nullable WatchedBatch watched(List<BatchTransfer> transfers, int depth) {
    return transfers.isEmpty() || !Transfers.isWatched()
        ? null
        : new WatchedBatch(transfers, depth);
  }

  /// Moves transfers, and returns when all have ended.
  ///
  /// @param consumer called by this thread, as each has succeeded, with its index
  /// @throws IOException the first failure in the order of the transfers, the others suppressed
  static void await(List<BatchTransfer> transfers, int depth, IntConsumer consumer)
      throws IOException {
    if (consumer.equals(NOBODY)) {
      move(transfers, depth, consumer);
      return;
    }
    FileHandle.hasConsumers();
    Thread here = Thread.currentThread();
    Telling outer = TELLING.get(here);
    TELLING.put(here, new Telling(transfers, outer));
    try {
      move(transfers, depth, consumer);
    } finally {
      if (outer == null) {
        TELLING.remove(here);
      } else {
        TELLING.put(here, outer);
      }
    }
  }

  /// Whether the calling thread waits for a batch that moves a file, and was called by its
  /// consumer: who waited for the file here would wait for itself.
  static boolean isAwaitedHere(FileHandle file) {
    Telling telling = TELLING.get(Thread.currentThread());
    return telling != null && telling.moves(file);
  }

  private static void move(List<BatchTransfer> transfers, int depth, IntConsumer consumer)
      throws IOException {
    boolean others =
        stays(consumer) || transfers.stream().noneMatch(BatchTransfer::isConfined); // may move it
    if (others && Handover.isDue()) {
      awaitParked(transfers, depth, consumer);
    } else {
      awaitDriving(transfers, depth, consumer);
    }
  }

  /// Whether memory confined to the calling thread stays while that waits: a consumer could end it.
  private static boolean stays(IntConsumer consumer) {
    return consumer.equals(NOBODY) && Confinement.canLift();
  }

  private static void awaitDriving(List<BatchTransfer> transfers, int depth, IntConsumer consumer)
      throws IOException {
    int begun = 0;
    try {
      for (BatchTransfer transfer : transfers) {
        boolean _ = transfer.begin(begun++, stays(consumer));
      }
      List<BatchTransfer> rest = Rings.drive(transfers, depth, consumer);
      share(rest, depth);
      for (BatchTransfer transfer : rest) {
        if (transfer.failure() == null) {
          consumer.accept(transfer.index());
        }
      }
    } finally {
      end(transfers.subList(0, begun));
    }
    rethrow(transfers);
  }

  /// Moves transfers by their engines, as many at once as threads may share them.
  private static void share(List<BatchTransfer> rest, int depth) throws IOException {
    int threads = Math.min(depth, THREADS);
    if (rest.size() == 1
        || rest.stream().allMatch(BatchTransfer::isCopy)
        || rest.stream().anyMatch(BatchTransfer::isBound)) {
      rest.forEach(BatchTransfer::finish);
    } else if (!rest.isEmpty()) {
      Workers.share(threads, rest.size(), number -> rest.get((int) number).finish());
    }
  }

  private static void end(List<BatchTransfer> transfers) {
    for (BatchTransfer transfer : transfers) {
      transfer.end();
    }
  }

  private static void rethrow(List<BatchTransfer> transfers) throws IOException {
    Failures failures = new Failures();
    int told = 0;
    for (BatchTransfer transfer : transfers) {
      Throwable failure = transfer.failure();
      if (failure != null && told++ < MOST_TOLD) {
        failures.add(failure);
      }
    }
    failures.rethrow();
  }

  private static void awaitParked(List<BatchTransfer> transfers, int depth, IntConsumer consumer)
      throws IOException {
    Waiter waiter = new Waiter(Thread.currentThread(), consumer);
    BatchRun batch = new BatchRun(transfers, depth, waiter);
    try {
      batch.begin(true);
      waiter.await(batch);
    } finally {
      batch.cancelled = true;
      new Waiter(Thread.currentThread(), NOBODY).await(batch);
      end(transfers);
    }
    rethrow(transfers);
  }

  /// A thread that waits, and tells its consumer of transfers as they end.
  private record Waiter(Thread thread, IntConsumer consumer) implements Completion {
    @Override
    public void some() {
      if (!consumer.equals(NOBODY)) {
        LockSupport.unpark(thread);
      }
    }

    @Override
    public void all() {
      LockSupport.unpark(thread);
    }

    private boolean isThereNews(BatchRun batch) {
      return batch.left.get() == 0 || (!consumer.equals(NOBODY) && batch.told.get() != null);
    }

    void await(BatchRun batch) {
      boolean interrupted = false;
      try {
        for (boolean last = false; !last; ) {
          last = batch.left.get() == 0;
          batch.tell(consumer);
          if (!last && !isThereNews(batch)) { // a consumer that waits takes what woke this thread
            LockSupport.park(batch);
            interrupted |= Thread.interrupted();
          }
        }
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }

  private void tell(IntConsumer consumer) {
    BatchTransfer next = told.getAndSet(null);
    while (next != null) {
      if (next.failure() == null) {
        consumer.accept(next.index());
      }
      next = next.following;
    }
  }

  // ---- for nobody who waits --------------------------------------------------------------------

  /// Begins to move the transfers of a program's own batch, whose end those who watch are told
  /// before the future completes.
  static CompletableFuture<Void> start(List<BatchTransfer> transfers, int depth) {
    Future future = new Future(watched(transfers, depth));
    BatchRun batch = new BatchRun(transfers, depth, future);
    future.batch = batch;
    if (transfers.isEmpty()) {
      future.complete(null);
    } else {
      batch.begin(false);
    }
    return future;
  }

  /// Completes when all transfers have ended, even where it is cancelled: until then their memory
  /// is in use. The work that settles it is itself, so that its end takes no memory.
  private static final class Future extends CompletableFuture<Void>
      implements Completion, Runnable {
    private final @Nullable WatchedBatch watched;
    private @Nullable BatchRun batch;

    Future(@Nullable WatchedBatch watched) {
      this.watched = watched;
    }

    @Override
    public void some() {
      // nobody waits for some
    }

    @Override
    public void all() {
      Workers.later(this);
    }

    @Override
    public void run() {
      BatchRun ended = batch;
      if (ended == null) {
        return;
      }
      end(ended.transfers);
      try {
        if (watched == null) {
          rethrow(ended.transfers);
        } else {
          watched.around(() -> rethrow(ended.transfers));
        }
        complete(null);
      } catch (IOException | RuntimeException | Error e) {
        completeExceptionally(e);
      }
    }

    @Override
    public boolean cancel(boolean mayInterrupt) {
      BatchRun running = batch;
      if (isDone() || running == null) {
        return false;
      }
      running.cancelled = true;
      return true;
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
      return new CompletableFuture<>();
    }
  }

  private void begin(boolean here) {
    for (int i = 0; i < transfers.size(); i++) {
      BatchTransfer transfer = transfers.get(i);
      try {
        begin(transfer, i, here);
      } catch (RuntimeException | Error e) {
        fail(transfer, e);
      }
    }
    try {
      RingPoller.submit(this, requests);
    } catch (RuntimeException | Error e) {
      requests.forEach(transfer -> fail(transfer, e));
    }
  }

  private void begin(BatchTransfer transfer, int index, boolean here) {
    if (!transfer.begin(index, here) || transfer.moveNow()) {
      ended(transfer);
    } else if (transfer.isRequestable()) {
      requests.add(transfer);
    } else {
      finishLater(transfer);
    }
  }

  /// Ends a transfer that has failed, and that nobody else moves.
  void fail(BatchTransfer transfer, Throwable failure) {
    transfer.fail(failure);
    ended(transfer);
  }

  /// Ends a transfer that need not begin any more.
  void cancel(BatchTransfer transfer) {
    try {
      transfer.cancel();
    } catch (OutOfMemoryError e) {
      transfer.fail(e);
    }
    ended(transfer);
  }

  /// Has a transfer moved by its engine, in a thread that may wait. It ends in any case, once:
  /// where there is no memory to hand it over, it fails.
  void finishLater(BatchTransfer transfer) {
    try {
      Workers.later(() -> finish(transfer));
    } catch (RuntimeException | Error e) {
      fail(transfer, e);
    }
  }

  private void finish(BatchTransfer transfer) {
    if (cancelled) {
      cancel(transfer);
    } else {
      transfer.finish();
      ended(transfer);
    }
  }

  /// How many requests may be under way at once.
  int depth() {
    return depth;
  }

  /// Whether what has not begun need not begin any more.
  boolean isCancelled() {
    return cancelled;
  }

  /// Takes note of the end of a transfer.
  void ended(BatchTransfer transfer) {
    BatchTransfer before;
    do {
      before = told.get();
      transfer.following = before;
    } while (!told.compareAndSet(before, transfer));
    if (left.decrementAndGet() == 0) {
      completion.all();
    } else if (before == null) {
      completion.some();
    }
  }
}
