package io.penstock.message.ranks;

import io.penstock.message.MatchedMessage;
import io.penstock.message.Status;
import io.penstock.message.match.Arrival;
import io.penstock.message.match.Endpoint;
import io.penstock.message.match.Transfer;
import java.util.concurrent.atomic.AtomicBoolean;

/// A message that a matched probe has taken out of matching, until it is received.
final class AsideMessage implements MatchedMessage {
  private final PointToPointCalls calls;
  private final Arrival arrival;
  private final Status status;
  private final AtomicBoolean received = new AtomicBoolean();

  /// @param arrival [Arrival#NONE] for what comes from no rank
  AsideMessage(PointToPointCalls calls, Arrival arrival, Status status) {
    this.calls = calls;
    this.arrival = arrival;
    this.status = status;
  }

  @Override
  public Status status() {
    return status;
  }

  /// @throws IllegalArgumentException if a message was probed in another communicator
  static AsideMessage of(MatchedMessage message, PointToPointCalls calls) {
    if (message instanceof AsideMessage aside && aside.calls.equals(calls)) {
      return aside;
    }
    throw new IllegalArgumentException(
        "the message was probed in another communicator: receive it there");
  }

  /// Starts its receive.
  ///
  /// @param receive names its source
  /// @throws IllegalStateException if it was received before
  void receive(Endpoint endpoint, Transfer receive) {
    if (!received.compareAndSet(false, true)) {
      throw new IllegalStateException(
          "the message was received before: each message of a matched probe is received once");
    }
    if (arrival == Arrival.NONE) {
      endpoint.receive(receive);
    } else {
      endpoint.receive(receive, arrival);
    }
  }
}
