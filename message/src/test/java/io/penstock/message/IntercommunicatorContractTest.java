package io.penstock.message;

import static io.penstock.message.Communicator.ANY_SOURCE;
import static io.penstock.message.Communicator.ANY_TAG;
import static io.penstock.message.Communicator.NO_RANK;
import static io.penstock.message.Intercommunicator.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.penstock.message.Intercommunicator.Place;
import io.penstock.message.threads.RankThreads;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What intercommunicators of every transport promise.
@Timeout(60)
class IntercommunicatorContractTest {
  private static final int TAG = 7;

  /// So many elements are longer than what is sent before it is asked for.
  private static final int LONG = 100_000;

  /// Every third rank and the others, as one of them has them. Ranks are those of the world.
  private static final class Groups {
    private final Intercommunicator between;
    private final int[] own;
    private final int[] other;
    private final int me;

    Groups(Intercommunicator between, int[] own, int[] other, int me) {
      this.between = between;
      this.own = own;
      this.other = other;
      this.me = me;
    }

    static Groups of(Communicator world) {
      int[] thirds = ranks(world, rank -> rank % 3 == 0 ? 1 : 0);
      int[] rest = ranks(world, rank -> rank % 3 == 0 ? 0 : 1);
      boolean isThird = world.rank() % 3 == 0;
      int[] own = isThird ? thirds : rest;
      int[] other = isThird ? rest : thirds;
      Communicator group = world.split(isThird ? 0 : 1, 0).orElseThrow();
      int remoteLeader = other[other.length - 1];
      Intercommunicator between =
          group.createIntercommunicator(own.length - 1, world, remoteLeader, TAG);
      return new Groups(between, own, other, world.rank());
    }

    private static int[] ranks(Communicator world, IntUnaryOperator wanted) {
      return IntStream.range(0, world.size())
          .filter(rank -> wanted.applyAsInt(rank) == 1)
          .toArray();
    }

    boolean isThird() {
      return me % 3 == 0;
    }

    /// What a rank passes as root, where it is a rank of one of the groups.
    int root(boolean ofThirds, int rank) {
      if (ofThirds != isThird()) {
        return rank;
      }
      return between.rank() == rank ? ROOT : NO_RANK;
    }
  }

  /// Runs something for each rank of both groups as root.
  @FunctionalInterface
  private interface Rooted {
    void run(int root, int inWorld);
  }

  private static void forEachRoot(Groups groups, Rooted body) {
    for (boolean ofThirds : new boolean[] {true, false}) {
      int[] ranks = ofThirds == groups.isThird() ? groups.own : groups.other;
      for (int rank = 0; rank < ranks.length; rank++) {
        body.run(groups.root(ofThirds, rank), ranks[rank]);
      }
    }
  }

