package io.penstock.message.ranks;

import io.penstock.memory.PoolExhaustedException;
import io.penstock.message.MessageException;
import io.penstock.message.match.Condition;
import io.penstock.message.match.Endpoint;
import io.penstock.message.match.Transfer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Short messages between ranks that tell each other how their operations stand, in a context of
/// their own.
///
/// Nobody waits for them: a message that its receiver has no room for stays on its way, and is
/// dropped where many do. Safe for any thread.
final class SideChannel implements Condition {
  // A rank that cannot be told, or hears nothing more, is alone: the step that waits fails by
  // itself.
  private static final System.Logger LOG = System.getLogger("io.penstock.message");

  private static final int MOST_UNDER_WAY = 256;

  private final Endpoint endpoint;
  private final int context;
  private final long[] incoming;
  private final List<Transfer> underWay = new ArrayList<>();
  private volatile Transfer receive = Transfer.NONE;

  /// What a rank said.
  static final class Message {
    private final int from;
    private final long[] numbers;

    private Message(int from, long[] numbers) {
      this.from = from;
      this.numbers = numbers;
    }

    /// Its rank in the world.
    int from() {
      return from;
    }

    long number(int index) {
      return numbers[index];
    }
  }

  /// @param length how many numbers a message has
  SideChannel(Endpoint endpoint, int context, int length) {
    this.endpoint = endpoint;
    this.context = context;
    this.incoming = new long[length];
  }

  /// A message is there, or never will be.
  @Override
  public boolean met() {
    Transfer next = receive;
    return next != Transfer.NONE && next.met();
  }

  /// Listens from now on.
  synchronized void listen() {
    if (receive != Transfer.NONE) {
      return;
    }
    Transfer next = endpoint.take().of(incoming).with(Transfer.ANY, context, Transfer.ANY);
    try {
      endpoint.receive(next);
      receive = next;
    } catch (MessageException e) {
      endpoint.give(next);
      LOG.log(System.Logger.Level.DEBUG, "nobody is left to hear from", e);
    }
  }

  /// The next message; empty if none has come.
  synchronized Optional<Message> poll() {
    Transfer next = receive;
    if (!met()) {
      return Optional.empty();
    }
    receive = Transfer.NONE;
    boolean came = next.sentTag() != Transfer.ANY;
    boolean whole =
        came && !next.isSpoilt() && next.sentBytes() == (long) incoming.length * Long.BYTES;
    Message message = new Message(next.source(), incoming.clone());
    endpoint.give(next);
    if (came) {
      listen();
    }
    return whole ? Optional.of(message) : Optional.empty();
  }

  /// @param worldRank to whom
  synchronized void send(int worldRank, long... numbers) {
    underWay.removeIf(this::isOver);
    if (underWay.size() >= MOST_UNDER_WAY) {
      return;
    }
    Transfer send = endpoint.take().of(numbers).with(worldRank, context, 0);
    try {
      endpoint.send(send);
      if (!isOver(send)) {
        underWay.add(send);
      }
    } catch (MessageException | PoolExhaustedException e) {
      LOG.log(System.Logger.Level.DEBUG, "rank " + worldRank + " is not told", e);
    }
  }

  private boolean isOver(Transfer send) {
    boolean over = send.met();
    if (over) {
      endpoint.give(send);
    }
    return over;
  }

  /// Listens no more.
  synchronized void close() {
    Transfer last = receive;
    if (last != Transfer.NONE && endpoint.cancel(last)) {
      receive = Transfer.NONE;
      endpoint.give(last);
    }
  }
}
