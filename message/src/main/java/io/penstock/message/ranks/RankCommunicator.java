package io.penstock.message.ranks;

import io.penstock.array.Layout;
import io.penstock.message.Communicator;
import io.penstock.message.Intercommunicator;
import io.penstock.message.RankFailedException;
import io.penstock.message.Request;
import io.penstock.message.SharedWindow;
import io.penstock.message.Shares;
import io.penstock.message.Topology;
import io.penstock.message.Window;
import io.penstock.message.match.Endpoint;
import io.penstock.object.JdkObjectCodec;
import io.penstock.object.ObjectCodec;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.IntStream;

/// A communicator on an endpoint.
public final class RankCommunicator extends DataCommunicator {
  private static final int HIGHEST_STATUS = 255;

  private final World world;
  private final String name;

  private RankCommunicator(
      World world,
      String name,
      PointToPointCalls pointToPoint,
      Collectives collectives,
      ObjectMessages objectMessages) {
    super(pointToPoint, collectives, objectMessages);
    this.world = world;
    this.name = name;
  }

  static RankCommunicator of(
      World world, String name, RankGroup members, int number, ObjectMessages objectMessages) {
    PointToPointCalls pointToPoint =
        new PointToPointCalls(world.endpoint(), members, World.messages(number));
    Collectives collectives =
        new Collectives(world, members, pointToPoint, World.collectives(number));
    return new RankCommunicator(world, name, pointToPoint, collectives, objectMessages);
  }

  /// All ranks of a job. Closing it closes the endpoint.
  ///
  /// @param explanation which transport carries the messages, and why that one
  public static Communicator world(Endpoint endpoint, String explanation) {
    World world = new World(endpoint, explanation);
    return of(
        world,
        "world",
        RankGroup.world(endpoint.size(), endpoint.rank()),
        0,
        new ObjectMessages(JdkObjectCodec.allowing()));
  }

  @Override
  public int rank() {
    return pointToPoint.members().self();
  }

  @Override
  public int size() {
    return pointToPoint.members().size();
  }

  @Override
  public String explain() {
    return world.explanation();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Communicator withName(String other) {
    return new RankCommunicator(world, other, pointToPoint, collectives, objectMessages);
  }

  /// `world, rank 2 of 4`.
  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%s, rank %d of %d", name, rank(), size());
  }

  @Override
  public Communicator withObjects(ObjectCodec codec) {
    return new RankCommunicator(world, name, pointToPoint, collectives, new ObjectMessages(codec));
  }

  // ---- all ranks together ----------------------------------------------------------------------

  @Override
  public void allToAll(List<? extends Layout> send, List<? extends Layout> receive) {
    collectives.run(calls.allToAll(List.copyOf(send), List.copyOf(receive)));
  }

  @Override
  public Request iallToAll(List<? extends Layout> send, List<? extends Layout> receive) {
    return collectives.start(calls.allToAll(List.copyOf(send), List.copyOf(receive)));
  }

  @Override
  public void neighbourAllToAll(
      List<? extends Layout> send, List<? extends Layout> receive, Topology topology) {
    collectives.run(neighbourCalls.allToAll(List.copyOf(send), List.copyOf(receive), topology));
  }

  @Override
  public Request ineighbourAllToAll(
      List<? extends Layout> send, List<? extends Layout> receive, Topology topology) {
    return collectives.start(
        neighbourCalls.allToAll(List.copyOf(send), List.copyOf(receive), topology));
  }

  @Override
  public List<Object> allGatherObjects(Object mine) {
    byte[] own = objectMessages.encode(mine);
    return onObjects(CollectiveOperation.ALL_GATHER_OBJECTS, 0, objects -> objects.allGather(own));
  }

  @Override
  public Object broadcastObject(Object value, int root) {
    byte[] encoded = rank() == root ? objectMessages.encode(value) : new byte[0];
    return onObjects(
        CollectiveOperation.BROADCAST_OBJECT,
        root,
        objects -> objects.broadcast(value, encoded, root));
  }

  @Override
  public List<Object> gatherObjects(Object mine, int root) {
    byte[] own = objectMessages.encode(mine);
    return onObjects(
        CollectiveOperation.GATHER_OBJECTS, root, objects -> objects.gather(own, root));
  }