  // ---- from rank to rank -----------------------------------------------------------------------

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void aRankSendsToTheRanksOfTheOtherGroup(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          if (ranks == 1) {
            return;
          }
          Groups groups = Groups.of(world);
          Intercommunicator between = groups.between;
          assertThat(groups.own[between.rank()]).isEqualTo(world.rank());
          assertThat(between.size()).isEqualTo(groups.own.length);
          assertThat(between.remoteSize()).isEqualTo(groups.other.length);
          assertThat(between.name()).isEqualTo("world");
          assertThat(between.withName("both").name()).isEqualTo("both");
          for (int length : new int[] {1, LONG}) {
            List<Request> sends =
                IntStream.range(0, between.remoteSize())
                    .mapToObj(to -> between.isend(filled(length, world.rank()), to, to))
                    .toList();
            int[] sources = new int[between.remoteSize()];
            for (int i = 0; i < sources.length; i++) {
              int[] room = new int[length];
              Status status = between.receive(room, ANY_SOURCE, ANY_TAG);
              assertThat(status.tag()).isEqualTo(between.rank());
              assertThat(room).containsOnly(groups.other[status.source()]);
              sources[i] = status.source();
            }
            assertThat(sources).containsExactlyInAnyOrder(allBelow(sources.length));
            Request.awaitAll(sends.toArray(Request[]::new));
            between.barrier();
          }
        });
  }

  private static int[] filled(int length, int value) {
    int[] data = new int[length];
    Arrays.fill(data, value);
    return data;
  }

  private static int[] allBelow(int count) {
    return IntStream.range(0, count).toArray();
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void theOtherOperationsBetweenTwoRanksGoToTheOtherGroupToo(TestJob job) {
    job.run(
        3,
        world -> {
          Intercommunicator between = Groups.of(world).between;
          if (world.rank() == 0) {
            for (int peer = 0; peer < 2; peer++) {
              between.sendObject("to " + peer, peer, TAG);
              assertThat(between.probe(peer, TAG).source()).isEqualTo(peer);
              MatchedMessage message = between.matchedProbe(peer, ANY_TAG);
              byte[] room = new byte[2];
              assertThat(between.receive(room, message).source()).isEqualTo(peer);
              assertThat(room).containsExactly(peer, 5);
              int[] exchanged = {40};
              between.sendReceiveReplace(exchanged, peer, TAG, peer, TAG);
              assertThat(exchanged).containsExactly(peer);
            }
            assertThat(between.iprobe(ANY_SOURCE, ANY_TAG)).isEmpty();
          } else {
            assertThat(between.receiveObject(0, TAG)).isEqualTo("to " + between.rank());
            between.synchronousSend(new byte[] {(byte) between.rank(), 5}, 0, TAG);
            int[] came = new int[1];
            between.sendReceive(new int[] {between.rank()}, 0, TAG, came, 0, TAG);
            assertThat(came).containsExactly(40);
          }
          between.send(new int[1], NO_RANK, TAG);
          assertThat(between.receive(new int[1], NO_RANK, TAG).source()).isEqualTo(NO_RANK);
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void messagesMeetNoneOfACommunicatorOrADuplicate(TestJob job) {
    job.run(
        2,
        world -> {
          Intercommunicator between = Groups.of(world).between;
          Intercommunicator again = between.duplicate();
          int[] fromWorld = new int[1];
          int[] fromBetween = new int[1];
          int[] fromAgain = new int[1];
          Request first = world.ireceive(fromWorld, ANY_SOURCE, ANY_TAG);
          Request second = between.ireceive(fromBetween, ANY_SOURCE, ANY_TAG);
          Request third = again.ireceive(fromAgain, ANY_SOURCE, ANY_TAG);
          again.send(new int[] {3}, 0, TAG);
          between.send(new int[] {2}, 0, TAG);
          world.send(new int[] {1}, 1 - world.rank(), TAG);
          Request.awaitAll(first, second, third);
          assertThat(fromWorld).containsExactly(1);
          assertThat(fromBetween).containsExactly(2);
          assertThat(fromAgain).containsExactly(3);
          between.close();
          assertThatIllegalStateException().isThrownBy(() -> between.send(new int[1], 0, TAG));
          assertThatIllegalStateException().isThrownBy(between::barrier);
          again.barrier();
          Request open = again.ireceive(fromAgain, 0, TAG);
          assertThatIllegalStateException().isThrownBy(again::close).withMessageContaining("1 req");
          assertThat(open.isDone()).isTrue();
          world.barrier();
        });
  }

  // ---- all ranks together ----------------------------------------------------------------------

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void aRootOfOneGroupSendsToAllOfTheOther(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          if (ranks == 1) {
            return;
          }
          Groups groups = Groups.of(world);
          Intercommunicator between = groups.between;
          forEachRoot(
              groups,
              (root, inWorld) -> {
                int[] data = filled(3, world.rank());
                between.broadcast(data, root);
                assertThat(data).containsOnly(root >= 0 ? inWorld : world.rank());
                long[] all = new long[2 * between.remoteSize()];
                Arrays.setAll(all, i -> 100L * inWorld + i);
                long[] mine = {-1, -1};
                between.scatter(root == ROOT ? all : new long[0], mine, root);
                assertThat(mine)
                    .containsExactly(
                        root < 0 ? new long[] {-1, -1} : dealt(inWorld, between.rank()));
                Shares shares =
                    Shares.of(IntStream.range(0, between.remoteSize()).asLongStream().toArray());
                long[] share = new long[between.rank()];
                between.scatter(root == ROOT ? all : new long[0], shares, share, root);
                for (long value : share) {
                  assertThat(value / 100).isEqualTo(root < 0 ? 0 : inWorld);
                }
              });
        });
  }

  private static long[] dealt(int root, int rank) {
    return new long[] {100L * root + 2L * rank, 100L * root + 2L * rank + 1};
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void allOfOneGroupSendToARootOfTheOther(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          if (ranks == 1) {
            return;
          }
          Groups groups = Groups.of(world);
          Intercommunicator between = groups.between;
          int sum = IntStream.of(groups.other).sum();
          forEachRoot(
              groups,
              (root, _) -> {
                boolean here = root == ROOT;
                int[] gathered = new int[here ? between.remoteSize() : 0];
                between.gather(new int[] {world.rank()}, gathered, root);
                int[] shared = new int[here ? 2 * between.remoteSize() : 0];
                between.gather(
                    new int[] {world.rank()}, shared, spread(between.remoteSize()), root);
                int[] reduced = new int[LONG];
                between.reduce(filled(LONG, world.rank()), reduced, Reduction.SUM, root);
                if (here) {
                  assertThat(gathered).containsExactly(groups.other);
                  for (int i = 0; i < between.remoteSize(); i++) {
                    assertThat(shared[2 * i]).isZero();
                    assertThat(shared[2 * i + 1]).isEqualTo(groups.other[i]);
                  }
                }
                assertThat(reduced).containsOnly(here ? sum : 0);
              });
        });
  }

  /// One element each, at every second place.
  private static Shares spread(int ranks) {
    return Shares.of(
        IntStream.range(0, ranks).mapToLong(_ -> 1).toArray(),
        IntStream.range(0, ranks).mapToLong(i -> 2L * i + 1).toArray());
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void eachGroupGetsWhatTheOtherHasGiven(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          if (ranks == 1) {
            return;
          }
          Groups groups = Groups.of(world);
          Intercommunicator between = groups.between;
          int me = world.rank();
          int others = between.remoteSize();
          int given = groups.isThird() ? 2 : 1;
          int[] gathered = new int[(3 - given) * others];
          between.allGather(filled(given, me), gathered);
          int[] shared = new int[2 * others + 1];
          between.allGather(new int[] {me}, shared, spread(others));
          int[] sent = IntStream.range(0, others).map(to -> 100 * me + to).toArray();
          int[] received = new int[others];
          between.allToAll(sent, received);
          int[] receivedShares = new int[2 * others];
          Request exchange =
              between.iallToAll(sent, Shares.equal(1, others), receivedShares, spread(others));
          int[] reduced = filled(LONG, me);
          Request reduction = between.iallReduce(reduced, reduced, Reduction.SUM);
          Request barrier = between.ibarrier();
          Request.awaitAll(exchange, reduction, barrier);
          for (int i = 0; i < others; i++) {
            int value = 100 * groups.other[i] + between.rank();
            assertThat(gathered[(3 - given) * i]).isEqualTo(groups.other[i]);
            assertThat(shared[2 * i + 1]).isEqualTo(groups.other[i]);
            assertThat(received[i]).isEqualTo(value);
            assertThat(receivedShares[2 * i + 1]).isEqualTo(value);
          }
          assertThat(reduced).containsOnly(IntStream.of(groups.other).sum());
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void aReductionGoesInTheOrderOfTheOtherGroupAndIsDealtOutInThis(TestJob job, int ranks) {
    Reduction right = Reduction.ordered("right", 1, (_, _) -> {}); // keeps what is there
    job.run(
        ranks,
        world -> {
          if (ranks == 1) {
            return;
          }
          Groups groups = Groups.of(world);
          Intercommunicator between = groups.between;
          int total = between.size() * between.remoteSize() * 2;
          Shares shares = Shares.equal(total / between.size(), between.size());
          double[] mine = new double[total / between.size()];
          double[] send = new double[total];
          Arrays.setAll(send, i -> 1000.0 * world.rank() + i);
          between.reduceScatter(send, mine, shares, Reduction.SUM);
          double base = 1000.0 * IntStream.of(groups.other).sum();
          for (int i = 0; i < mine.length; i++) {
            long at = shares.displacement(between.rank()) + i;
            assertThat(mine[i]).isEqualTo(base + at * between.remoteSize());
          }
          int[] last = new int[1];
          between.allReduce(new int[] {world.rank()}, last, right);
          assertThat(last).containsExactly(groups.other[groups.other.length - 1]);
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void anyKindOfDataGoesFromGroupToGroup(TestJob job) {
    job.run(
        3,
        world -> {
          Groups groups = Groups.of(world);
          Intercommunicator between = groups.between;
          int root = groups.root(true, 0);
          boolean here = root == ROOT;
          boolean[] booleans = {here, false, here};
          between.broadcast(booleans, root);
          assertThat(booleans).containsExactly(true, false, true);
          try (Arena arena = Arena.ofConfined();
              MessageBuffer buffer = new MessageBuffer()) {
            MemorySegment confined = arena.allocate(16);
            confined.set(ValueLayout.JAVA_LONG, 8, here ? 99 : 0);
            between.ibroadcast(confined, root).await();
            assertThat(confined.get(ValueLayout.JAVA_LONG, 8)).isEqualTo(99);
            if (here) {
              buffer.write(new short[] {1, 2}).commit();
            }
            between.broadcast(buffer, root);
            buffer.rewind();
            short[] came = new short[2];
            buffer.read(came);
            assertThat(came).containsExactly(1, 2);
          }
          boolean[] all = new boolean[between.remoteSize()];
          between.allGather(new boolean[] {here}, all);
          assertThat(all).containsOnly(!here);
        });
  }

  // ---- a communicator of both ------------------------------------------------------------------

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void bothGroupsMergeInTheOrderThatTheyAskFor(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          if (ranks == 1) {
            return;
          }
          Groups groups = Groups.of(world);
          Intercommunicator between = groups.between;
          int[] thirds = groups.isThird() ? groups.own : groups.other;
          int[] rest = groups.isThird() ? groups.other : groups.own;
          for (boolean thirdsFirst : new boolean[] {true, false}) {
            Place place = groups.isThird() == thirdsFirst ? Place.FIRST : Place.LAST;
            try (Communicator merged = between.merge(place)) {
              assertThat(members(merged, world))
                  .containsExactly(thirdsFirst ? joined(thirds, rest) : joined(rest, thirds));
            }
          }
          int[] one = members(between.merge(Place.FIRST), world);
          assertThat(one).isIn(joined(thirds, rest), joined(rest, thirds));
          assertThat(members(between.merge(Place.LAST), world)).containsExactly(one);
        });
  }

  private static int[] members(Communicator merged, Communicator world) {
    int[] all = new int[merged.size()];
    merged.allGather(new int[] {world.rank()}, all);
    return all;
  }

  private static int[] joined(int[] first, int[] second) {
    return IntStream.concat(IntStream.of(first), IntStream.of(second)).toArray();
  }

  // ---- errors ----------------------------------------------------------------------------------

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void ranksThatTheOtherGroupDoesNotHaveAreRefused(TestJob job) {
    job.run(
        3,
        world -> {
          Intercommunicator between = Groups.of(world).between;
          int none = between.remoteSize();
          int[] data = new int[2];
          assertThatIllegalArgumentException()
              .isThrownBy(() -> between.send(data, none, TAG))
              .withMessageContaining("no rank " + none);
          assertThatIllegalArgumentException().isThrownBy(() -> between.receive(data, none, TAG));
          assertThatIllegalArgumentException().isThrownBy(() -> between.broadcast(data, none));
          assertThatIllegalArgumentException()
              .isThrownBy(() -> between.gather(data, data, none))
              .withMessageContaining("other group of " + none);
          assertThatIllegalArgumentException()
              .isThrownBy(() -> between.gather(data, data, Shares.equal(0, none + 1), ROOT))
              .withMessageContaining("other group");
          assertThatIllegalArgumentException().isThrownBy(() -> between.allGather(data, data));
          between.barrier();
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void leadersThatDoNotExistOrAreOfTheGroupAreAnErrorAtAllItsRanks(TestJob job) {
    job.run(
        3,
        world -> {
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.createIntercommunicator(3, world, 0, TAG))
              .withMessageContaining("no rank 3");
          RankThreads.Body[] wrong = {
            one -> one.createIntercommunicator(1, one, 3, TAG),
            one -> one.createIntercommunicator(1, one, 2, TAG),
            one -> one.createIntercommunicator(1, one, 1, TAG),
            one -> one.createIntercommunicator(1, one, NO_RANK, TAG),
            one -> one.createIntercommunicator(1, one, 0, -1)
          };
          String[] why = {"no rank 3", "rank 2", "rank 1", "no rank", "not -1"};
          for (int i = 0; i < wrong.length; i++) {
            RankThreads.Body body = wrong[i];
            if (world.rank() == 1) {
              assertThatIllegalArgumentException()
                  .isThrownBy(() -> body.run(world))
                  .withMessageContaining(why[i]);
            } else {
              assertThatExceptionOfType(MessageException.class)
                  .isThrownBy(() -> body.run(world))
                  .withMessageContaining("rank 1, the leader of this group")
                  .withMessageContaining(why[i]);
            }
          }
          assertThat(Groups.of(world).between.remoteSize()).isPositive();
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void groupsThatHaveARankInCommonAreRefused(TestJob job) {
    job.run(
        3,
        world -> {
          Communicator first = world.rank() == 2 ? world : world.createGroup(0, 1);
          Communicator second = world.rank() == 0 ? world : world.createGroup(2, 1);
          if (world.rank() == 0) {
            assertRefused(() -> first.createIntercommunicator(0, world, 2, TAG));
          } else if (world.rank() == 2) {
            assertRefused(() -> second.createIntercommunicator(0, world, 0, TAG));
          } else {
            Thread other =
                Thread.ofPlatform()
                    .start(
                        () ->
                            assertThatExceptionOfType(MessageException.class)
                                .isThrownBy(() -> first.createIntercommunicator(0, world, 0, TAG)));
            assertThatExceptionOfType(MessageException.class)
                .isThrownBy(() -> second.createIntercommunicator(0, world, 0, TAG))
                .withMessageContaining("both groups");
            other.join();
          }
        });
  }

  private static void assertRefused(Runnable creation) {
    assertThatIllegalArgumentException()
        .isThrownBy(creation::run)
        .withMessageContaining("both groups");
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void ranksOfAGroupThatNameDifferentLeadersAreTold(TestJob job) {
    job.run(
        2,
        world ->
            assertThatExceptionOfType(CollectiveMismatchException.class)
                .isThrownBy(() -> world.createIntercommunicator(world.rank(), world, 0, TAG))
                .withMessageContaining("createIntercommunicator"));
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aLeaderThatNamesAnotherRankOfTheOtherGroupIsTold(TestJob job) {
    job.run(
        4,
        world -> {
          boolean low = world.rank() < 2;
          Communicator half = world.split(low ? 0 : 1, 0).orElseThrow();
          int named = low ? 3 : 0; // where rank 2 leads
          Class<? extends MessageException> expected =
              half.rank() == 0 ? CollectiveMismatchException.class : MessageException.class;
          assertThatExceptionOfType(expected)
              .isThrownBy(() -> half.createIntercommunicator(0, world, named, TAG))
              .withMessageContaining("leads");
          Intercommunicator between = half.createIntercommunicator(0, world, low ? 2 : 0, TAG);
          between.barrier();
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void ranksInDifferentOperationsAreTold(TestJob job) {
    job.run(
        2,
        world -> {
          Intercommunicator between = Groups.of(world).between;
          int[] data = new int[1];
          assertThatExceptionOfType(CollectiveMismatchException.class)
              .isThrownBy(
                  () -> {
                    if (world.rank() == 0) {
                      between.allGather(data, new int[1]);
                    } else {
                      between.broadcast(data, 0);
                    }
                  })
              .withMessageContaining("of the other group")
              .withMessageContaining("broadcast with root 0 of t");
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void whoWaitsForARootThatIsBesideTheRootIsTold(TestJob job) {
    job.run(
        2,
        world -> {
          Intercommunicator between = Groups.of(world).between;
          if (world.rank() == 0) {
            between.broadcast(new int[1], NO_RANK);
            assertThatExceptionOfType(CollectiveMismatchException.class)
                .isThrownBy(between::barrier)
                .withMessageContaining("root NO_RANK");
          } else {
            assertThatExceptionOfType(CollectiveMismatchException.class)
                .isThrownBy(() -> between.broadcast(new int[1], 0))
                .withMessageContaining("rank 0 of the other group");
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void ranksOfAGroupThatMergeAtDifferentPlacesAreTold(TestJob job) {
    job.run(
        3,
        world -> {
          Intercommunicator between = Groups.of(world).between;
          Place place = world.rank() == 1 ? Place.FIRST : Place.LAST;
          assertThatExceptionOfType(CollectiveMismatchException.class)
              .isThrownBy(() -> between.merge(place))
              .withMessageContaining(world.rank() == 0 ? "the other group" : "this group");
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aPeerThatHasLeftIsAnErrorOfTheOthers(TestJob job) {
    job.run(
        2,
        world -> {
          Intercommunicator between = Groups.of(world).between;
          if (world.rank() == 1) {
            assertThatExceptionOfType(MessageException.class)
                .isThrownBy(() -> between.receive(new int[1], ANY_SOURCE, TAG));
            assertThatExceptionOfType(MessageException.class).isThrownBy(between::barrier);
          }
        });
  }
}
