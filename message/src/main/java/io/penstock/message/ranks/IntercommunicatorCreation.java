package io.penstock.message.ranks;

import io.penstock.message.CollectiveMismatchException;
import io.penstock.message.Communicator;
import io.penstock.message.MessageException;
import io.penstock.message.match.Condition;
import io.penstock.message.match.Endpoint;
import io.penstock.message.match.Transfer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The creation of an intercommunicator, as one rank takes part in it: once all ranks of a group
/// have come, its leader tells that of the other group who they are, and them what it hears, or why
/// it hears nothing.
///
/// A rank that the other leader takes for this group's refuses: otherwise the leaders would wait
/// for each other for ever.
final class IntercommunicatorCreation {
  /// In place of a number, of a leader that has met none.
  private static final long FAILED = -1;

  /// In place of a number, to a leader that names no leader, or is not named.
  private static final long REFUSED = -1;

  private static final int NOBODY = -1;
  private static final int FIELDS = 3;

  private final World world;
  private final Endpoint endpoint;
  private final RankGroup members;
  private final int leader;
  private final Communicator peers;
  private final int remoteLeader;
  private final int tag;
  private int[] others = {};
  private boolean isFirst;
  private int number;

  /// @param members this rank's group
  IntercommunicatorCreation(
      World world, RankGroup members, int leader, Communicator peers, int remoteLeader, int tag) {
    this.world = world;
    this.endpoint = world.endpoint();
    this.members = members;
    this.leader = leader;
    this.peers = peers;
    this.remoteLeader = remoteLeader;
    this.tag = tag;
  }

  /// The two groups, after [#meet].
  GroupPair pair() {
    return new GroupPair(members, others, isFirst);
  }

  /// The number of the intercommunicator, after [#meet].
  int number() {
    return number;
  }

  void meet(Collective call) {
    DataMovement movement = new DataMovement(call);
    movement.barrier(); // from now on all know that they name the same leader
    if (members.self() == leader) {
      lead(call, movement);
    } else {
      follow(call, movement);
    }
  }

  /// Where leaders meet.
  ///
  /// @param context of their messages; [#FAILED] in place of a meeting
  /// @param other who the other leader is in the world
  private record Meeting(long context, long tag, long other) {
    long[] numbers() {
      return new long[] {context, tag, other};
    }

    /// A message between the leaders.
    Transfer with(Transfer transfer, int peer) {
      return transfer.with(peer, (int) context, (int) tag);
    }
  }

  // ---- the leader ------------------------------------------------------------------------------

  private void lead(Collective call, DataMovement movement) {
    Meeting meeting;
    try {
      meeting = meeting();
    } catch (RuntimeException e) {
      byte[] why = why(e);
      movement.broadcast(Region.of(new long[] {FAILED, why.length, 0}), leader);
      movement.broadcast(Region.of(why), leader);
      throw e;
    }
    movement.broadcast(Region.of(meeting.numbers()), leader);
    try {
      exchange(meeting);
    } catch (RuntimeException e) {
      byte[] why = why(e);
      answer(call, FAILED, why.length, 0);
      movement.broadcast(Region.of(why), leader);
      throw e;
    }
    answer(call, number, others.length, isFirst ? 1 : 0);
    movement.broadcast(Region.of(others), leader);
  }

  private static byte[] why(RuntimeException e) {
    return String.valueOf(e.getMessage()).getBytes(StandardCharsets.UTF_8);
  }

