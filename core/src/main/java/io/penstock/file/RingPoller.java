package io.penstock.file;

import io.penstock.ffi.Errno;
import io.penstock.ffi.EventCounter;
import io.penstock.ffi.Ring;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// The thread that drives a ring for those who cannot: virtual threads, which would hold their
/// carrier, and batches that nobody waits for.
///
/// It hands requests over as they come and takes their results, all in one call of the kernel for
/// as many as there are. It sleeps in that call; who submits wakes it by an event whose read is
/// under way all the time, so that there is always something to wait for.
final class RingPoller implements Runnable {
  private static final int ENTRIES = 1024;

  /// So many requests are handed over at once where the device has enough to do meanwhile.
  private static final int BURST = 32;

  /// The tag of the event's read.
  private static final long WAKE = -1;

  private static final long PAUSE_NANOS = 100_000;

  private static @Nullable RingPoller running;

  private final Inbox<Source> inbox = new Inbox<>();
  private final EventCounter event;
  private final Opening opening;
  private final @Nullable Request[] underWay = new Request[ENTRIES];
  private final int[] free = new int[ENTRIES];
  private final ArrayDeque<Source> ready = new ArrayDeque<>();
  private int freeCount = ENTRIES;
  private volatile boolean broken;

  /// The transfers of one batch that are to be requested.
  private static final class Source {
    final BatchRun batch;
    private final ArrayDeque<BatchTransfer> transfers;
    private int underWay;
    private boolean queued = true;

    Source(BatchRun batch, List<BatchTransfer> transfers) {
      this.batch = batch;
      this.transfers = new ArrayDeque<>(transfers);
    }

    boolean isReady() {
      return !transfers.isEmpty() && underWay < batch.depth();
    }

    /// Has threads move what has not been requested. Takes no memory of its own.
    void leaveToThreads() {
      for (BatchTransfer next = transfers.poll(); next != null; next = transfers.poll()) {
        batch.finishLater(next);
      }
    }
  }

  private record Request(Source source, BatchTransfer transfer) {}

  /// Makes the ring.
  interface Opening {
    /// A ring of so many entries.
    ///
    /// @throws IOException if the kernel refuses
    Ring of(int entries) throws IOException;
  }

  /// What threads hand over to one that sleeps elsewhere while there is nothing: it says that it
  /// will sleep before it looks for the last time, and who adds looks whether it will behind that,
  /// so that nothing is slept through. Safe for any thread; one of them takes and sleeps.
  static final class Inbox<T> {
    private final ConcurrentLinkedQueue<T> queue = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean asleep = new AtomicBoolean();

    /// Adds something.
    ///
    /// @return whether the caller has to wake the thread that takes
    boolean add(T thing) {
      queue.add(thing);
      return asleep.compareAndSet(true, false);
    }

    /// Takes what was added first; null if there is nothing.
    @Nullable T poll() {
      return queue.poll();
    }

    /// Says that the calling thread is going to sleep.
    ///
    /// @return whether there is nothing to take; else it must not sleep
    boolean fallAsleep() {
      asleep.set(true);
      return queue.isEmpty();
    }

    /// Says that it sleeps no more.
    void wakeUp() {
      asleep.set(false);
    }
  }

  RingPoller(EventCounter event, Opening opening) {
    this.event = event;
    this.opening = opening;
    for (int i = 0; i < ENTRIES; i++) {
      free[i] = i;
    }
  }

  /// Has transfers moved that have begun, each of which may be requested of a ring. Where this
  /// throws, for want of memory, none of them will be.
  static void submit(BatchRun batch, List<BatchTransfer> transfers) {
    if (transfers.isEmpty()) {
      return;
    }
    RingPoller poller = poller();
    Source source = new Source(batch, transfers);
    if (poller == null) {
      source.leaveToThreads();
    } else {
      poller.accept(source);
    }
  }

  private static synchronized @Nullable RingPoller poller() {
    if (running == null) {
      try {
        running = started();
      } catch (IOException | OutOfMemoryError _) { // no descriptor, or no thread, at this moment
        return null;
      }
    }
    return running;
  }

  /// Has another poller serve from now on; null has one be made when it is needed.
  ///
  /// @return the one that has served
  static synchronized @Nullable RingPoller replace(@Nullable RingPoller other) {
    RingPoller before = running;
    running = other;
    return before;
  }

  private static RingPoller started() throws IOException {
    EventCounter event = EventCounter.open();
    boolean started = false;
    try {
      RingPoller poller = new RingPoller(event, Ring::open);
      Workers.daemon(poller, "penstock-ring").start();
      started = true;
      return poller;
    } finally {
      if (!started) {
        event.close();
      }
    }
  }

  private void accept(Source source) {
    if (inbox.add(source)) {
      wake();
    }
    if (broken) {
      refuseInbox();
    }
  }

