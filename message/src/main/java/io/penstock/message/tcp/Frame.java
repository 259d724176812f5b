package io.penstock.message.tcp;

import io.penstock.message.MessageKind;
import io.penstock.message.match.ProtocolException;
import io.penstock.message.match.Transfer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/// A frame: its head, and on the sending side the transfer of whose payload a part follows.
///
/// The head has 40 bytes in network byte order:
///
/// ```
///  0      1      2      3      4          8         12         16        24         32        40
///  +------+------+------+------+----------+----------+----------+---------+----------+---------+
///  | type | kind | order|  0   | context  |   tag    |  magic   |  bytes  |  number  |  from   |
///  +------+------+------+------+----------+----------+----------+---------+----------+---------+
/// ```
///
/// `order` is that of the payload's elements, 0 for little-endian. `bytes` is the size of the
/// payload, whether it follows or is announced. `number` names a transfer at its owner. `from` is
/// the first byte of a message that follows or is asked for; in an announcement, how many of its
/// first bytes follow. What a type does not use is 0.
///
/// Mutable, and used again for other frames.
final class Frame {
  /// Stands for the absence of a frame.
  static final Frame NONE = new Frame();

  static final int BYTES = 40;

  /// From so many bytes it can be told whether they begin a head.
  static final int RECOGNIZED = 16;

  private static final int MAGIC = 0x50535446; // "PSTF"

  FrameType type = FrameType.BEAT;
  MessageKind kind = MessageKind.BYTES;
  ByteOrder order = ByteOrder.nativeOrder();
  int context;
  int tag;
  long bytes;
  long number;
  long from;

  /// The send whose payload follows the head; [Transfer#NONE] if none does.
  Transfer transfer = Transfer.NONE;

  /// The first byte of the payload that follows.
  long start;

  /// The number of its bytes that follow.
  long length;

  /// The next in the queue.
  Frame next = this;

  /// A frame without a payload whose head has no more than its type.
  Frame of(FrameType what) {
    type = what;
    kind = MessageKind.BYTES;
    order = ByteOrder.nativeOrder();
    context = 0;
    tag = 0;
    bytes = 0;
    number = 0;
    from = 0;
    transfer = Transfer.NONE;
    start = 0;
    length = 0;
    return this;
  }

  /// A frame with a whole payload.
  Frame of(FrameType what, Transfer send) {
    return of(what, send, 0, send.payload().bytes());
  }

  /// A frame with a part of a payload. The transfer ends when its last part has left.
  Frame of(FrameType what, Transfer send, long first, long count) {
    of(what);
    transfer = send;
    start = first;
    length = count;
    kind = send.payload().kind();
    bytes = count;
    from = first;
    return this;
  }

  /// Whether no more of the payload follows this.
  boolean isLast() {
    return transfer != Transfer.NONE && start + length == transfer.payload().bytes();
  }

  void put(ByteBuffer target) {
    target
        .put((byte) type.code())
        .put((byte) kind.code())
        .put((byte) (order == ByteOrder.BIG_ENDIAN ? 1 : 0))
        .put((byte) 0)
        .putInt(context)
        .putInt(tag)
        .putInt(MAGIC)
        .putLong(bytes)
        .putLong(number)
        .putLong(from);
  }

  /// Looks at the first [#RECOGNIZED] bytes of a head.
  ///
  /// @throws ProtocolException if they are none
  static void requireFrame(ByteBuffer source, int start) {
    if (source.getInt(start + 12) != MAGIC || source.get(start + 3) != 0) {
      throw new ProtocolException("bytes that are no frame");
    }
  }

  /// Reads a head.
  ///
  /// @throws ProtocolException if it is none
  void get(ByteBuffer source) {
    int start = source.position();
    requireFrame(source, start);
    type = FrameType.coded(source.get(start));
    kind = kind(source.get(start + 1));
    order = source.get(start + 2) == 0 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    context = source.getInt(start + 4);
    tag = source.getInt(start + 8);
    bytes = source.getLong(start + 16);
    number = source.getLong(start + 24);
    from = source.getLong(start + 32);
    if (bytes < 0 || context < 0 || tag < 0 || from < 0) {
      throw new ProtocolException("a frame with a negative size, place, context or tag");
    }
    source.position(start + BYTES);
  }

  private static MessageKind kind(int code) {
    Optional<MessageKind> kind = MessageKind.coded(code);
    if (kind.isEmpty()) { // no lambda: that would be an object for each frame
      throw new ProtocolException("a message of unknown kind " + code);
    }
    return kind.get();
  }
}
