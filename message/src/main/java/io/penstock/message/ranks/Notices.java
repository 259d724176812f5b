package io.penstock.message.ranks;

import io.penstock.message.CollectiveMismatchException;
import io.penstock.message.match.Condition;
import io.penstock.message.match.Endpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Messages by which ranks that have waited long in a collective operation tell each other which
/// one they are in, so that ranks that called different operations, and wait for each other because
/// of it, find out.
///
/// Belongs to the thread that is in the operation.
final class Notices implements Condition {
  /// Of so many last calls a rank can still say what they were.
  private static final int REMEMBERED = 64;

  private final RankGroup members;
  private final SideChannel channel;
  private final CallSignature[] calls = new CallSignature[REMEMBERED];
  private final List<Early> early = new ArrayList<>();
  private long entered = -1;

  /// A notice of an operation that this rank has not entered yet: without it the other goes no
  /// further.
  ///
  /// @param other its rank in the world
  private record Early(int other, long sequence, CallSignature call) {}

  Notices(Endpoint endpoint, RankGroup members, int context) {
    this.members = members;
    this.channel = new SideChannel(endpoint, context, 2);
  }

  /// A notice is there, or never will be.
  @Override
  public boolean met() {
    return channel.met();
  }

  /// This rank is in an operation now.
  void enter(CallSignature call) {
    calls[slot(call.sequence())] = call;
    entered = call.sequence();
    if (members.size() > 1) {
      channel.listen();
    }
    look(call);
  }

  /// Reads what other ranks said.
  ///
  /// @throws CollectiveMismatchException if one of them is, or was, in another operation than this
  ///   rank
  void look(CallSignature now) {
    read();
    for (Early notice : List.copyOf(early)) {
      if (notice.sequence() <= entered) {
        early.remove(notice);
        compare(now, members.rank(notice.other()), notice.sequence(), notice.call());
      }
    }
  }

  private void read() {
    for (Optional<SideChannel.Message> next = channel.poll();
        next.isPresent();
        next = channel.poll()) {
      SideChannel.Message notice = next.get();
      long sequence = notice.number(0);
      if (members.rank(notice.from()) >= 0 && sequence >= 0 && early.size() < most()) {
        CallSignature theirs = CallSignature.tagged((int) notice.number(1));
        early.add(new Early(notice.from(), sequence, theirs));
      }
    }
  }

  /// Each rank waits in one operation after the other, and speaks of it once.
  private int most() {
    return REMEMBERED * members.size();
  }

  private void compare(CallSignature now, int other, long sequence, CallSignature theirs) {
    boolean known = sequence <= now.sequence() && sequence > now.sequence() - REMEMBERED;
    if (known) {
      CallSignature mine = calls[slot(sequence)];
      if (mine.tag() != theirs.tag()) {
        throw mismatch(mine, other, theirs);
      }
    }
  }

  /// Tells the other rank, too.
  CollectiveMismatchException mismatch(CallSignature mine, int other, CallSignature theirs) {
    tell(mine, other);
    return new CollectiveMismatchException(
        mine.differenceTo(members, other, theirs)
            + ": all ranks call the same operations in the same order");
  }

  /// Says to another rank what this one is in.
  void tell(CallSignature call, int other) {
    channel.send(members.inWorld(other), call.sequence(), call.tag());
  }

  private static int slot(long sequence) {
    return (int) (sequence % REMEMBERED);
  }

  /// Listens no more.
  void close() {
    channel.close();
  }
}
