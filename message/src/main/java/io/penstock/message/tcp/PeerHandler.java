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
  public boolean begin(Frame header, FrameReader reader) {
    switch (header.type) {
      case MESSAGE -> message(header, reader);
      case PAYLOAD -> payload(header, reader);
      case ANNOUNCEMENT -> announcement(header, reader);
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
  public void end(Frame header, FrameReader reader) {
    if (reader.receive() != Transfer.NONE && !reader.isBeginning()) {
      reader.receive().arrived();
    } else if (reader.arrival() != Arrival.NONE) {
      endpoint.staged(reader.arrival());
    }
    if (header.type == FrameType.MESSAGE && reader.arrival() == Arrival.NONE) {
      endpoint.consumed(rank, header.bytes);
    }
    reader.discard(0);
  }

  @Override
  public void abort(long failed, byte[] reason) {
    endpoint.aborted(failed, reason);
  }

  private void message(Frame header, FrameReader reader) {
    if (header.bytes > TcpSettings.MAX_EAGER_LIMIT) {
      throw new ProtocolException(
          String.format(Locale.ROOT, "an unannounced message of %d bytes", header.bytes));
    }
    connection().credit.arriving(header.bytes);
    meet(header, 0);
    if (incoming.receive() != Transfer.NONE) {
      land(incoming.receive(), header, reader);
    } else {
      reader.deliverTo(incoming.arrival(), header.bytes);
    }
    incoming.clear();
  }

  private void land(Transfer receive, Frame header, FrameReader reader) {
    if (admits(receive, header)) {
      reader.deliverTo(receive, header.bytes);
    } else {
      reader.discard(header.bytes);
    }
  }

  private void announcement(Frame header, FrameReader reader) {
    check(header);
    meet(header, header.number);
    Transfer receive = incoming.receive();
    incoming.clear();
    if (receive == Transfer.NONE) {
      reader.discard(header.from);
    } else if (admits(receive, header)) {
      connection().request(header.number, receive.ahead(header.from), true);
      reader.deliverBeginningTo(receive, header.from);
    } else {
      connection().tell(FrameType.REFUSAL, header.number);
      reader.discard(header.from);
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

  private void payload(Frame header, FrameReader reader) {
    Transfer receive = connection().requested.take(header.number);
    long rest = receive.payload().bytes() - receive.ahead();
    reader.deliverRestTo(receive, receive.ahead(), rest);
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
      reader.discard(rest);
    }
  }

  private Connection connection() {
    return endpoint.connection(rank);
  }
}
