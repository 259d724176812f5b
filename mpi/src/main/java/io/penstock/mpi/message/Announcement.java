package io.penstock.mpi.message;

import io.penstock.message.match.Payload;
import java.util.Locale;

/// An announcement of a payload, the request of a rendezvous: the tag of its fragments, and how it
/// is cut.
///
/// Fragments let memory on the heap pass through a little memory that MPI may see, while what was
/// copied before is already travelling: they are small enough to stay in a processor's cache. What
/// MPI itself may see is cut only to keep its counts, which are C's `int`, and the receiver's
/// memory small, since each fragment is one more handshake. So the sender knows best, and tells.
///
/// @param number the tag, or one above [MpiChannel#HIGHEST_TAG] of a payload that has none yet,
///   because it is held back until it is asked for
/// @param bytes of the payload; one of none has one empty fragment
/// @param fragmentBits the length of all fragments but the last, as the power of two
record Announcement(long number, long bytes, int fragmentBits) {
  private static final int SMALLEST_BITS = 12;
  private static final int LARGEST_BITS = 30;
  private static final int HEAP_BITS = 18;
  private static final int OFF_HEAP_BITS = 22;

  Announcement {
    if (bytes < 0 || fragmentBits < SMALLEST_BITS || fragmentBits > LARGEST_BITS) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "a payload of %d bytes in fragments of 2^%d", bytes, fragmentBits));
    }
  }

  static Announcement of(Payload payload, long number) {
    return new Announcement(
        number, payload.bytes(), payload.offHeap(0) ? OFF_HEAP_BITS : HEAP_BITS);
  }

  boolean isHeld() {
    return number > MpiChannel.HIGHEST_TAG;
  }

  int tag() {
    return Math.toIntExact(number);
  }

  /// The same once it is to travel.
  Announcement under(int tag) {
    return new Announcement(tag, bytes, fragmentBits);
  }

  long fragments() {
    return Math.max(1, (bytes + (1L << fragmentBits) - 1) >>> fragmentBits);
  }

  /// Where a fragment begins in the payload.
  long start(long fragment) {
    return fragment << fragmentBits;
  }

  long length(long fragment) {
    return Math.min(1L << fragmentBits, bytes - start(fragment));
  }
}
