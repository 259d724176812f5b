package io.penstock.file;

import io.penstock.ffi.Errno;
import io.penstock.ffi.Ring;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/// The rings of this process that threads drive while they wait, each lent to one at a time.
final class Rings {
  /// How many requests a ring takes at once.
  static final int ENTRIES = 256;

  /// Requests that keep any device busy.
  static final int ENOUGH = 96;

  /// So many are handed over at once while fewer are under way: to prepare one takes as long as a
  /// fast device takes for it.
  static final int LEAST_BURST = 4;

  private static final int MOST_IDLE = 8;

  private static final ArrayDeque<Ring> IDLE = new ArrayDeque<>();

  private Rings() {}

  /// Whether there can be rings. Asking for the first time binds C functions.
  static boolean areUsable() {
    return Ring.obstacle().isEmpty();
  }

  private static @Nullable Ring take() {
    synchronized (IDLE) {
      Ring idle = IDLE.poll();
      if (idle != null) {
        return idle;
      }
    }
    try {
      return Ring.open(ENTRIES);
    } catch (IOException | OutOfMemoryError _) { // no descriptor is left, or no memory
      return null;
    }
  }

  /// Takes a ring under which nothing is: the next one that is lent.
  static void give(Ring ring) {
    @Nullable Ring surplus;
    synchronized (IDLE) {
      IDLE.push(ring);
      surplus = IDLE.size() > MOST_IDLE ? IDLE.pollLast() : null;
    }
    if (surplus != null) {
      surplus.close();
    }
  }

  /// Moves transfers that have begun by a ring, as many of them as can be.
  ///
  /// @param consumer called as each has succeeded, with its index
  /// @return those that their engines have to move, entirely or for the rest
  static List<BatchTransfer> drive(List<BatchTransfer> transfers, int depth, IntConsumer consumer) {
    Drive drive = new Drive(transfers, depth, consumer);
    drive.run();
    return drive.rest;
  }

  /// One thread's way through the transfers of a batch.
  private static final class Drive {
    /// So long a wait for the kernel's memory is worth more than to do without the ring.
    private static final int MOST_REFUSALS = 1000;

    private static final long PAUSE_NANOS = 100_000;

    private final List<BatchTransfer> transfers;
    private final int depth;
    private final IntConsumer consumer;
    private final ArrayDeque<BatchTransfer> again = new ArrayDeque<>();
    final List<BatchTransfer> rest = new ArrayList<>();
    private @Nullable Ring ring;
    private boolean broken;
    private final int burst;
    private int next;
    private int underWay;
    private int refusals;

    Drive(List<BatchTransfer> transfers, int depth, IntConsumer consumer) {
      this.transfers = transfers;
      this.depth = depth;
      this.burst = Math.max(LEAST_BURST, depth - ENOUGH);
      this.consumer = consumer;
    }

    void run() {
      boolean ended = false;
      try {
        for (prepare(); underWay > 0; prepare()) {
          if (enter()) {
            take();
          }
        }
        ended = true;
      } finally {
        if (!ended) {
          drain();
        }
        release();
      }
    }

    private void release() {
      Ring used = ring;
      if (used == null) {
        return;
      }
      if (broken) {
        used.close();
      } else {
        give(used);
      }
    }

    /// Prepares requests for as many transfers as may be under way; few at a time, so that the
    /// device has begun with the first while others are prepared.
    private void prepare() {
      int most = Math.min(depth, underWay + burst);
      while (underWay < most) {
        BatchTransfer transfer = nextUnmoved();
        if (transfer == null) {
          return;
        }
        Ring used = ring;
        if (used == null || broken) {
          rest.add(transfer);
        } else {
          request(used, transfer);
        }
      }
    }

    private void request(Ring used, BatchTransfer transfer) {
      try {
        transfer.request(used, transfer.index());
        underWay++;
      } catch (RuntimeException | Error e) {
        transfer.fail(e);
      }
    }

    /// The next transfer that needs a request; others are dealt with on the way.
    private @Nullable BatchTransfer nextUnmoved() {
      if (!again.isEmpty()) {
        return again.poll();
      }
      while (next < transfers.size()) {
        BatchTransfer transfer = transfers.get(next++);
        if (transfer.failure() != null) {
          continue;
        }
        if (transfer.moveNow()) {
          tell(transfer);
        } else if (broken || !transfer.isRequestable() || !hasRing()) {
          rest.add(transfer);
        } else {
          return transfer;
        }
      }
      return null;
    }

    private boolean hasRing() {
      if (ring == null) {
        ring = Rings.take();
        broken = ring == null;
      }
      return !broken;
    }

    private void tell(BatchTransfer transfer) {
      if (transfer.failure() == null) {
        consumer.accept(transfer.index());
      }
    }

    /// While so many are under way the device has enough to do, and to wait for more results saves
    /// calls; with fewer each result makes room for a request.
    private int wanted() {
      if (underWay < Math.min(depth, ENOUGH) && (next < transfers.size() || !again.isEmpty())) {
        return 0;
      }
      boolean last =
          next == transfers.size() && again.isEmpty() && consumer.equals(BatchRun.NOBODY);
      return last ? underWay : Math.clamp(depth - ENOUGH, 1, underWay);
    }

    private Ring ring() {
      Ring used = ring;
      if (used == null) {
        throw new IllegalStateException("no ring");
      }
      return used;
    }

    /// @return whether the ring is there still
    private boolean enter() {
      int result = ring().enter(wanted());
      switch (-result) {
        case Errno.EAGAIN, Errno.EBUSY -> { // no memory for more requests, or results to be taken
          if (++refusals == MOST_REFUSALS) {
            abandon();
          } else {
            Gate.rest(this, PAUSE_NANOS);
          }
        }
        case Errno.EINTR -> {} // some may have been handed over
        default -> {
          refusals = 0;
          if (result < 0) {
            abandon();
          }
        }
      }
      return !broken;
    }

    /// Does without the ring from now on. What the kernel has taken it completes all the same.
    private void abandon() {
      broken = true;
      Ring used = ring();
      while (used.withdraw()) {
        underWay--;
        rest.add(transfers.get((int) used.tag()));
      }
      rest.addAll(again);
      again.clear();
      while (underWay > 0) {
        take();
        Gate.rest(this, PAUSE_NANOS);
      }
    }

    private void take() {
      Ring used = ring();
      while (underWay > 0 && used.next()) {
        underWay--;
        BatchTransfer transfer = transfers.get((int) used.tag());
        if (transfer.take(used.result())) {
          tell(transfer);
        } else if (transfer.isFull(used.result()) && !broken) {
          again.add(transfer);
        } else {
          rest.add(transfer);
        }
      }
    }

    /// Waits for what is under way, so that nothing moves any more when a failure is thrown on.
    private void drain() {
      Ring used = ring;
      if (used == null) {
        return;
      }
      while (used.withdraw()) {
        underWay--;
      }
      while (underWay > 0) {
        if (used.enter(underWay) < 0) {
          Gate.rest(this, PAUSE_NANOS);
        }
        while (underWay > 0 && used.next()) {
          underWay--;
        }
      }
    }
  }
}
