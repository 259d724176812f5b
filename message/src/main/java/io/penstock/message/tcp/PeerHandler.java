package io.penstock.message.tcp;

import io.penstock.message.match.Arrival;
import io.penstock.message.match.Incoming;
import io.penstock.message.match.Payload;
import io.penstock.message.match.ProtocolException;
import io.penstock.message.match.Transfer;
import java.util.Locale;

/// A handler of the frames from one rank: it matches messages and answers requests.
final class PeerHandler implements FrameHandler {
  private final TcpEndpoint endpoint;
  private final int rank;
  private final Incoming incoming = new Incoming();

  PeerHandler(TcpEndpoint endpoint, int rank) {
    this.endpoint = endpoint;
    this.rank = rank;
  }

  @Override
  public boolean begin(Frame header, PayloadDestination destination) {
    switch (header.type) {
      case MESSAGE -> message(header, destination);
      case PAYLOAD -> payload(header, destination);
      case ANNOUNCEMENT -> announcement(header, destination);
      case REQUEST -> connection().sendRequested(header);
      case REFUSAL -> connection().letGo(connection().announced.take(header.number));
      case CREDIT -> connection().credit.returned(header.number);
      case BEAT -> {}
      case BYE -> endpoint.left(connection());
      case FAREWELL -> endpoint.sawFarewell(connection());
      case ABORT -> throw new ProtocolException("an abort frame in the wrong place");
    }
    return switch (header.type) {
      case MESSAGE, PAYLOAD -> true;
      case ANNOUNCEMENT -> header.from > 0;
      default -> false;
    };
  }

  @Override
  public void end(Frame header, PayloadDestination destination) {
    if (destination.receive() != Transfer.NONE && !destination.begins()) {
      destination.receive().arrived();
    } else if (destination.arrival() != Arrival.NONE) {
      endpoint.staged(destination.arrival());
    }
    if (header.type == FrameType.MESSAGE && destination.arrival() == Arrival.NONE) {
      endpoint.consumed(rank, header.bytes);
    }
    destination.nowhere(0);
  }

  @Override
  public void abort(long failed, byte[] reason) {
    endpoint.aborted(failed, reason);
  }

  private void message(Frame header, PayloadDestination destination) {
    if (header.bytes > TcpSettings.MAX_EAGER_LIMIT) {
      throw new ProtocolException(
          String.format(Locale.ROOT, "an unannounced message of %d bytes", header.bytes));
    }
    connection().credit.arriving(header.bytes);
    meet(header, 0);
    if (incoming.receive() != Transfer.NONE) {
      land(incoming.receive(), header, destination);
    } else {
      destination.at(incoming.arrival(), header.bytes);
    }
    incoming.clear();
  }

  private void land(Transfer receive, Frame header, PayloadDestination destination) {
    if (admits(receive, header)) {
      destination.at(receive, header.bytes);
    } else {
      destination.nowhere(header.bytes);
    }
  }

  private void announcement(Frame header, PayloadDestination destination) {
    check(header);
    meet(header, header.number);
    Transfer receive = incoming.receive();
    incoming.clear();
    if (receive == Transfer.NONE) {
      destination.nowhere(header.from);
    } else if (admits(receive, header)) {
      connection().request(header.number, receive.ahead(header.from), true);
      destination.beginningOf(receive, header.from);
    } else {
      connection().tell(FrameType.REFUSAL, header.number);
      destination.nowhere(header.from);
    }
  }

  private static void check(Frame announcement) {
    long ahead = announcement.from;
    if (announcement.number <= 0) {
      throw new ProtocolException("an announcement without a number");
    }
    if (ahead > 0 && (ahead >= announcement.bytes || (ahead & Payload.WHOLE_ELEMENTS) != ahead)) {
      throw new ProtocolException(
          String.format(
              Locale.ROOT, "%d bytes ahead of a message of %d", ahead, announcement.bytes));
    }
  }

  private void meet(Frame header, long number) {
    incoming.envelope(rank, header.context, header.tag, header.kind, header.order, header.bytes);
    if (number != 0) {
      incoming.announcedAs(number);
    }
    endpoint.arrive(incoming);
  }

  private boolean admits(Transfer receive, Frame header) {
    try {
      receive.admit(rank, header.tag, header.kind, header.order, header.bytes);
      return true;
    } catch (RuntimeException e) { // it does not fit, or there is no memory for it
      receive.end(e);
      return false;
    }
  }

  private void payload(Frame header, PayloadDestination destination) {
    Transfer receive = connection().requested.take(header.number);
    long rest = receive.payload().bytes() - receive.ahead();
    destination.restOf(receive, receive.ahead(), rest);
    if (header.from != receive.ahead() || header.bytes != rest) {
      throw new ProtocolException(
          String.format(
              Locale.ROOT,
              "%d bytes from byte %d on, where %d were asked for from byte %d on",
              header.bytes,
              header.from,
              rest,
              receive.ahead()));
    }
    if (receive.isSpoilt()) {
      receive.end();
      destination.nowhere(rest);
    }
  }

  private Connection connection() {
    return endpoint.connection(rank);
  }
}
