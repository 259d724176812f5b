package io.penstock.message.tcp;

import java.util.concurrent.TimeUnit;

/// How ranks talk over TCP.
///
/// @param eagerLimit the longest payload that is sent before it is asked for
/// @param silenceNanos how long a rank may be silent before it is taken for dead; ranks that are
///   well say something every tenth of that
public record TcpSettings(long eagerLimit, long silenceNanos) {
  /// What holds unless it is said otherwise.
  public static final TcpSettings DEFAULT =
      new TcpSettings(256 << 10, TimeUnit.SECONDS.toNanos(10));

  /// Checks.
  public TcpSettings {
    if (eagerLimit < 0 || eagerLimit > MAX_EAGER_LIMIT) {
      throw new IllegalArgumentException(
          "eager limit %d: 0 to %d bytes".formatted(eagerLimit, MAX_EAGER_LIMIT));
    }
    if (silenceNanos < TimeUnit.MILLISECONDS.toNanos(100)) {
      throw new IllegalArgumentException(
          "a silence of %d ns: 100 ms or more".formatted(silenceNanos));
    }
  }

  /// What a rank must be ready to take without having been asked.
  static final long MAX_EAGER_LIMIT = 16 << 20;
}