  private Meeting meeting() {
    if (!(peers instanceof RankCommunicator shared) || !shared.world().equals(world)) {
      throw new IllegalArgumentException(
          "the communicator that the leaders share is of another job, or rank");
    }
    if (tag < 0) {
      throw new IllegalArgumentException("a tag is 0 or more, not " + tag);
    }
    shared.pointToPoint.requireOpen();
    int other = shared.pointToPoint.members().inWorld(remoteLeader);
    if (members.rank(other) >= 0) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "rank %d of the communicator that the leaders share is of this group: name the leader of the other one",
              remoteLeader));
    }
    return new Meeting(World.leaders(shared.pointToPoint.context()), tag, other);
  }

  private void answer(Collective call, long... numbers) {
    Region region = Region.of(numbers);
    List<Collective.Step> sends = new ArrayList<>();
    for (int rank = 0; rank < members.size(); rank++) {
      if (rank != leader) {
        sends.add(call.send(region, rank));
      }
    }
    sends.forEach(call::await);
  }

  /// Tells the other leader who this rank's group is, and hears who the other is.
  private void exchange(Meeting meeting) {
    int self = endpoint.rank();
    int other = (int) meeting.other();
    int ownNumber = world.nextNumber();
    long[] head = new long[FIELDS];
    exchange(meeting, new long[] {ownNumber, members.size(), 0}, head);
    if (head[0] == REFUSED) {
      throw refused(meeting, (int) head[1]);
    }
    others = new int[(int) head[1]];
    exchange(meeting, members.inWorld(), others);
    for (int rank : others) {
      if (members.rank(rank) >= 0) {
        throw new IllegalArgumentException(
            String.format(
                Locale.ROOT,
                "rank %d of the job is in both groups: they have no rank in common",
                rank));
      }
    }
    isFirst = self < other;
    number =
        World.requireNumber(
            isFirst ? ownNumber : head[0],
            String.format(Locale.ROOT, "rank %d of the job", Math.min(self, other)));
  }

  /// @param right the leader of the other group, who has named this rank; or [#NOBODY] if this one
  ///   has named that leader, who has named another
  private CollectiveMismatchException refused(Meeting meeting, int right) {
    if (right == NOBODY) {
      return new CollectiveMismatchException(
          String.format(
              Locale.ROOT,
              "rank %d of the job leads this group, and rank %d of the job, which leads the other one, names another rank of it",
              endpoint.rank(),
              meeting.other()));
    }
    Meeting late = new Meeting(meeting.context(), meeting.tag(), right);
    exchange(late, new long[] {REFUSED, NOBODY, 0}, new long[FIELDS]);
    return new CollectiveMismatchException(
        String.format(
            Locale.ROOT,
            "rank %d of the job names rank %d of the job as leader of the other group, and rank %d leads it",
            endpoint.rank(),
            meeting.other(),
            right));
  }

  private void exchange(Meeting meeting, Object sent, Object received) {
    int other = (int) meeting.other();
    Transfer receive = endpoint.take();
    Transfer send = endpoint.take();
    try {
      endpoint.receive(meeting.with(receive.of(received), other));
      endpoint.send(meeting.with(send.of(sent), other));
      endpoint.await(send);
      endpoint.await(receive);
    } catch (RuntimeException e) { // or it would take what comes for a later meeting
      boolean _ = endpoint.cancel(receive);
      throw e;
    } finally {
      endpoint.give(receive);
      endpoint.give(send);
    }
  }

  // ---- the others ------------------------------------------------------------------------------

  private void follow(Collective call, DataMovement movement) {
    long[] numbers = new long[FIELDS];
    movement.broadcast(Region.of(numbers), leader);
    if (numbers[0] == FAILED) {
      throw failed(movement, numbers[1]);
    }
    Meeting meeting = new Meeting(numbers[0], numbers[1], numbers[2]);
    Collective.Step answer = call.receive(Region.of(numbers), leader);
    awaitOrRefuse(meeting, answer.transfer());
    call.await(answer);
    if (numbers[0] == FAILED) {
      throw failed(movement, numbers[1]);
    }
    number = Math.toIntExact(numbers[0]);
    others = new int[Math.toIntExact(numbers[1])];
    isFirst = numbers[2] == 1;
    movement.broadcast(Region.of(others), leader);
  }

  private MessageException failed(DataMovement movement, long length) {
    byte[] why = new byte[Math.toIntExact(length)];
    movement.broadcast(Region.of(why), leader);
    return new MessageException(
        String.format(
            Locale.ROOT,
            "rank %d, the leader of this group, has made no intercommunicator: %s",
            leader,
            new String(why, StandardCharsets.UTF_8)));
  }

  /// Waits for the leader's answer. The other leader, which this one waits for, may take this rank
  /// for the leader: then both would wait for ever.
  private void awaitOrRefuse(Meeting meeting, Transfer answer) {
    Transfer probe = meeting.with(endpoint.take(), (int) meeting.other());
    endpoint.await((Condition) () -> answer.met() || isTakenForLeader(probe));
    if (!answer.met()) {
      exchange(meeting, new long[] {REFUSED, members.inWorld(leader), 0}, new long[FIELDS]);
    }
    endpoint.give(probe);
  }

  private boolean isTakenForLeader(Transfer probe) {
    try {
      return endpoint.probe(probe);
    } catch (MessageException _) {
      return false; // the other leader is gone, as this one will find, too
    }
  }
}
