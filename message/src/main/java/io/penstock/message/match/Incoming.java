package io.penstock.message.match;

import io.penstock.message.MessageKind;
import java.nio.ByteOrder;

/// The envelope of a message from another process, and its match. Used again for the next message
/// of the same connection.
public final class Incoming {
  int source;
  int context;
  int tag;
  MessageKind kind = MessageKind.BYTES;
  ByteOrder order = ByteOrder.nativeOrder();
  long bytes;
  long number;

  Transfer receive = Transfer.NONE;
  Arrival arrival = Arrival.NONE;

  public void envelope(
      int from, int inContext, int withTag, MessageKind sent, ByteOrder spoken, long size) {
    source = from;
    context = inContext;
    tag = withTag;
    kind = sent;
    order = spoken;
    bytes = size;
    number = 0;
  }

  /// The payload does not follow: its sender keeps it under a number.
  public void announcedAs(long numberAtSender) {
    number = numberAtSender;
  }

  public long bytes() {
    return bytes;
  }

  /// The receive that waited for it; [Transfer#NONE] if none did.
  public Transfer receive() {
    return receive;
  }

  /// Where it is kept if no receive waited for it, else [Arrival#NONE].
  public Arrival arrival() {
    return arrival;
  }

  /// Forgets its match.
  public void clear() {
    receive = Transfer.NONE;
    arrival = Arrival.NONE;
  }
}
