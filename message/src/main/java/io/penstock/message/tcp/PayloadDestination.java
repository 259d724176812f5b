package io.penstock.message.tcp;

import io.penstock.message.match.Arrival;
import io.penstock.message.match.Transfer;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// The destination of the payload of the frame that is arriving: a receive, an unexpected arrival,
/// or nothing. It may be the first part of what a receive gets, or the rest. Used again for each
/// frame of a connection.
final class PayloadDestination {
  private static final long STRAIGHT = 16 << 10;

  private Transfer receive = Transfer.NONE;
  private Arrival arrival = Arrival.NONE;
  private long at;
  private long end;
  private boolean begins;

  void at(Transfer target, long size) {
    begin(target, Arrival.NONE, 0, size);
  }

  /// The first part of what a receive gets: it is not done when that has come.
  void beginningOf(Transfer target, long size) {
    begin(target, Arrival.NONE, 0, size);
    begins = true;
  }

  void restOf(Transfer target, long from, long size) {
    begin(target, Arrival.NONE, from, size);
  }

  void at(Arrival target, long size) {
    begin(Transfer.NONE, target, 0, size);
  }

  void nowhere(long size) {
    begin(Transfer.NONE, Arrival.NONE, 0, size);
  }

  private void begin(Transfer target, Arrival kept, long from, long size) {
    receive = target;
    arrival = kept;
    at = from;
    end = from + size;
    begins = false;
  }

  long left() {
    return end - at;
  }

  /// Whether the receive gets more after this.
  boolean begins() {
    return begins;
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
    } catch (RuntimeException | InternalError e) {
      spoil(e);
    }
  }

  /// The receive's memory cannot be written any more: it fails once all that it gets has come, and
  /// that is dropped.
  void spoil(Throwable why) {
    if (begins) {
      receive.spoil(Transfer.inaccessible(why));
    } else {
      receive.end(Transfer.inaccessible(why));
    }
    receive = Transfer.NONE;
  }
}
