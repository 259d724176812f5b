package io.penstock.message.tcp;

/// A liveness check of a connection, by the byte counts that its progress thread samples.
///
/// Not safe for more than one thread at a time.
final class Liveness {
  private long read = -1;
  private long written = -1;
  private long heardNanos;
  private long spokeNanos;

  /// Notes how much was read and written by now.
  void look(long bytesRead, long bytesWritten, long nowNanos) {
    if (bytesRead != read) {
      read = bytesRead;
      heardNanos = nowNanos;
    }
    if (bytesWritten != written) {
      written = bytesWritten;
      spokeNanos = nowNanos;
    }
  }

  /// How long nothing has come.
  long silentNanos(long nowNanos) {
    return nowNanos - heardNanos;
  }

  /// How long nothing may come. Before its first byte the other rank may still be connecting with
  /// others, and has no progress thread yet.
  long patienceNanos(TcpSettings settings) {
    return read > 0
        ? settings.silenceNanos()
        : Math.max(settings.silenceNanos(), settings.joinNanos());
  }

  /// How long nothing has been said.
  long muteNanos(long nowNanos) {
    return nowNanos - spokeNanos;
  }

  /// Takes silence until now for none.
  void forgive(long nowNanos) {
    heardNanos = nowNanos;
  }
}
