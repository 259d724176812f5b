package mpi;

import io.penstock.message.Communicator;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Ranks that call operations together.
///
/// All ranks of a communicator call an operation, with arguments that agree; only one thread of a
/// rank at a time. Buffers are as those of [Comm#Send]. What only the root uses may be null
/// elsewhere. All displacements count extents of the datatype.
@SuppressWarnings({
  "MemberName",
  "exports"
}) // the names of mpiJava; annotations that a program may do without
public sealed class Intracomm extends Comm permits Cartcomm, Graphcomm {
  Intracomm(Supplier<Context> context) {
    super(context);
  }

  static Intracomm of(Context context) {
    return new Intracomm(() -> context);
  }

  /// The calling rank's place in a communicator that was just made. All of its ranks call it.
  static Context contextIn(Communicator ranks) {
    int[] members = new int[ranks.size()];
    ranks.allGather(new int[] {RankState.current().rank()}, members);
    Group group = Group.of(members);
    return new Context(ranks, group, group);
  }

  // ---- other communicators ---------------------------------------------------------------------

  @Override
  public Object clone() throws MPIException {
    return of(duplicated());
  }

  Context duplicated() {
    Context here = context();
    return MPIException.telling(
        () -> new Context(here.ranks().duplicate(), here.group(), here.group()));
  }

  /// The ranks that give the same color.
  ///
  /// @param color 0 or more; [MPI#UNDEFINED] for none
  /// @param key ranks are ordered by it, and by their rank here where it is the same
  /// @return null for the color [MPI#UNDEFINED]
  /// @throws MPIException for any other color below 0
  public @Nullable Intracomm Split(int color, int key) throws MPIException {
    if (color < 0 && color != MPI.UNDEFINED) {
      throw new MPIException("color " + color + ": a color is 0 or more, or MPI.UNDEFINED");
    }
    Optional<Communicator> part = MPIException.telling(() -> ranks().split(color, key));
    return part.isEmpty() ? null : of(MPIException.telling(() -> contextIn(part.get())));
  }

  /// The ranks of a group, in its order. All ranks of this communicator call it.
  ///
  /// @return null for a rank that is not in the group
  /// @throws MPIException if the group has a rank that is none of this communicator
  public @Nullable Intracomm Create(Group group) throws MPIException {
    if (Group.Difference(group, context().group()).size() > 0) {
      throw new MPIException("a communicator is made of ranks of the one that it is made from");
    }
    int rank = group.Rank();
    return created(Math.min(rank, 0), rank)
        .map(made -> of(new Context(made, group, group)))
        .orElse(null);
  }

  private Optional<Communicator> created(int color, int key) {
    return MPIException.telling(() -> ranks().split(color, key));
  }

  /// The first ranks as places of a grid, in row-major order.
  ///
  /// @param dims how many ranks there are along each axis
  /// @param periods whether each axis is a ring
  /// @param reorder of no effect: ranks keep their order
  /// @return null for a rank that has no place
  /// @throws MPIException if there are more places than ranks, or a number is below 1
  public @Nullable Cartcomm Create_cart(int[] dims, boolean[] periods, boolean reorder)
      throws MPIException {
    return Cartcomm.of(this, dims, periods);
  }

  /// The first ranks as nodes of a graph.
  ///
  /// @param index how many edges the nodes up to each have together
  /// @param edges the neighbours of each node, one node after the other
  /// @param reorder of no effect: ranks keep their order
  /// @return null for a rank that is no node
  /// @throws MPIException if there are more nodes than ranks, or an edge leads to none
  public @Nullable Graphcomm Create_graph(int[] index, int[] edges, boolean reorder)
      throws MPIException {
    return Graphcomm.of(this, index, edges);
  }

  /// The calling rank's place among the first `count` ranks, which keep their order.
  Optional<Context> first(int count) {
    boolean within = Rank() < count;
    int[] ranks = IntStream.range(0, count).toArray();
    Group group = context().group().Incl(ranks);
    return created(within ? 0 : MPI.UNDEFINED, Rank()).map(made -> new Context(made, group, group));
  }

  /// Compares two communicators, as [Comm#Compare].
  public static int Compare(Comm comm1, Comm comm2) throws MPIException {
    return Comm.Compare(comm1, comm2);
  }

  // ---- data ------------------------------------------------------------------------------------

