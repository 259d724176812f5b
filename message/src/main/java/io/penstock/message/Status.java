package io.penstock.message;

/// The envelope of a received message.
///
/// @param source the sender's rank in the communicator; [Communicator#NO_RANK] where there was no
///   message
/// @param tag the sender's tag; [Communicator#ANY_TAG] where there was no message
/// @param kind what it carries
/// @param bytes the size of its payload
public record Status(int source, int tag, MessageKind kind, long bytes) {
  /// The number of elements in it; of bytes where it has no elements.
  public long count() {
    return bytes / kind.elementBytes();
  }
}
