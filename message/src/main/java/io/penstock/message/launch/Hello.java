package io.penstock.message.launch;

import java.util.UUID;

/// The first frame of a connection: its purpose, the job, the caller, and the rank that it calls.
///
/// @param from the calling rank
/// @param to the called rank, or [#COORDINATOR]
public record Hello(Purpose purpose, UUID job, int from, int to) {
  /// Stands for the coordinator in place of a rank.
  public static final int COORDINATOR = -1;

  /// The purpose of a connection within a job. The codes are part of the protocol.
  public enum Purpose {
    /// A rank registers with the coordinator and asks where the others are.
    JOIN(1),
    /// A process of the job stays connected to the coordinator, so that each notices the other's
    /// end.
    LIFELINE(2),
    /// A rank connects to another one.
    PEER(3);

    private final int code;

    Purpose(int code) {
      this.code = code;
    }

    int code() {
      return code;
    }
  }
}
