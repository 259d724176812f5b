package io.penstock.message.match;

import io.penstock.message.MessageException;
import java.util.BitSet;

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

  /// Throws if a receive of this rank can meet nothing more.
  void check(Transfer receive, int self) {
    if (isHopeless(receive, self)) {
      throw exception(receive);
    }
  }

  /// Throws if the rank that a message is for has left.
  void checkPresent(int rank) {
    if (left.get(rank)) {
      throw new MessageException("rank %d has left the job and receives nothing".formatted(rank));
    }
  }

  boolean isHopeless(Transfer receive, int self) {
    if (left.isEmpty()) {
      return false;
    }
    return receive.peer() == Transfer.ANY ? onlyLeft(self) : left.get(receive.peer());
  }

  private boolean onlyLeft(int self) {
    return left.cardinality() == size - 1 && !left.get(self);
  }

  MessageException exception(Transfer receive) {
    return receive.peer() == Transfer.ANY
        ? new MessageException("receive from any rank: all other ranks have left the job")
        : new MessageException(
            "receive from rank %d with tag %s: that rank has left the job and sends nothing more"
                .formatted(receive.peer(), receive.tag() == Transfer.ANY ? "any" : receive.tag()));
  }
}