  @Override
  public Object scatterObjects(List<?> all, int root) {
    List<byte[]> each = rank() == root ? encodeEach(all) : List.of();
    return onObjects(
        CollectiveOperation.SCATTER_OBJECTS, root, objects -> objects.scatter(each, root));
  }

  @Override
  public List<Object> allToAllObjects(List<?> each) {
    List<byte[]> encoded = encodeEach(each);
    return onObjects(
        CollectiveOperation.ALL_TO_ALL_OBJECTS, 0, objects -> objects.allToAll(encoded));
  }

  private List<byte[]> encodeEach(List<?> all) {
    ArgumentChecks.requireOneForEach(all, size());
    return all.stream().map(objectMessages::encode).toList();
  }

  private <T> T onObjects(
      CollectiveOperation operation, int root, Function<ObjectCollectives, T> part) {
    return together(
        operation, root, call -> part.apply(new ObjectCollectives(call, objectMessages)));
  }

  private <T> T together(CollectiveOperation operation, int root, Function<Collective, T> part) {
    List<T> result = new ArrayList<>(1);
    collectives.run(CollectiveCall.of(operation, root, call -> () -> result.add(part.apply(call))));
    return result.getFirst();
  }

  @Override
  @SuppressWarnings("unchecked") // the codec says which classes others may send
  public <T> Optional<T> reduceObjects(T mine, BinaryOperator<T> operator, int root) {
    BinaryOperator<Object> any = (BinaryOperator<Object>) operator;
    return (Optional<T>)
        together(
            CollectiveOperation.REDUCE_OBJECTS,
            root,
            call -> new ObjectReducing(call, objectMessages, any).reduce(mine, root));
  }

  @Override
  @SuppressWarnings("unchecked") // the codec says which classes others may send
  public <T> T allReduceObjects(T mine, BinaryOperator<T> operator) {
    BinaryOperator<Object> any = (BinaryOperator<Object>) operator;
    return (T)
        together(
            CollectiveOperation.ALL_REDUCE_OBJECTS,
            0,
            call -> new ObjectReducing(call, objectMessages, any).allReduce(mine));
  }

  // ---- other communicators ---------------------------------------------------------------------

  @Override
  public Communicator duplicate() {
    return regroup(CollectiveOperation.DUPLICATE, 0, 0).orElseThrow();
  }

  @Override
  public Optional<Communicator> split(int color, int key) {
    return regroup(CollectiveOperation.SPLIT, color, key);
  }

  @Override
  public Communicator splitByHost() {
    long[] mine = Host.number();
    long[] all = new long[mine.length * size()];
    Shares shares = Shares.equal(mine.length, size());
    collectives.run(
        CollectiveCall.of(
            CollectiveOperation.SPLIT_BY_HOST,
            0,
            call ->
                () ->
                    new DataMovement(call)
                        .gatherEverywhere(Region.of(mine), Region.of(all), shares)));
    return split(firstOf(mine, all), 0).orElseThrow();
  }

  /// The first rank on the same machine.
  private static int firstOf(long[] mine, long[] all) {
    int rank = 0;
    while (!Arrays.equals(
        mine, Arrays.copyOfRange(all, mine.length * rank, mine.length * (rank + 1)))) {
      rank++;
    }
    return rank;
  }

  @Override
  public Communicator createGroup(int... chosen) {
    RankGroup members = pointToPoint.members();
    pointToPoint.requireOpen();
    GroupCreation creation = new GroupCreation(world, members, pointToPoint.context(), chosen);
    return of(world, name, members.some(chosen), creation.agree(), objectMessages);
  }

  @Override
  public Intercommunicator createIntercommunicator(
      int localLeader, Communicator peers, int remoteLeader, int tag) {
    RankGroup members = pointToPoint.members();
    IntercommunicatorCreation creation =
        new IntercommunicatorCreation(world, members, localLeader, peers, remoteLeader, tag);
    collectives.run(
        CollectiveCall.of(
            CollectiveOperation.CREATE_INTERCOMMUNICATOR,
            localLeader,
            call -> () -> creation.meet(call)));
    return RankIntercommunicator.of(
        world, name, creation.pair(), creation.number(), objectMessages);
  }

