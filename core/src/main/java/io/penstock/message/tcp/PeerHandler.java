package io.penstock.message.tcp;

import io.penstock.message.match.Arrival;
import io.penstock.message.match.Incoming;
import io.penstock.message.match.Transfer;

/// Acts on what one rank sends.
final class PeerHandler implements FrameHandler {
  private final TcpEndpoint endpoint;
  private final int rank;
  private final Incoming incoming = new Incoming();

  PeerHandler(TcpEndpoint endpoint, int rank) {
    this.endpoint = endpoint;
    this.rank = rank;
  }

  @Override
  public boolean begin(FrameHeader header, Landing landing) {
    switch (header.type) {
      case MESSAGE -> message(header, landing);
      case PAYLOAD -> payload(header, landing);
      case ANNOUNCEMENT -> announcement(header);
      case REQUEST -> {
        Transfer send = connection().announced.take(header.number);
        connection().sendPayload(send, header.bytes);
      }
      case REFUSAL -> connection().announced.take(header.number).end();
      case CREDIT -> connection().credit.returned(header.number);
      case BEAT -> {}
      case BYE -> endpoint.left(connection());
      case FAREWELL -> endpoint.sawFarewell(connection());
      case ABORT -> throw new ProtocolException("an abort frame in the wrong place");
    }
    return header.type == FrameType.MESSAGE || header.type == FrameType.PAYLOAD;
  }

  @Override
  public void end(FrameHeader header, Landing landing) {
    if (landing.receive() != Transfer.NONE) {
      landing.receive().arrived();
    } else if (landing.arrival() != Arrival.NONE) {
      endpoint.staged(landing.arrival());
    }
    if (header.type == FrameType.MESSAGE && landing.arrival() == Arrival.NONE) {
      endpoint.consumed(rank, header.bytes);
    }
    landing.nowhere(0);
  }

  @Override
  public void abort(long failed, byte[] reason) {
    endpoint.aborted(failed, reason);
  }

  private void message(FrameHeader header, Landing landing) {
    if (header.bytes > TcpSettings.MAX_EAGER_LIMIT) {
      throw new ProtocolException("an unannounced message of %d bytes".formatted(header.bytes));
    }
    connection().credit.arriving(header.bytes);
    meet(header, 0);
    if (incoming.receive() != Transfer.NONE) {
      land(incoming.receive(), header, landing);
    } else {
      landing.at(incoming.arrival(), header.bytes);
    }
    incoming.clear();
  }

  private void land(Transfer receive, FrameHeader header, Landing landing) {
    if (admits(receive, header)) {
      landing.at(receive, header.bytes);
    } else {
      landing.nowhere(header.bytes);
    }
  }

  private void announcement(FrameHeader header) {
    if (header.number <= 0) {
      throw new ProtocolException("an announcement without a number");
    }
    meet(header, header.number);
    Transfer receive = incoming.receive();
    if (receive != Transfer.NONE) {
      if (admits(receive, header)) {
        connection().request(header.number, receive);
      } else {
        connection().tell(FrameType.REFUSAL, header.number);
      }
    }
    incoming.clear();
  }

  private void meet(FrameHeader header, long number) {
    incoming.envelope(rank, header.context, header.tag, header.kind, header.order, header.bytes);
    if (number != 0) {
      incoming.announcedAs(number);
    }
    endpoint.arrive(incoming);
  }

  private boolean admits(Transfer receive, FrameHeader header) {
    try {
      receive.admit(rank, header.tag, header.kind, header.order, header.bytes);
      return true;
    } catch (RuntimeException e) { // it does not fit, or there is no memory for it
      receive.end(e);
      return false;
    }
  }

  private void payload(FrameHeader header, Landing landing) {
    Transfer receive = connection().requested.take(header.number);
    landing.at(receive, receive.payload().bytes());
    if (header.bytes != receive.payload().bytes()) {
      throw new ProtocolException(
          "a payload of %d bytes, announced as %d"
              .formatted(header.bytes, receive.payload().bytes()));
    }
  }

  private Connection connection() {
    return endpoint.connection(rank);
  }
}
