package io.penstock.message.match;

import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/// A limit of the bytes that may be sent to a rank, and lie there unreceived, before the rank is
/// asked.
///
/// Both sides count the bytes of unannounced messages, those that were sent and those that are done
/// with; the receiver tells now and then. Safe for any thread, but that one at a time takes in
/// messages.
public final class Credit {
  /// The most bytes that may be sent beyond those that the receiver has consumed.
  public static final long WINDOW = 32L << 20;

  /// The cost of a message besides its payload.
  static final long OVERHEAD = 512;

  private static final long TELL = WINDOW / 4;

  private long arrived;
  private final AtomicLong sent = new AtomicLong();
  private final AtomicLong returned = new AtomicLong();
  private final AtomicLong done = new AtomicLong();
  private final AtomicLong told = new AtomicLong();

  public Credit() {}

  /// Whether a message may be sent unannounced; it counts as sent then.
  public boolean take(long bytes) {
    long cost = bytes + OVERHEAD;
    long before;
    do {
      before = sent.get();
      if (before + cost - returned.get() > WINDOW) {
        return false;
      }
    } while (!sent.compareAndSet(before, before + cost));
    return true;
  }

  /// A message for which credit was taken is not sent after all.
  public void giveBack(long bytes) {
    sent.addAndGet(-(bytes + OVERHEAD));
  }

  /// The other side has done with so many bytes, ever. It may tell so by several threads: what a
  /// later one has overtaken says nothing new.
  ///
  /// @throws ProtocolException if that is more than was sent, or no number of bytes
  public void returned(long total) {
    if (total > sent.get() || total < 0) {
      throw new ProtocolException(
          String.format(Locale.ROOT, "a credit of %d of %d bytes", total, sent.get()));
    }
    returned.accumulateAndGet(total, Math::max);
  }

  /// An unannounced message comes in.
  ///
  /// @throws ProtocolException if it is one more than the other side may send
  public void arriving(long bytes) {
    arrived += bytes + OVERHEAD;
    if (arrived - done.get() > WINDOW) {
      throw new ProtocolException(
          String.format(
              Locale.ROOT, "more than %d bytes that nobody has asked for or received", WINDOW));
    }
  }

  /// This side has done with a message.
  ///
  /// @return whether the other side should be told
  public boolean done(long bytes) {
    long total = done.addAndGet(bytes + OVERHEAD);
    long last = told.get();
    return total - last >= TELL && told.compareAndSet(last, total);
  }

  /// The last total to report.
  public long told() {
    return told.get();
  }
}