  /// Where it cannot be woken, for want of memory, threads move what it was given meanwhile; who
  /// adds something next tries again.
  private void wake() {
    try {
      event.add();
    } catch (RuntimeException | Error _) {
      boolean _ = inbox.fallAsleep();
      refuseInbox();
    }
  }

  // ---- on the poller's thread ------------------------------------------------------------------

  @Override
  public void run() {
    try (Arena arena = Arena.ofConfined();
        Ring ring = opening.of(ENTRIES)) {
      long counted = arena.allocate(Long.BYTES, Long.BYTES).address();
      ring.read(event.descriptor(), -1, counted, Long.BYTES, WAKE);
      poll(ring, counted);
    } catch (IOException _) { // no memory or no descriptor: nothing has begun, and threads do it
      broken = true;
    } finally {
      broken = true;
      stop();
      refuseInbox();
    }
  }

  /// Nothing is under way any more when this ends.
  private void poll(Ring ring, long counted) {
    try {
      while (!broken) {
        prepare(ring);
        enter(ring);
        take(ring, counted);
      }
    } finally {
      if (!broken) {
        abandon(ring);
      }
    }
  }

  private void prepare(Ring ring) {
    for (Source source = inbox.poll(); source != null; source = inbox.poll()) {
      ready.add(source);
    }
    int burst = ENTRIES - freeCount < Rings.ENOUGH ? Rings.LEAST_BURST : BURST;
    while (freeCount > 0 && ring.pending() < burst && !ready.isEmpty()) {
      Source source = ready.poll();
      BatchTransfer transfer = source.transfers.poll();
      if (transfer == null) {
        source.queued = false;
      } else if (source.batch.isCancelled()) {
        source.batch.cancel(transfer);
        ready.push(source);
      } else {
        request(ring, source, transfer);
      }
    }
  }

  private void request(Ring ring, Source source, BatchTransfer transfer) {
    int slot = free[freeCount - 1];
    try {
      Request request = new Request(source, transfer);
      transfer.request(ring, slot);
      underWay[slot] = request;
      freeCount--;
      source.underWay++;
    } catch (RuntimeException | Error e) {
      source.batch.fail(transfer, e);
    }
    source.queued = source.isReady();
    if (source.queued) {
      ready.add(source);
    }
  }

  private void enter(Ring ring) {
    boolean nothingCame = inbox.fallAsleep();
    int wanted = nothingCame && (ready.isEmpty() || freeCount == 0) ? 1 : 0;
    int result = ring.enter(wanted);
    inbox.wakeUp();
    switch (-result) {
      case Errno.EINTR -> {} // some may have been handed over
      case Errno.EAGAIN, Errno.EBUSY -> LockSupport.parkNanos(this, PAUSE_NANOS);
      default -> {
        if (result < 0) {
          abandon(ring);
        }
      }
    }
  }

  private void take(Ring ring, long counted) {
    while (!broken && ring.next()) {
      if (ring.tag() == WAKE) {
        ring.read(event.descriptor(), -1, counted, Long.BYTES, WAKE);
      } else {
        take((int) ring.tag(), ring.result());
      }
    }
  }

  private void take(int slot, int result) {
    Request request = removed(slot);
    Source source = request.source();
    BatchTransfer transfer = request.transfer();
    if (transfer.take(result)) {
      source.batch.ended(transfer);
    } else if (transfer.isFull(result)) {
      source.transfers.push(transfer);
    } else {
      source.batch.finishLater(transfer);
    }
    queue(source);
  }

  private void queue(Source source) {
    if (!source.queued && source.isReady()) {
      source.queued = true;
      ready.add(source);
    }
  }

  private Request removed(int slot) {
    Request request = Objects.requireNonNull(underWay[slot]);
    underWay[slot] = null;
    free[freeCount++] = slot;
    request.source().underWay--;
    return request;
  }

  /// Does without the ring from now on. What the kernel has taken it completes all the same.
  private void abandon(Ring ring) {
    broken = true;
    while (ring.withdraw()) {
      if (ring.tag() != WAKE) {
        finish((int) ring.tag());
      }
    }
    while (freeCount < ENTRIES) {
      if (!ring.next()) {
        LockSupport.parkNanos(this, PAUSE_NANOS);
      } else if (ring.tag() != WAKE) {
        finish((int) ring.tag());
      }
    }
  }

  private void finish(int slot) {
    Request request = removed(slot);
    queue(request.source());
    request.source().batch.finishLater(request.transfer());
  }

  private void stop() {
    for (Source source = ready.poll(); source != null; source = ready.poll()) {
      source.leaveToThreads();
    }
  }

  private void refuseInbox() {
    for (Source source = inbox.poll(); source != null; source = inbox.poll()) {
      source.leaveToThreads();
    }
  }
}
