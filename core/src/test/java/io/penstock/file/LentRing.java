package io.penstock.file;

import io.penstock.ffi.Errno;
import io.penstock.ffi.EventCounter;
import io.penstock.ffi.FaultyCalls;
import io.penstock.file.BatchContractTest.Wait;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// A ring whose calls a test counts and has fail, that moves the next batches of this process,
/// however those are waited for.
final class LentRing implements AutoCloseable {
  final FaultyCalls calls = new FaultyCalls();
  private final @Nullable RingPoller before = RingPoller.replace(null);
  private @Nullable Served served;

  /// A poller with its thread.
  private record Served(EventCounter event, Thread thread) {}

  /// Has the next batch moved by a ring, and all further ones where a poller moves them.
  void lend(Wait wait) throws IOException {
    if (wait == Wait.PLATFORM) {
      Rings.give(calls.ring(Rings.ENTRIES));
    } else if (served == null) {
      EventCounter event = EventCounter.open();
      RingPoller poller = new RingPoller(event, calls::ring);
      Thread thread = Workers.daemon(poller, "penstock-lent-ring");
      thread.start();
      served = new Served(event, thread);
      RingPoller _ = RingPoller.replace(poller);
    }
  }

  /// Ends the poller, where there is one.
  void end() {
    Served ending = served;
    served = null;
    if (ending != null) {
      calls.spareAll();
      calls.answering("io_uring_enter", -Errno.EPERM);
      ending.event().add();
      try {
        ending.thread().join();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      calls.spareAll(); // it may have ended before
      ending.event().close();
    }
  }

  @Override
  public void close() {
    end();
    calls.spareAll();
    RingPoller _ = RingPoller.replace(before);
  }
}
