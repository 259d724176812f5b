package io.penstock.message.match;

import io.penstock.message.MessageException;
import io.penstock.message.MessageKind;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// The memory at one end of a transfer.
///
/// Transports copy it piece by piece, in order, into what they carry and out of it. Offsets and
/// counts are in bytes of the payload; but for the last piece, both are multiples of 8, so that no
/// element is cut. Belongs to one thread at a time.
public interface Payload {
  /// Masks the bytes of a piece, so that no element is cut.
  long WHOLE_ELEMENTS = -8;

  /// Its kind.
  MessageKind kind();

  /// How much is sent; at a receiver, once a message has been admitted, how much comes.
  long bytes();

  /// Copies a piece out.
  void copyTo(long at, MemorySegment target, long targetAt, long count);

  /// Gets ready for a message.
  ///
  /// @param order of the sender's elements
  /// @throws MessageException if the message does not fit: it is too long, or of another kind
  void admit(MessageKind sent, ByteOrder order, long bytes);

  /// Copies a piece in.
  void copyFrom(MemorySegment source, long sourceAt, long at, long count);

  /// Everything was copied in.
  ///
  /// @throws MessageException if it does not make sense
  void arrived();

  /// Whether the bytes lie in memory off the heap, in the order of the message, from `at` on: then
  /// [#buffer] may be used instead of copying.
  boolean offHeap(long at);

  /// The bytes from `at` on, as many as lie together up to `limit`. The same object each time where
  /// that can be.
  ByteBuffer buffer(long at, int limit);
}
