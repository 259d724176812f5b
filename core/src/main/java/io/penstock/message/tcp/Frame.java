package io.penstock.message.tcp;

import io.penstock.message.match.Transfer;

/// A frame that waits to be sent, with the transfer whose payload follows. Used again.
final class Frame {
  /// Stands where there is no frame.
  static final Frame NONE = new Frame();

  final FrameHeader header = new FrameHeader();

  /// Whose payload follows the head; [Transfer#NONE] if none does.
  Transfer transfer = Transfer.NONE;

  /// The next in the queue.
  Frame next = this;

  /// A frame without a payload.
  Frame of(FrameType type) {
    header.of(type);
    transfer = Transfer.NONE;
    return this;
  }

  /// A frame with a payload.
  Frame of(FrameType type, Transfer payload) {
    of(type);
    transfer = payload;
    header.kind = payload.payload().kind();
    header.bytes = payload.payload().bytes();
    return this;
  }
}
