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
  public boolean begin(Frame header, Landing landing) {
    switch (header.type) {
      case MESSAGE -> message(header, landing);
      case PAYLOAD -> payload(header, landing);
      case ANNOUNCEMENT -> announcement(header, landing);
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
  public void end(Frame header, Landing landing) {
    if (landing.receive() != Transfer.NONE && !landing.begins()) {
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

  private void message(Frame header, Landing landing) {
    if (header.bytes > TcpSettings.MAX_EAGER_LIMIT) {
      throw new ProtocolException(
          String.format(Locale.ROOT, "an unannounced message of %d bytes", header.bytes));
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

  private void land(Transfer receive, Frame header, Landing landing) {
    if (admits(receive, header)) {
      landing.at(receive, header.bytes);
    } else {
      landing.nowhere(header.bytes);
    }
  }

  private void announcement(Frame header, Landing landing) {
    check(header);
    meet(header, header.number);
    Transfer receive = incoming.receive();
    incoming.clear();
    if (receive == Transfer.NONE) {
      landing.nowhere(header.from);
    } else if (admits(receive, header)) {
      connection().request(header.number, receive.ahead(header.from), true);
      landing.beginningOf(receive, header.from);
    } else {
      connection().tell(FrameType.REFUSAL, header.number);
      landing.nowhere(header.from);
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

  private void payload(Frame header, Landing landing) {
    Transfer receive = connection().requested.take(header.number);
    long rest = receive.payload().bytes() - receive.ahead();
    landing.restOf(receive, receive.ahead(), rest);
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
      landing.nowhere(rest);
    }
  }

  private Connection connection() {
    return endpoint.connection(rank);
  }
}