  private void together(Consumer<ElementCollectives> call) {
    MPIException.telling(() -> call.accept(new ElementCollectives(ranks())));
  }

  /// The same number of items for each rank, one rank after the other.
  private TypedRange[] each(@Nullable Object buffer, int offset, int count, Datatype type) {
    int step = Math.multiplyExact(count, type.layout().extent());
    return IntStream.range(0, ranks().size())
        .mapToObj(
            i ->
                TypedRange.of(
                    buffer, Math.addExact(offset, Math.multiplyExact(i, step)), count, type))
        .toArray(TypedRange[]::new);
  }

  private TypedRange[] each(
      @Nullable Object buffer, int offset, int[] counts, int[] displs, Datatype type) {
    int size = ranks().size();
    if (counts.length < size || displs.length < size) {
      throw new MPIException(
          counts.length + " counts and " + displs.length + " displacements for " + size + " ranks");
    }
    int extent = type.layout().extent();
    return IntStream.range(0, size)
        .mapToObj(
            i ->
                TypedRange.of(
                    buffer,
                    Math.addExact(offset, Math.multiplyExact(displs[i], extent)),
                    counts[i],
                    type))
        .toArray(TypedRange[]::new);
  }

  /// Waits until all ranks have come here.
  public void Barrier() throws MPIException {
    MPIException.telling(ranks()::barrier);
  }

  /// Sends to all ranks what `root` has.
  public void Bcast(Object buf, int offset, int count, Datatype type, int root)
      throws MPIException {
    together(ranks -> ranks.broadcast(TypedRange.of(buf, offset, count, type), root));
  }

  /// Brings together at `root`, by rank, what all ranks send.
  ///
  /// @param recvcount how many items come from each rank
  public void Gather(
      Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvoffset,
      int recvcount,
      Datatype recvtype,
      int root)
      throws MPIException {
    together(
        ranks ->
            ranks.gather(
                TypedRange.of(sendbuf, sendoffset, sendcount, sendtype),
                Rank() == root ? each(recvbuf, recvoffset, recvcount, recvtype) : new TypedRange[0],
                root));
  }

  /// Brings together at `root` what all ranks send.
  ///
  /// @param recvcounts how many items come from each rank
  /// @param displs where they go
  public void Gatherv(
      Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      @Nullable Object recvbuf,
      int recvoffset,
      int @Nullable [] recvcounts,
      int @Nullable [] displs,
      Datatype recvtype,
      int root)
      throws MPIException {
    together(
        ranks ->
            ranks.gather(
                TypedRange.of(sendbuf, sendoffset, sendcount, sendtype),
                Rank() == root
                    ? each(recvbuf, recvoffset, given(recvcounts), given(displs), recvtype)
                    : new TypedRange[0],
                root));
  }

  private static int[] given(int @Nullable [] numbers) {
    if (numbers == null) {
      throw new MPIException("the root has no counts or displacements");
    }
    return numbers;
  }

  /// Deals out, by rank, what `root` has.
  ///
  /// @param sendcount how many items go to each rank
  public void Scatter(
      @Nullable Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      Object recvbuf,
      int recvoffset,
      int recvcount,
      Datatype recvtype,
      int root)
      throws MPIException {
    together(
        ranks ->
            ranks.scatter(
                Rank() == root ? each(sendbuf, sendoffset, sendcount, sendtype) : new TypedRange[0],
                TypedRange.of(recvbuf, recvoffset, recvcount, recvtype),
                root));
  }

  /// Deals out what `root` has.
  ///
  /// @param sendcounts how many items go to each rank
  /// @param displs where they begin
  public void Scatterv(
      @Nullable Object sendbuf,
      int sendoffset,
      int @Nullable [] sendcounts,
      int @Nullable [] displs,
      Datatype sendtype,
      Object recvbuf,
      int recvoffset,
      int recvcount,
      Datatype recvtype,
      int root)
      throws MPIException {
    together(
        ranks ->
            ranks.scatter(
                Rank() == root
                    ? each(sendbuf, sendoffset, given(sendcounts), given(displs), sendtype)
                    : new TypedRange[0],
                TypedRange.of(recvbuf, recvoffset, recvcount, recvtype),
                root));
  }

  /// Brings together at all ranks, by rank, what all ranks send.
  ///
  /// @param recvcount how many items come from each rank
  public void Allgather(
      Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      Object recvbuf,
      int recvoffset,
      int recvcount,
      Datatype recvtype)
      throws MPIException {
    together(
        ranks ->
            ranks.allGather(
                TypedRange.of(sendbuf, sendoffset, sendcount, sendtype),
                each(recvbuf, recvoffset, recvcount, recvtype)));
  }

