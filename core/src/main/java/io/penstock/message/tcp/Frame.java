package io.penstock.message.tcp;

import io.penstock.message.match.Transfer;

/// A frame that waits to be sent, with the transfer of whose payload a part follows. Used again.
final class Frame {
  /// Stands where there is no frame.
  static final Frame NONE = new Frame();

  final FrameHeader header = new FrameHeader();

  /// Whose payload follows the head; [Transfer#NONE] if none does.
  Transfer transfer = Transfer.NONE;

  /// The first byte of the payload that follows.
  long from;

  /// How much of the payload follows.
  long length;

  /// The next in the queue.
  Frame next = this;

  /// A frame without a payload.
  Frame of(FrameType type) {
    header.of(type);
    transfer = Transfer.NONE;
    from = 0;
    length = 0;
    return this;
  }

  /// A frame with a whole payload.
  Frame of(FrameType type, Transfer payload) {
    return of(type, payload, 0, payload.payload().bytes());
  }

  /// A frame with a part of a payload. The transfer ends when its last part has left.
  Frame of(FrameType type, Transfer payload, long first, long count) {
    of(type);
    transfer = payload;
    from = first;
    length = count;
    header.kind = payload.payload().kind();
    header.bytes = count;
    header.from = first;
    return this;
  }

  /// Whether nothing of the payload follows this.
  boolean isLast() {
    return transfer != Transfer.NONE && from + length == transfer.payload().bytes();
  }
}
