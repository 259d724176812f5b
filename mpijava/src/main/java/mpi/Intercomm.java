package mpi;

import io.penstock.message.Communicator;
import io.penstock.message.Reduction;
import java.util.function.Supplier;

/// Ranks of two groups: a message goes from a rank of one to a rank of the other, which is named by
/// its number there.
@SuppressWarnings("MemberName") // the names of mpiJava
public final class Intercomm extends Comm {
  private final Supplier<Intercomm> again;

  private Intercomm(Context context, Supplier<Intercomm> again) {
    super(() -> context);
    this.again = again;
  }

  /// See [Comm#Create_intercomm].
  static Intercomm of(Comm peer, Comm local, int leader, int remoteLeader, int tag) {
    Context here = local.context();
    if (here.isBetweenGroups()) {
      throw new MPIException("an intercommunicator is made of two communicators of one group each");
    }
    here.beneath(leader);
    return MPIException.telling(
        () ->
            new Intercomm(
                met(peer, here, leader, remoteLeader, tag),
                () -> of(peer, local, leader, remoteLeader, tag)));
  }

  // Numbers of carriers rise: one that is the next or later for all has been taken by none.
  private static Context met(Comm peer, Context here, int leader, int remoteLeader, int tag) {
    Communicator ranks = here.ranks();
    Group own = here.group();
    int[] next = {RankState.current().nextCarrier()};
    ranks.allReduce(next, next, Reduction.MAXIMUM);
    int[] head = {next[0], own.size()};
    int[] otherHead = new int[head.length];
    if (ranks.rank() == leader) {
      exchange(peer, remoteLeader, tag, head, otherHead);
    }
    ranks.broadcast(otherHead, leader);
    int[] members = new int[otherHead[1]];
    if (ranks.rank() == leader) {
      exchange(peer, remoteLeader, tag, own.toArray(), members);
    }
    ranks.broadcast(members, leader);
    Group other = Group.of(members);
    if (Group.Intersection(own, other).size() > 0) {
      throw new MPIException("the two groups of an intercommunicator have no rank in common");
    }
    int carrier = Math.max(head[0], otherHead[0]);
    return new Context(RankState.current().takeCarrier(carrier), own, other);
  }

  private static void exchange(Comm peer, int rank, int tag, int[] sent, int[] received) {
    peer.Sendrecv(
        sent, 0, sent.length, MPI.INT, rank, tag, received, 0, received.length, MPI.INT, rank, tag);
  }

  /// How many ranks the other group has.
  public int Remote_size() throws MPIException {
    return context().peers().size();
  }

  /// The other group.
  public Group Remote_group() throws MPIException {
    return context().peers();
  }

  /// A communicator of both groups. All ranks of both call it.
  ///
  /// @param high whether the caller's group comes after the other; where both say the same, the one
  ///   with the lower rank of the world comes first
  /// @throws MPIException if the groups are not all ranks of the job together
  public Intracomm Merge(boolean high) throws MPIException {
    Context here = context();
    Communicator world = RankState.current().world().ranks();
    if (here.group().size() + here.peers().size() != world.size()) {
      throw new MPIException(
          "an intercommunicator of some ranks of the job cannot be merged: split COMM_WORLD"
              + " instead");
    }
    int place = (high ? 2 : 0) + (here.group().worldRank(0) < here.peers().worldRank(0) ? 0 : 1);
    int key = place * world.size() + Rank();
    return MPIException.telling(
        () -> Intracomm.of(Intracomm.contextIn(world.split(0, key).orElseThrow())));
  }

  @Override
  public boolean Test_inter() throws MPIException {
    return true;
  }

  @Override
  public Object clone() throws MPIException {
    return again.get();
  }
}
