package io.penstock.message.ranks;

import io.penstock.message.CollectiveMismatchException;
import io.penstock.message.MessageException;
import io.penstock.message.match.Endpoint;
import io.penstock.message.match.Transfer;
import java.util.Arrays;
import java.util.Locale;

/// The creation of a communicator by its members alone: the first one, when all others have told it
/// that they have the same list, tells them the number.
final class GroupCreation {
  private static final int FROM_MEMBER = 0;
  private static final int FROM_FIRST = 1;

  /// Told in place of a number, with the rank that has another list, ...
  private static final long MISMATCH = -1;

  /// ... or has left.
  private static final long ABSENT = World.NO_NUMBER - 1L;

  private final World world;
  private final Endpoint endpoint;
  private final RankGroup members;
  private final int context;
  private final int[] chosen;

  /// @param messages the context of the messages of the communicator that the ranks are of
  /// @param chosen its ranks
  GroupCreation(World world, RankGroup members, int messages, int... chosen) {
    this.world = world;
    this.endpoint = world.endpoint();
    this.members = members;
    this.context = World.creations(messages);
    this.chosen = chosen.clone();
    for (int rank : chosen) {
      int _ = members.inWorld(rank);
    }
    if (Arrays.stream(chosen).distinct().count() < chosen.length) {
      throw new IllegalArgumentException("a rank is named twice: " + Arrays.toString(chosen));
    }
    if (Arrays.stream(chosen).noneMatch(rank -> rank == members.self())) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "only members create a group: rank %d is not in %s",
              members.self(),
              Arrays.toString(chosen)));
    }
  }

  /// The number of the new communicator.
  int agree() {
    return chosen[0] == members.self() ? lead() : follow();
  }

  /// All others hear of what one has done, or whom the first has missed.
  private int lead() {
    long[] mine = digest();
    int differing = -1;
    int absent = -1;
    for (int i = 1; i < chosen.length; i++) {
      long[] theirs = new long[mine.length];
      if (!isHeard(theirs, chosen[i])) {
        absent = absent < 0 ? chosen[i] : absent;
      } else if (differing < 0 && !Arrays.equals(mine, theirs)) {
        differing = chosen[i];
      }
    }
    long[] answer = answer(differing, absent);
    for (int i = 1; i < chosen.length; i++) {
      tell(answer, chosen[i]);
    }
    return checked(answer[0], answer[1]);
  }

  private boolean isHeard(long[] theirs, int rank) {
    try {
      receive(theirs, rank, FROM_MEMBER);
      return true;
    } catch (MessageException e) {
      endpoint.check(); // unless the job has ended
      return false;
    }
  }

  private long[] answer(int differing, int absent) {
    if (absent >= 0) {
      return new long[] {ABSENT, absent};
    }
    return differing >= 0
        ? new long[] {MISMATCH, differing}
        : new long[] {world.nextNumber(), chosen[0]};
  }

  /// One that has left is missed when it is needed.
  private void tell(long[] answer, int rank) {
    try {
      send(answer, rank, FROM_FIRST);
    } catch (MessageException e) {
      endpoint.check(); // unless the job has ended
    }
  }

  private int follow() {
    send(digest(), chosen[0], FROM_MEMBER);
    long[] answer = new long[2];
    receive(answer, chosen[0], FROM_FIRST);
    return checked(answer[0], answer[1]);
  }

  private int checked(long number, long differing) {
    if (number == ABSENT) {
      throw new MessageException(
          String.format(
              Locale.ROOT,
              "rank %d creates the group %s, and rank %d has left the job, or cannot be heard",
              chosen[0],
              chosen[0] == members.self() ? Arrays.toString(chosen) : "of which it is the first",
              differing));
    }
    if (number == MISMATCH) {
      throw new CollectiveMismatchException(
          String.format(
              Locale.ROOT,
              "rank %d creates the group %s, and rank %d one with another list: all members give the same",
              chosen[0] == members.self() ? members.self() : chosen[0],
              chosen[0] == members.self() ? Arrays.toString(chosen) : "of which it is the first",
              differing));
    }
    return World.requireNumber(number, "rank " + chosen[0]);
  }

  /// A number for the list, which another list hardly has.
  private long[] digest() {
    long hash = chosen.length;
    for (int rank : chosen) {
      hash = (hash ^ rank) * 0x9E3779B97F4A7C15L;
      hash ^= hash >>> 29;
    }
    return new long[] {chosen.length, hash};
  }

  private void send(long[] numbers, int to, int tag) {
    Transfer transfer = endpoint.take();
    try {
      endpoint.send(transfer.of(numbers).with(members.inWorld(to), context, tag));
      endpoint.await(transfer);
    } finally {
      endpoint.give(transfer);
    }
  }

  private void receive(long[] numbers, int from, int tag) {
    Transfer transfer = endpoint.take();
    try {
      endpoint.receive(transfer.of(numbers).with(members.inWorld(from), context, tag));
      endpoint.await(transfer);
    } finally {
      endpoint.give(transfer);
    }
  }
}
