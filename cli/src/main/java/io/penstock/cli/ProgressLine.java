package io.penstock.cli;

import io.penstock.cli.array.Progress;
import io.penstock.cli.doctor.Size;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/// One line on a terminal that says how far a job is; nothing where nobody is watching.
final class ProgressLine implements Progress, AutoCloseable {
  private static final long INTERVAL_NANOS = 100_000_000;

  /// What ends before is not worth a line.
  private static final long PATIENCE_NANOS = 300_000_000;

  private final PrintWriter diagnostics;
  private final boolean shown;
  private final long total;
  private final long began;
  private final LongAdder done = new LongAdder();
  private final AtomicLong next;

  /// @param total bytes of the whole job
  ProgressLine(PrintWriter diagnostics, boolean shown, long total) {
    this.diagnostics = diagnostics;
    this.shown = shown;
    this.total = total;
    this.began = System.nanoTime();
    this.next = new AtomicLong(began + PATIENCE_NANOS);
  }

  @Override
  public void moved(long bytes) {
    done.add(bytes);
    long now = System.nanoTime();
    long due = next.get();
    if (shown && now - due >= 0 && next.compareAndSet(due, now + INTERVAL_NANOS)) {
      diagnostics.print("\r\033[K" + text(done.sum(), now - began));
      diagnostics.flush();
    }
  }

  private String text(long bytes, long nanos) {
    long perSecond = (long) (bytes / (nanos / 1e9));
    return String.format(
        Locale.ROOT,
        "%3d %%  %s of %s, %s/s",
        Math.min(100, (long) (100.0 * bytes / total)),
        Size.text(bytes),
        Size.text(total),
        Size.text(perSecond));
  }

  /// Leaves the line empty for something else, until there is more to show.
  void clear() {
    if (shown && next.get() != began + PATIENCE_NANOS) {
      diagnostics.print("\r\033[K");
      diagnostics.flush();
    }
  }

  /// Leaves the line empty.
  @Override
  public void close() {
    clear();
  }
}
