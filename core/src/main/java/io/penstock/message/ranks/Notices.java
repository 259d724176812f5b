package io.penstock.message.ranks;

import io.penstock.message.CollectiveMismatchException;
import io.penstock.message.MessageException;
import io.penstock.message.match.Condition;
import io.penstock.message.match.Endpoint;
import io.penstock.message.match.Transfer;
import java.util.ArrayList;
import java.util.List;

/// What ranks that have been waiting in a collective operation for long tell each other: what they
/// are in. So that ranks which called different operations, and wait for each other because of it,
/// find out.
///
/// Belongs to the thread that is in the operation.
final class Notices implements Condition {
  // A rank that cannot be told, or hears nothing more, is alone: the step that waits fails by
  // itself.
  private static final System.Logger LOG = System.getLogger("io.penstock.message");

  /// Of so many last calls a rank can still say what they were.
  private static final int REMEMBERED = 64;

  /// Beside the tag of a call, which has 31 bits.
  private static final long SOLE = 1L << 32;

  private final Endpoint endpoint;
  private final Members members;
  private final int context;
  private final Call[] calls = new Call[REMEMBERED];
  private final long[] incoming = new long[2];
  private final List<Early> early = new ArrayList<>();
  private Transfer receive = Transfer.NONE;
  private long entered = -1;

  /// A notice of an operation that this rank has not entered yet: without it the other goes no
  /// further.
  ///
  /// @param other its rank in the world
  /// @param sole whether the other has one thread alone for collective operations
  /// @param readNanos when it was read, by [System#nanoTime]
  record Early(int other, long sequence, Call call, boolean sole, long readNanos) {}

  Notices(Endpoint endpoint, Members members, int context) {
    this.endpoint = endpoint;
    this.members = members;
    this.context = context;
  }

  /// A notice is there, or never will be.
  @Override
  public boolean met() {
    return receive != Transfer.NONE && receive.met();
  }

  /// This rank is in an operation now.
  void enter(Call call) {
    calls[slot(call.sequence())] = call;
    entered = call.sequence();
    if (receive == Transfer.NONE && members.size() > 1) {
      listen();
    }
    look(call);
  }

  private void listen() {
    Transfer next = endpoint.take().of(incoming).with(Transfer.ANY, context, Transfer.ANY);
    try {
      endpoint.receive(next);
      receive = next;
    } catch (MessageException e) {
      endpoint.give(next);
      LOG.log(System.Logger.Level.DEBUG, "nobody is left to give notice", e);
    }
  }

  /// Reads what other ranks said.
  ///
  /// @throws CollectiveMismatchException if one of them is, or was, in another operation than this
  ///   rank
  void look(Call now) {
    read();
    for (Early notice : List.copyOf(early)) {
      if (notice.sequence() <= entered) {
        early.remove(notice);
        compare(now, members.rank(notice.other()), notice.sequence(), notice.call());
      }
    }
  }

  /// What other ranks said of operations that this one has not entered.
  List<Early> early() {
    read();
    return early.stream().filter(notice -> notice.sequence() > entered).toList();
  }

  private void read() {
    while (met()) {
      Transfer notice = receive;
      receive = Transfer.NONE;
      boolean came = notice.sentTag() != Transfer.ANY;
      int from = notice.source();
      endpoint.give(notice);
      if (came) {
        Call theirs = Call.tagged((int) incoming[1]);
        boolean sole = (incoming[1] & SOLE) != 0;
        early.add(new Early(from, incoming[0], theirs, sole, System.nanoTime()));
        listen();
      }
    }
  }

  private void compare(Call now, int other, long sequence, Call theirs) {
    boolean known = sequence <= now.sequence() && sequence > now.sequence() - REMEMBERED;
    if (known) {
      Call mine = calls[slot(sequence)];
      if (mine.tag() != theirs.tag()) {
        throw mismatch(mine, other, theirs);
      }
    }
  }

  /// Tells the other rank, too.
  CollectiveMismatchException mismatch(Call mine, int other, Call theirs) {
    tell(mine, other, false);
    return new CollectiveMismatchException(
        mine.differenceTo(members.self(), other, theirs)
            + ": all ranks call the same operations in the same order");
  }

  /// Says to another rank what this one is in.
  ///
  /// @param sole whether it stays in it until the other comes, and has one thread alone for such
  ///   operations
  void tell(Call call, int other, boolean sole) {
    long[] notice = {call.sequence(), call.tag() | (sole ? SOLE : 0)};
    Transfer send = endpoint.take().of(notice).with(members.inWorld(other), context, 0);
    try {
      endpoint.send(send);
      endpoint.await(send);
    } catch (MessageException e) {
      LOG.log(System.Logger.Level.DEBUG, "no notice to rank " + other, e);
    } finally {
      endpoint.give(send);
    }
  }

  private static int slot(long sequence) {
    return (int) (sequence % REMEMBERED);
  }

  /// Listens no more.
  void close() {
    if (receive != Transfer.NONE && endpoint.cancel(receive)) {
      endpoint.give(receive);
      receive = Transfer.NONE;
    }
  }
}
