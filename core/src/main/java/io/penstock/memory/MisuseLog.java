package io.penstock.memory;

import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;

/// Counts and tells what a [StrictPool] finds out. Safe for any thread.
final class MisuseLog {
  private static final System.Logger LOG = System.getLogger("io.penstock.memory");

  private static final Set<String> OWN =
      Set.of(
          TrackedBlock.class.getName(),
          StrictPool.class.getName(),
          BufferPool.class.getName(),
          Lease.class.getName());

  private final BiConsumer<String, Throwable> log;
  private final AtomicLong leaks = new AtomicLong();
  private final AtomicLong lateWrites = new AtomicLong();
  private final AtomicLong overruns = new AtomicLong();

  /// @param log takes each message, with where the memory was asked for
  MisuseLog(BiConsumer<String, Throwable> log) {
    this.log = log;
  }

  /// Those that are logged by the JDK.
  static MisuseLog logged() {
    return new MisuseLog((message, site) -> LOG.log(System.Logger.Level.ERROR, message, site));
  }

  long leaks() {
    return leaks.get();
  }

  long lateWrites() {
    return lateWrites.get();
  }

  long overruns() {
    return overruns.get();
  }

  void leak(long bytes, Throwable site) {
    tell(bytes, "were never given back", site);
    leaks.incrementAndGet();
  }

  void lateWrite(long bytes, Throwable site) {
    tell(bytes, "were written to after they were given back", site);
    lateWrites.incrementAndGet();
  }

  IllegalStateException overrun(long bytes, Throwable site) {
    overruns.incrementAndGet();
    return new IllegalStateException(tell(bytes, "were written past their end", site), site);
  }

  private String tell(long bytes, String what, Throwable site) {
    String message =
        String.format(Locale.ROOT, "%d bytes asked for at %s %s", bytes, line(site), what);
    log.accept(message, site);
    MemoryEvents.misused(message, bytes);
    return message;
  }

  /// The first line that is the user's.
  private static String line(Throwable site) {
    for (StackTraceElement frame : site.getStackTrace()) {
      if (!OWN.contains(frame.getClassName())) {
        return frame.toString();
      }
    }
    return "an unknown line";
  }
}
