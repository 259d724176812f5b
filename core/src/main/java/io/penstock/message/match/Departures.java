package io.penstock.message.match;

import io.penstock.message.MessageException;
import java.util.BitSet;
import java.util.Locale;

/// The ranks that have left the job in good order: they send nothing more and receive nothing.
///
/// Not safe for more than one thread at a time.
final class Departures {
  private final BitSet left = new BitSet();
  private final int size;

  Departures(int size) {
    this.size = size;
  }

  void add(int rank) {
    left.set(rank);
  }

  boolean isEmpty() {
    return left.isEmpty();
  }

  /// Whether a receive waits for a rank that has left.
  boolean isHopeless(Transfer receive) {
    return receive.peer() != Transfer.ANY && left.get(receive.peer());
  }

  /// Whether a receive from any rank could be met by nothing but a send of its own rank.
  boolean isForsaken(Transfer receive, int self) {
    return receive.peer() == Transfer.ANY
        && (receive.senders().length == 0 ? onlyLeft(self) : onlyLeft(receive.senders(), self));
  }

  private boolean onlyLeft(int self) {
    return left.cardinality() == size - 1 && !left.get(self);
  }

  private boolean onlyLeft(int[] senders, int self) {
    for (int sender : senders) {
      if (sender != self && !left.get(sender)) {
        return false;
      }
    }
    return true;
  }

  MessageException exception(Transfer receive) {
    return receive.peer() == Transfer.ANY
        ? new MessageException(
            "receive from any rank: all other ranks of the communicator have left the job")
        : new MessageException(
            String.format(
                Locale.ROOT,
                "receive from rank %d with tag %s: that rank has left the job and sends nothing more",
                receive.peer(),
                receive.tag() == Transfer.ANY ? "any" : receive.tag()));
  }
}
