package io.penstock.message.tcp;

import java.util.Locale;
import java.util.concurrent.TimeUnit;

/// Settings of the TCP transport.
///
/// @param eagerLimit the longest payload that is sent before it is asked for
/// @param silenceNanos how long a rank may be silent before it is taken for dead; ranks that are
///   well say something every tenth of that
/// @param joinNanos how long a rank may be silent, if that is longer, before it has said anything:
///   it may still be connecting with others
public record TcpSettings(long eagerLimit, long silenceNanos, long joinNanos) {
  /// What holds unless it is said otherwise.
  public static final TcpSettings DEFAULT =
      new TcpSettings(256 << 10, TimeUnit.SECONDS.toNanos(10), TimeUnit.SECONDS.toNanos(30));

  /// Checks.
  public TcpSettings {
    if (eagerLimit < 0 || eagerLimit > MAX_EAGER_LIMIT) {
      throw new IllegalArgumentException(
          String.format(Locale.ROOT, "eager limit %d: 0 to %d bytes", eagerLimit, MAX_EAGER_LIMIT));
    }
    if (silenceNanos < TimeUnit.MILLISECONDS.toNanos(100)) {
      throw new IllegalArgumentException(
          String.format(Locale.ROOT, "a silence of %d ns: 100 ms or more", silenceNanos));
    }
    if (joinNanos < 0) {
      throw new IllegalArgumentException(
          String.format(Locale.ROOT, "%d ns to join: 0 or more", joinNanos));
    }
  }

  /// What the system properties `penstock.tcp.eagerLimit` (bytes) and `penstock.tcp.silenceSeconds`
  /// say; the default where they are absent.
  ///
  /// @param joinNanos how long the job waits for its ranks
  /// @throws IllegalArgumentException if one makes no sense; the message names it
  static TcpSettings ofProcess(long joinNanos) {
    long eager = property("penstock.tcp.eagerLimit", DEFAULT.eagerLimit, 0, MAX_EAGER_LIMIT);
    long silence =
        property(
            "penstock.tcp.silenceSeconds",
            TimeUnit.NANOSECONDS.toSeconds(DEFAULT.silenceNanos),
            1,
            TimeUnit.NANOSECONDS.toSeconds(Long.MAX_VALUE));
    return new TcpSettings(eager, TimeUnit.SECONDS.toNanos(silence), joinNanos);
  }

  private static long property(String name, long otherwise, long least, long most) {
    String text = System.getProperty(name, Long.toString(otherwise));
    long number;
    try {
      number = Long.parseLong(text.strip());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          String.format(Locale.ROOT, "-D%s=%s is no number", name, text), e);
    }
    if (number < least || number > most) {
      throw new IllegalArgumentException(
          String.format(Locale.ROOT, "-D%s=%d: %d to %d", name, number, least, most));
    }
    return number;
  }

  /// What a rank must be ready to take without having been asked.
  static final long MAX_EAGER_LIMIT = 16 << 20;
}
