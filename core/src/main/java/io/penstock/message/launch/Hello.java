package io.penstock.message.launch;

import java.util.UUID;

/// The first frame of a connection: the caller, the rank that it calls, the job, and the purpose.
///
/// @param from the calling rank
/// @param to the called rank, or [#COORDINATOR]
public record Hello(Purpose purpose, UUID job, int from, int to) {
  /// Stands where a rank would stand.
  public static final int COORDINATOR = -1;
}
