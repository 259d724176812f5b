package io.penstock.mpi.message;

import io.penstock.message.MessageKind;
import io.penstock.message.match.Transfer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// The layout of a frame: a header of 32 bytes, little-endian, and maybe a payload.
///
/// ```
///  0      1      2      3      4          8          12         16        24         32
///  +------+------+------+------+----------+----------+----------+---------+----------+
///  | type | kind | order| fragment|  source  | context  |   tag    |  bytes  |  number  |
///  +------+------+------+------+----------+----------+----------+---------+----------+
/// ```
///
/// `order` is the byte order of the payload's elements, 0 for little-endian. `source` is the
/// sender's rank, which saves the receiver a call for MPI's status. `bytes` is the size of the
/// payload, whether it follows or is announced. `number` is the tag of the fragments of an
/// announced payload, and `fragment` their length as a power of two.
final class MpiFrame {
  /// The length of the header.
  static final int HEADER = 32;

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private MpiFrame() {}

  /// The type of a frame.
  enum Type {
    /// A message with its payload.
    MESSAGE(0),
    /// A message whose payload is on its way under a number, or held back until it is asked for.
    ANNOUNCEMENT(1),
    /// The payload under a number will be dropped, or is not asked for: its receiver leaves.
    REFUSAL(2),
    /// The amount of eager payloads that the receiver has consumed.
    CREDIT(3),
    /// The sender leaves the job and sends nothing more of its own. With number 1 its process
    /// exits, and may end the job: a rank that does not leave too waits for that.
    BYE(4),
    /// The answer to [#BYE]: nothing more comes from this rank either.
    FAREWELL(5),
    /// The job cannot go on; the reason follows.
    ABORT(6),
    /// The payload that is held back under a number is asked for, under the tag of the frame; tag 0
    /// refuses it.
    PULL(7);

    private static final List<Type> BY_CODE =
        Arrays.stream(values()).sorted(Comparator.comparingInt(Type::code)).toList();

    private final int code;

    Type(int code) {
      this.code = code;
    }

    int code() {
      return code;
    }

    static Type coded(int code) {
      return BY_CODE.get(code);
    }
  }

  static void put(
      MemorySegment frame,
      Type type,
      MessageKind kind,
      int source,
      int context,
      int tag,
      long bytes,
      long number) {
    boolean bigEndian = ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN;
    frame.set(INT, 0, type.code() | kind.code() << 8 | (bigEndian ? 1 << 16 : 0));
    frame.set(INT, 4, source);
    frame.set(INT, 8, context);
    frame.set(INT, 12, tag);
    frame.set(LONG, 16, bytes);
    frame.set(LONG, 24, number);
  }

  /// Writes the header of a message that is sent.
  static void put(MemorySegment frame, Type type, int source, Transfer send, long bytes) {
    MessageKind kind = send.payload().kind();
    put(frame, type, kind, source, send.context(), send.tag(), bytes, 0);
  }

  /// Adds the tag and the fragments of an announced payload to a header.
  static void putAnnouncement(MemorySegment frame, Announcement announcement) {
    frame.set(ValueLayout.JAVA_BYTE, 3, (byte) announcement.fragmentBits());
    frame.set(LONG, 24, announcement.number());
  }

  /// The announcement in a header.
  static Announcement announcement(MemorySegment frame) {
    return new Announcement(number(frame), bytes(frame), frame.get(ValueLayout.JAVA_BYTE, 3));
  }

  static Type type(MemorySegment frame) {
    return Type.coded(frame.get(ValueLayout.JAVA_BYTE, 0));
  }

  static MessageKind kind(MemorySegment frame) {
    return MessageKind.coded(frame.get(ValueLayout.JAVA_BYTE, 1)).orElseThrow();
  }

  static ByteOrder order(MemorySegment frame) {
    return frame.get(ValueLayout.JAVA_BYTE, 2) == 0
        ? ByteOrder.LITTLE_ENDIAN
        : ByteOrder.BIG_ENDIAN;
  }

  static int source(MemorySegment frame) {
    return frame.get(INT, 4);
  }

  static int context(MemorySegment frame) {
    return frame.get(INT, 8);
  }

  static int tag(MemorySegment frame) {
    return frame.get(INT, 12);
  }

  static long bytes(MemorySegment frame) {
    return frame.get(LONG, 16);
  }

  static long number(MemorySegment frame) {
    return frame.get(LONG, 24);
  }
}
