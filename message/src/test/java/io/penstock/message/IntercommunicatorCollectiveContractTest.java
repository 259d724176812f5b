package io.penstock.message;

import static io.penstock.message.Communicator.NO_RANK;
import static io.penstock.message.Intercommunicator.ROOT;
import static io.penstock.message.RankValues.filled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What intercommunicators of every transport promise about operations of all ranks.
@Timeout(60)
class IntercommunicatorCollectiveContractTest {
  /// So many elements are longer than what is sent before it is asked for.
  private static final int LONG = 100_000;

  /// Runs something for each rank of both groups as root.
  @FunctionalInterface
  private interface Rooted {
    void run(int root, int inWorld);
  }

  private static void forEachRoot(TwoGroups groups, Rooted body) {
    for (boolean ofThirds : new boolean[] {true, false}) {
      int[] ranks = ofThirds == groups.isThird() ? groups.own : groups.other;
      for (int rank = 0; rank < ranks.length; rank++) {
        body.run(groups.root(ofThirds, rank), ranks[rank]);
      }
    }
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void aRootOfOneGroupSendsToAllOfTheOther(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          if (ranks == 1) {
            return;
          }
          TwoGroups groups = TwoGroups.of(world);
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
          TwoGroups groups = TwoGroups.of(world);
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
          TwoGroups groups = TwoGroups.of(world);
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
          TwoGroups groups = TwoGroups.of(world);
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
          TwoGroups groups = TwoGroups.of(world);
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

  // ---- ranks that do not agree ------------------------------------------------------------------

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void ranksInDifferentOperationsAreTold(TestJob job) {
    job.run(
        2,
        world -> {
          Intercommunicator between = TwoGroups.of(world).between;
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
          Intercommunicator between = TwoGroups.of(world).between;
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
}
