package mpi;

import io.penstock.message.Intercommunicator;
import io.penstock.message.Intercommunicator.Place;

/// Ranks of two groups: a message goes from a rank of one to a rank of the other, which is named by
/// its number there.
@SuppressWarnings("MemberName") // the names of mpiJava
public final class Intercomm extends Comm {
  private Intercomm(Context context) {
    super(() -> context);
  }

  /// See [Comm#Create_intercomm].
  static Intercomm of(Comm peer, Comm local, int leader, int remoteLeader, int tag) {
    Context here = local.context();
    return MPIException.telling(
        () -> {
          Intercommunicator between =
              here.ranks().createIntercommunicator(leader, peer.ranks(), remoteLeader, tag);
          int[] others = new int[between.remoteSize()];
          between.allGather(new int[] {RankState.current().rank()}, others);
          return new Intercomm(new Context(between, here.group(), Group.of(others)));
        });
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
  /// @param high whether the caller's group comes after the other; where both say the same, one of
  ///   them comes first, the same one each time
  /// @throws MPIException if ranks of a group say different things
  public Intracomm Merge(boolean high) throws MPIException {
    Place place = high ? Place.LAST : Place.FIRST;
    return MPIException.telling(
        () -> Intracomm.of(Intracomm.contextIn(context().between().merge(place))));
  }

  @Override
  public boolean Test_inter() throws MPIException {
    return true;
  }

  @Override
  public Object clone() throws MPIException {
    Context here = context();
    return MPIException.telling(
        () -> new Intercomm(new Context(here.between().duplicate(), here.group(), here.peers())));
  }
}
