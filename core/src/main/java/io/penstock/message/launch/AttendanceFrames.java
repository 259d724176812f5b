package io.penstock.message.launch;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/// An [Attendance] as bytes: its kind, a count, and as many addresses or ranks.
final class AttendanceFrames {
  private static final int COMPLETE = 0;
  private static final int MISSING = 1;
  private static final int ENDED = 2;
  private static final int HEAD_BYTES = 2 * Integer.BYTES;

  private AttendanceFrames() {}

  // No switch over patterns: the first one takes a fresh JVM 10 ms.
  static byte[] encode(Attendance attendance) {
    if (attendance instanceof Attendance.Complete complete) {
      return encode(complete.addresses());
    }
    return attendance instanceof Attendance.Missing missing
        ? encode(MISSING, missing.ranks())
        : encode(ENDED, List.of(((Attendance.Ended) attendance).rank()));
  }

  private static byte[] encode(List<InetSocketAddress> addresses) {
    byte[] bytes = new byte[HEAD_BYTES + addresses.size() * Entry.ADDRESS_BYTES];
    ByteBuffer frame = ByteBuffer.wrap(bytes).putInt(COMPLETE).putInt(addresses.size());
    for (InetSocketAddress address : addresses) {
      Entry.put(frame, address);
    }
    return bytes;
  }

  private static byte[] encode(int kind, List<Integer> ranks) {
    byte[] bytes = new byte[HEAD_BYTES + ranks.size() * Integer.BYTES];
    ByteBuffer frame = ByteBuffer.wrap(bytes).putInt(kind).putInt(ranks.size());
    ranks.forEach(frame::putInt);
    return bytes;
  }

  /// @param size how many ranks there are: no more is believed
  /// @throws IOException if it is malformed
  static Attendance read(Wire wire, int size) throws IOException {
    ByteBuffer head = ByteBuffer.wrap(wire.read(HEAD_BYTES));
    int kind = head.getInt();
    int count = head.getInt();
    if (count < 1 || count > size || (kind == COMPLETE && count != size)) {
      throw malformed("kind " + kind + " with " + count + " of " + size + " ranks");
    }
    return switch (kind) {
      case COMPLETE -> new Attendance.Complete(addresses(wire, count));
      case MISSING -> new Attendance.Missing(ranks(wire, count, size));
      case ENDED -> new Attendance.Ended(ranks(wire, count, size).getFirst());
      default -> throw malformed("kind " + kind);
    };
  }

  private static List<InetSocketAddress> addresses(Wire wire, int count) throws IOException {
    ByteBuffer frame = ByteBuffer.wrap(wire.read(count * Entry.ADDRESS_BYTES));
    List<InetSocketAddress> addresses = new ArrayList<>(count);
    try {
      while (frame.hasRemaining()) {
        addresses.add(Entry.address(frame));
      }
    } catch (RefusedException e) {
      throw malformed("it " + e.getMessage());
    }
    return List.copyOf(addresses);
  }

  private static List<Integer> ranks(Wire wire, int count, int size) throws IOException {
    ByteBuffer frame = ByteBuffer.wrap(wire.read(count * Integer.BYTES));
    List<Integer> ranks = new ArrayList<>(count);
    while (frame.hasRemaining()) {
      int rank = frame.getInt();
      if (rank < 0 || rank >= size) {
        throw malformed("rank " + rank + " of " + size);
      }
      ranks.add(rank);
    }
    return List.copyOf(ranks);
  }

  private static IOException malformed(String what) {
    return new IOException("the coordinator's answer is malformed: " + what);
  }
}
