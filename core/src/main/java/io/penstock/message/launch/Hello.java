package io.penstock.message.launch;

import java.util.UUID;

/// Who calls whom within which job, and what for.
///
/// @param from the calling rank
/// @param to the called rank, or [#COORDINATOR]
public record Hello(Purpose purpose, UUID job, int from, int to) {
  /// Stands where a rank would stand.
  public static final int COORDINATOR = -1;
}
