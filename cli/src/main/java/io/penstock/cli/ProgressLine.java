package io.penstock.cli;

import io.penstock.cli.tool.ByteSize;
import io.penstock.report.Terminal;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;

/// A progress line on a terminal; nothing where standard error is none.
final class ProgressLine implements LongConsumer, AutoCloseable {
  private static final long INTERVAL_NANOS = 100_000_000;

  /// Jobs that end before show no line.
  private static final long PATIENCE_NANOS = 300_000_000;

  private final PrintWriter diagnostics;
  private final boolean shown;
  private final long total;
  private final long began;
  private final LongAdder done = new LongAdder();
  private final AtomicLong next;

  /// A line that is shown if standard error is a terminal.
  ///
  /// @param total bytes of the whole job
  static ProgressLine of(PrintWriter diagnostics, long total) {
    return new ProgressLine(diagnostics, Terminal.ofStandardError().interactive(), total);
  }

  /// @param total bytes of the whole job
  ProgressLine(PrintWriter diagnostics, boolean shown, long total) {
    this.diagnostics = diagnostics;
    this.shown = shown;
    this.total = total;
    this.began = System.nanoTime();
    this.next = new AtomicLong(began + PATIENCE_NANOS);
  }

  /// Adds bytes that were moved. For any thread, often.
  @Override
  public void accept(long bytes) {
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
        ByteSize.text(bytes),
        ByteSize.text(total),
        ByteSize.text(perSecond));
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
