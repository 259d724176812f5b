package io.penstock.message.tcp;

import io.penstock.message.match.Arrival;
import io.penstock.message.match.Transfer;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// Where the payload of the frame goes that is coming in: to a receive, to an arrival, or nowhere.
/// Used again for each frame of a connection.
final class Landing {
  private static final long STRAIGHT = 16 << 10;

  private Transfer receive = Transfer.NONE;
  private Arrival arrival = Arrival.NONE;
  private long at;
  private long bytes;

  void at(Transfer target, long size) {
    begin(target, Arrival.NONE, size);
  }

  void at(Arrival target, long size) {
    begin(Transfer.NONE, target, size);
  }

  void nowhere(long size) {
    begin(Transfer.NONE, Arrival.NONE, size);
  }

  private void begin(Transfer target, Arrival kept, long size) {
    receive = target;
    arrival = kept;
    at = 0;
    bytes = size;
  }

  long left() {
    return bytes - at;
  }

  Transfer receive() {
    return receive;
  }

  Arrival arrival() {
    return arrival;
  }

  /// Whether the channel should read into the memory itself.
  boolean goesStraight() {
    return left() >= STRAIGHT && receive != Transfer.NONE && receive.payload().offHeap(at);
  }

  ByteBuffer buffer() {
    return receive.payload().buffer(at, (int) Math.min(left(), Integer.MAX_VALUE));
  }

  void advance(long n) {
    at += n;
  }

  /// Takes bytes that were read.
  void take(MemorySegment source, long from, long n) {
    if (receive != Transfer.NONE) {
      copy(source, from, n);
    } else if (arrival != Arrival.NONE) {
      MemorySegment.copy(source, from, arrival.memory(), at, n);
    }
    at += n;
  }

  private void copy(MemorySegment source, long from, long n) {
    try {
      receive.payload().copyFrom(source, from, at, n);
    } catch (RuntimeException e) {
      spoil(e);
    }
  }

  /// The receive's memory cannot be written any more: it fails, and the rest of the payload is
  /// dropped.
  void spoil(RuntimeException why) {
    receive.end(why);
    receive = Transfer.NONE;
  }
}
