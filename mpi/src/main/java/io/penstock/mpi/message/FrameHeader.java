package io.penstock.mpi.message;

import io.penstock.message.MessageKind;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// The head of a frame, 32 bytes; little-endian.
///
/// ```
///  0      1      2      3      4          8          12         16        24         32
///  +------+------+------+------+----------+----------+----------+---------+----------+
///  | type | kind | order| fragment|  source  | context  |   tag    |  bytes  |  number  |
///  +------+------+------+------+----------+----------+----------+---------+----------+
/// ```
///
/// `order` is that of the payload's elements, 0 for little-endian. `source` is the sender's rank,
/// which spares the receiver a look at MPI's status. `bytes` is the size of the payload, whether it
/// follows or is announced. `number` is the tag that the fragments of an announced payload have,
/// and `fragment` their length as a power of two.
final class FrameHeader {
  static final int BYTES = 32;

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private FrameHeader() {}

  static void put(MemorySegment frame, FrameType type, int source, long number) {
    put(frame, type, MessageKind.BYTES, source, 0, 0, 0, number);
  }

  static void put(
      MemorySegment frame,
      FrameType type,
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

  /// Adds to a head with the size of a payload how it comes.
  static void putAnnouncement(MemorySegment frame, Announcement announcement) {
    frame.set(ValueLayout.JAVA_BYTE, 3, (byte) announcement.fragmentBits());
    frame.set(LONG, 24, announcement.number());
  }

  /// The payload that is announced.
  static Announcement announcement(MemorySegment frame) {
    return new Announcement(number(frame), bytes(frame), frame.get(ValueLayout.JAVA_BYTE, 3));
  }

  static FrameType type(MemorySegment frame) {
    return FrameType.coded(frame.get(ValueLayout.JAVA_BYTE, 0));
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
