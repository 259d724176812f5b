package io.penstock.mpi.message;

import io.penstock.message.match.Payload;
import java.util.Locale;

/// An announced payload: the number that its pieces have as their tag, and how it is cut.
///
/// Pieces let memory on the heap pass through a little memory that MPI may see, while what was
/// copied before is already travelling: they are small enough to stay in a processor's cache. What
/// MPI itself may see is cut only to keep its counts, which are C's `int`, and the receiver's
/// memory small, since each piece is one more handshake. So the sender knows best, and tells.
///
/// @param number the tag, or one above [Lane#HIGHEST_TAG] of a payload that has none yet, because
///   it is held back until it is asked for
/// @param bytes of the payload; one of none has one empty piece
/// @param pieceBits the length of all pieces but the last, as the power of two
record Cargo(long number, long bytes, int pieceBits) {
  private static final int SMALLEST_BITS = 12;
  private static final int LARGEST_BITS = 30;
  private static final int HEAP_BITS = 18;
  private static final int OFF_HEAP_BITS = 22;

  Cargo {
    if (bytes < 0 || pieceBits < SMALLEST_BITS || pieceBits > LARGEST_BITS) {
      throw new IllegalArgumentException(
          String.format(Locale.ROOT, "a payload of %d bytes in pieces of 2^%d", bytes, pieceBits));
    }
  }

  static Cargo of(Payload payload, long number) {
    return new Cargo(number, payload.bytes(), payload.offHeap(0) ? OFF_HEAP_BITS : HEAP_BITS);
  }

  boolean isHeld() {
    return number > Lane.HIGHEST_TAG;
  }

  int tag() {
    return Math.toIntExact(number);
  }

  /// The same once it is to travel.
  Cargo under(int tag) {
    return new Cargo(tag, bytes, pieceBits);
  }

  long pieces() {
    return Math.max(1, (bytes + (1L << pieceBits) - 1) >>> pieceBits);
  }

  /// Where a piece begins in the payload.
  long start(long piece) {
    return piece << pieceBits;
  }

  long length(long piece) {
    return Math.min(1L << pieceBits, bytes - start(piece));
  }
}