  @Override
  public OptionalInt rankIn(Communicator other, int rank) {
    int inWorld = pointToPoint.members().inWorld(rank);
    if (!(other instanceof RankCommunicator theirs) || !theirs.world.equals(world)) {
      throw new IllegalArgumentException("the communicators are of different jobs, or ranks");
    }
    int found = theirs.pointToPoint.members().rank(inWorld);
    return found < 0 ? OptionalInt.empty() : OptionalInt.of(found);
  }

  // ---- memory of several ranks -----------------------------------------------------------------

  @Override
  public Window createWindow(MemorySegment memory) {
    WindowCreation.requireExposable(memory);
    return onTwin(CollectiveOperation.CREATE_WINDOW, twin -> new WindowCreation(twin).of(memory));
  }

  @Override
  public Window allocateWindow(long bytes) {
    WindowCreation.requireSize(bytes);
    return onTwin(
        CollectiveOperation.CREATE_WINDOW, twin -> new WindowCreation(twin).allocate(bytes));
  }

  @Override
  public SharedWindow allocateSharedWindow(long bytes) {
    WindowCreation.requireSize(bytes);
    return onTwin(
        CollectiveOperation.ALLOCATE_SHARED_WINDOW,
        twin -> SharedWindowCreation.allocate(twin, bytes));
  }

  /// Makes a window on a communicator of its own, which ends with it, or at once if it fails.
  private <T> T onTwin(CollectiveOperation operation, Function<RankCommunicator, T> making) {
    RankCommunicator twin = (RankCommunicator) regroup(operation, 0, 0).orElseThrow();
    try {
      return making.apply(twin);
    } catch (RuntimeException | Error e) {
      twin.close();
      throw e;
    }
  }

  World world() {
    return world;
  }

  private Optional<Communicator> regroup(CollectiveOperation operation, int color, int key) {
    Grouping grouping = new Grouping(world.nextNumber(), color, key);
    collectives.run(CollectiveCall.of(operation, 0, call -> () -> grouping.gather(call)));
    return color < 0
        ? Optional.empty()
        : Optional.of(
            of(
                world,
                name,
                grouping.members(pointToPoint.members()),
                grouping.number(pointToPoint.members()),
                objectMessages));
  }

  @Override
  public void abort(int status) {
    if (status < 1 || status > HIGHEST_STATUS) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "a job is aborted with a status from 1 to %d, not %d",
              HIGHEST_STATUS,
              status));
    }
    int self = world.endpoint().rank();
    String why = String.format(Locale.ROOT, "rank %d aborted the job with status %d", self, status);
    world.endpoint().abort(status, why);
    throw new RankFailedException(self, why);
  }

  /// A barrier that is a step of another operation, with its name.
  void barrier(CollectiveOperation operation) {
    collectives.run(
        CollectiveCall.of(operation, 0, call -> () -> new DataMovement(call).barrier()));
  }

  @Override
  public void close() {
    collectives.close(this::endJob);
  }

  /// The world's communicator ends the rank's part in the job. The others wait until this rank has
  /// left, whatever fails before.
  private void endJob() {
    if (pointToPoint.context() != 0) {
      return;
    }
    try {
      world.end();
    } finally {
      world.deadlocks().close();
      world.endpoint().close();
      collectives.settle();
    }
  }

  /// A division of a communicator's ranks into new communicators.
  private static final class Grouping {
    private static final int FIELDS = 3;

    private final long[] mine;
    private final int color;
    private long[] all = {};

    /// @param number for a communicator whose first member is this rank
    Grouping(int number, int color, int key) {
      this.color = color;
      this.mine = new long[] {number, color, key};
    }

    /// Learns what all others want.
    void gather(Collective call) {
      all = new long[FIELDS * call.size()];
      new DataMovement(call)
          .gatherEverywhere(Region.of(mine), Region.of(all), Shares.equal(FIELDS, call.size()));
    }

    /// The ranks of this one's color.
    RankGroup members(RankGroup from) {
      return from.some(chosen(from));
    }

    private int[] chosen(RankGroup from) {
      return IntStream.range(0, from.size())
          .filter(rank -> all[FIELDS * rank + 1] == color)
          .boxed()
          .sorted(Comparator.comparingLong(rank -> all[FIELDS * rank + 2]))
          .mapToInt(Integer::intValue)
          .toArray();
    }

    /// The number of the new communicator.
    int number(RankGroup from) {
      int first = chosen(from)[0];
      return World.requireNumber(all[FIELDS * first], "rank " + first);
    }
  }
}
