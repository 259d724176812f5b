package io.penstock.message.launch;

/// The purpose of a connection within a job. The codes are part of the protocol.
public enum Purpose {
  /// A rank registers with the coordinator and asks where the others are.
  JOIN(1),
  /// A process of the job stays connected to the coordinator, so that each notices the other's end.
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