  /// Brings together at all ranks what all ranks send.
  ///
  /// @param recvcounts how many items come from each rank
  /// @param displs where they go
  public void Allgatherv(
      Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      Object recvbuf,
      int recvoffset,
      int[] recvcounts,
      int[] displs,
      Datatype recvtype)
      throws MPIException {
    together(
        ranks ->
            ranks.allGather(
                TypedRange.of(sendbuf, sendoffset, sendcount, sendtype),
                each(recvbuf, recvoffset, recvcounts, displs, recvtype)));
  }

  /// Sends the n-th items of each rank to rank n.
  ///
  /// @param sendcount how many items go to each rank
  /// @param recvcount how many come from each
  public void Alltoall(
      Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      Object recvbuf,
      int recvoffset,
      int recvcount,
      Datatype recvtype)
      throws MPIException {
    together(
        ranks ->
            ranks.allToAll(
                each(sendbuf, sendoffset, sendcount, sendtype),
                each(recvbuf, recvoffset, recvcount, recvtype)));
  }

  /// Sends some items of each rank to each rank.
  ///
  /// @param sendcount how many items go to each rank
  /// @param sdispls where they begin
  /// @param recvcount how many come from each
  /// @param rdispls where they go
  public void Alltoallv(
      Object sendbuf,
      int sendoffset,
      int[] sendcount,
      int[] sdispls,
      Datatype sendtype,
      Object recvbuf,
      int recvoffset,
      int[] recvcount,
      int[] rdispls,
      Datatype recvtype)
      throws MPIException {
    together(
        ranks ->
            ranks.allToAll(
                each(sendbuf, sendoffset, sendcount, sdispls, sendtype),
                each(recvbuf, recvoffset, recvcount, rdispls, recvtype)));
  }

  // ---- reductions ------------------------------------------------------------------------------

  /// Combines, item by item, what all ranks send, at `root`.
  public void Reduce(
      Object sendbuf,
      int sendoffset,
      @Nullable Object recvbuf,
      int recvoffset,
      int count,
      Datatype datatype,
      Op op,
      int root)
      throws MPIException {
    together(
        ranks ->
            ranks.reduce(
                TypedRange.of(sendbuf, sendoffset, count, datatype),
                Rank() == root
                    ? TypedRange.of(recvbuf, recvoffset, count, datatype)
                    : TypedRange.of(null, 0, 0, datatype),
                datatype,
                op,
                root));
  }

  /// Combines, item by item, what all ranks send; all get the same.
  public void Allreduce(
      Object sendbuf,
      int sendoffset,
      Object recvbuf,
      int recvoffset,
      int count,
      Datatype datatype,
      Op op)
      throws MPIException {
    together(
        ranks ->
            ranks.allReduce(
                TypedRange.of(sendbuf, sendoffset, count, datatype),
                TypedRange.of(recvbuf, recvoffset, count, datatype),
                datatype,
                op));
  }

  /// Combines, item by item, what all ranks send, and deals it out.
  ///
  /// @param recvcounts how many items each rank gets
  public void Reduce_scatter(
      Object sendbuf,
      int sendoffset,
      Object recvbuf,
      int recvoffset,
      int[] recvcounts,
      Datatype datatype,
      Op op)
      throws MPIException {
    together(
        ranks -> {
          int[] counts = IntStream.of(recvcounts).limit(ranks().size()).toArray();
          int all = IntStream.of(counts).reduce(0, Math::addExact);
          ranks.reduceScatter(
              TypedRange.of(sendbuf, sendoffset, all, datatype),
              TypedRange.of(recvbuf, recvoffset, counts[Rank()], datatype),
              counts,
              datatype,
              op);
        });
  }

  /// Combines, item by item, what the ranks up to each send.
  public void Scan(
      Object sendbuf,
      int sendoffset,
      Object recvbuf,
      int recvoffset,
      int count,
      Datatype datatype,
      Op op)
      throws MPIException {
    together(
        ranks ->
            ranks.scan(
                TypedRange.of(sendbuf, sendoffset, count, datatype),
                TypedRange.of(recvbuf, recvoffset, count, datatype),
                datatype,
                op));
  }
}
