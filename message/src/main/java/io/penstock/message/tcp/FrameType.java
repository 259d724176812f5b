package io.penstock.message.tcp;

import io.penstock.message.match.ProtocolException;

/// The type of a frame. The codes are the wire's.
enum FrameType {
  /// A message: its payload follows.
  MESSAGE(1),
  /// A message that stays at its sender, under a number, until it is asked for. Some of its first
  /// bytes may follow, for a receive that waits; where none does they are dropped.
  ANNOUNCEMENT(2),
  /// Asks for an announced message, from some byte on. The tag is 1 if its receive waited for it.
  REQUEST(3),
  /// What was asked for follows.
  PAYLOAD(4),
  /// An announced message will not be asked for.
  REFUSAL(5),
  /// How many bytes of unannounced messages the receiver has done with, ever.
  CREDIT(6),
  /// The sender is alive.
  BEAT(7),
  /// The sender leaves and sends no more messages.
  BYE(8),
  /// The sender has seen the other's [#BYE].
  FAREWELL(9),
  /// The job has failed; the reason follows.
  ABORT(10);

  private static final FrameType[] BY_CODE = new FrameType[16];

  static {
    for (FrameType type : values()) {
      BY_CODE[type.code] = type;
    }
  }

  private final int code;

  FrameType(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  /// @throws ProtocolException if no frame has this code
  static FrameType coded(int code) {
    if (code < 1 || code > ABORT.code) {
      throw new ProtocolException("a frame of unknown type " + code);
    }
    return BY_CODE[code];
  }
}
