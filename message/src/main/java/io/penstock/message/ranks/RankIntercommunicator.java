package io.penstock.message.ranks;

import io.penstock.message.CollectiveMismatchException;
import io.penstock.message.Communicator;
import io.penstock.message.Intercommunicator;
import io.penstock.message.Shares;
import io.penstock.object.ObjectCodec;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;

/// An intercommunicator on an endpoint.
final class RankIntercommunicator extends DataIntercommunicator {
  private final World world;
  private final String name;
  private final GroupPair pair;

  private RankIntercommunicator(
      World world,
      String name,
      GroupPair pair,
      PointToPointCalls pointToPoint,
      Collectives collectives,
      ObjectMessages objectMessages) {
    super(pointToPoint, collectives, new IntergroupCalls(pair), objectMessages);
    this.world = world;
    this.name = name;
    this.pair = pair;
  }

  static RankIntercommunicator of(
      World world, String name, GroupPair pair, int number, ObjectMessages objectMessages) {
    PointToPointCalls pointToPoint =
        new PointToPointCalls(world.endpoint(), pair.peers(), World.messages(number));
    Collectives collectives =
        new Collectives(world, pair.all(), pointToPoint, World.collectives(number));
    return new RankIntercommunicator(world, name, pair, pointToPoint, collectives, objectMessages);
  }

  @Override
  public int rank() {
    return pair.rank();
  }

  @Override
  public int size() {
    return pair.size();
  }

  @Override
  public int remoteSize() {
    return pair.remoteSize();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Intercommunicator withName(String other) {
    return new RankIntercommunicator(world, other, pair, pointToPoint, collectives, objectMessages);
  }

  @Override
  public Intercommunicator withObjects(ObjectCodec codec) {
    return new RankIntercommunicator(
        world, name, pair, pointToPoint, collectives, new ObjectMessages(codec));
  }

  /// `world, rank 1 of 3 with a group of 2`.
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT, "%s, rank %d of %d with a group of %d", name, rank(), size(), remoteSize());
  }

  @Override
  public Intercommunicator duplicate() {
    long[] numbers = fromEach(CollectiveOperation.DUPLICATE, world.nextNumber());
    return of(world, name, pair, number(numbers[0]), objectMessages);
  }

  @Override
  public Communicator merge(Place place) {
    long[] all =
        fromEach(CollectiveOperation.MERGE, world.nextNumber(), place == Place.FIRST ? 0 : 1);
    int[] places = IntStream.range(0, all.length / 2).map(i -> (int) all[2 * i + 1]).toArray();
    requireOnePlace(places, pair.own(), "this group");
    requireOnePlace(places, pair.other(), "the other group");
    boolean ownIsFirst = places[pair.own()[0]] < places[pair.other()[0]];
    boolean otherIsFirst = places[pair.other()[0]] < places[pair.own()[0]];
    int[] order =
        ownIsFirst || otherIsFirst
            ? IntStream.concat(
                    IntStream.of(ownIsFirst ? pair.own() : pair.other()),
                    IntStream.of(ownIsFirst ? pair.other() : pair.own()))
                .toArray()
            : pair.all().all();
    return RankCommunicator.of(world, name, pair.all().some(order), number(all[0]), objectMessages);
  }

  private int number(long given) {
    return World.requireNumber(given, "rank " + pair.all().name(0));
  }

  private static void requireOnePlace(int[] places, int[] group, String whose) {
    if (Arrays.stream(group).map(rank -> places[rank]).distinct().count() > 1) {
      throw new CollectiveMismatchException(
          "merge: the ranks of " + whose + " give different places: all of a group give the same");
    }
  }

  /// Brings together what each rank of both groups says, by their common numbers.
  private long[] fromEach(CollectiveOperation operation, long... mine) {
    long[] all = new long[mine.length * pair.all().size()];
    Shares shares = Shares.equal(mine.length, pair.all().size());
    collectives.run(
        CollectiveCall.of(
            operation,
            0,
            call ->
                () ->
                    new DataMovement(call)
                        .gatherEverywhere(Region.of(mine), Region.of(all), shares)));
    return all;
  }

  @Override
  public void close() {
    collectives.close(() -> {});
  }
}
