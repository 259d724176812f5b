package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.memory.BufferPool;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What communicators of every transport promise about operations between neighbours.
@Timeout(60)
class NeighbourContractTest {
  private static final int[] COUNTS = {0, 1, 100, 40_000};

  // ---- grids -----------------------------------------------------------------------------------

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void ranksOfAGridGatherWhatIsBeforeAndAfterThemAlongEachAxis(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          for (RankGrid grid : grids(ranks)) {
            for (int count : COUNTS) {
              gather(world, grid, count);
            }
          }
        });
  }

  private static List<RankGrid> grids(int ranks) {
    RankGrid plane = RankGrid.balanced(ranks, 2);
    return List.of(
        RankGrid.of(ranks),
        RankGrid.of(ranks).withRings(0),
        plane.withRings(0),
        plane.withRings(0, 1),
        RankGrid.of(1, ranks, 1).withRings(0, 1, 2));
  }

  private static void gather(Communicator world, RankGrid grid, int count) {
    int[] sources = grid.sources(world.rank());
    int[] mine = new int[count];
    Arrays.fill(mine, world.rank());
    int[] all = new int[count * sources.length];
    Arrays.fill(all, -1);
    int[] expected = all.clone();
    for (int place = 0; place < sources.length; place++) {
      if (sources[place] != Communicator.NO_RANK) {
        Arrays.fill(expected, count * place, count * (place + 1), sources[place]);
      }
    }
    world.neighbourAllGather(mine, all, grid);
    assertThat(all).as("%s", grid).isEqualTo(expected);
  }

  /// In rings of one and two ranks as well, where the same rank is on both sides.
  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void whatGoesToTheRankBeforeComesFromTheRankAfter(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          for (RankGrid grid : grids(ranks)) {
            for (int count : COUNTS) {
              exchange(world, grid, count);
            }
          }
        });
  }

  private static void exchange(Communicator world, Topology topology, int count) {
    int me = world.rank();
    long[] send = new long[count * topology.destinations(me).length];
    Arrays.setAll(send, i -> value(me, i / count, i % count));
    int[] sources = topology.sources(me);
    long[] receive = new long[count * sources.length];
    Arrays.fill(receive, -1);
    long[] expected = receive.clone();
    for (int place = 0; place < sources.length; place++) {
      if (sources[place] != Communicator.NO_RANK) {
        for (int i = 0; i < count; i++) {
          expected[place * count + i] = value(sources[place], topology.sendPlace(me, place), i);
        }
      }
    }
    world.neighbourAllToAll(send, receive, topology);
    assertThat(receive).as("%s", topology).isEqualTo(expected);
  }

  private static long value(int from, int place, int index) {
    return 1_000_000L * from + 100_000L * place + index;
  }

  // ---- graphs ----------------------------------------------------------------------------------

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void ranksOfAnyGraphExchangeAlongItsEdges(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          Random random = new Random(ranks);
          for (int round = 0; round < 8; round++) {
            RankGraph graph = RankGraph.of(randomEdges(random, ranks));
            exchange(world, graph, random.nextInt(3));
            exchange(world, graph, 20_000);
          }
        });
  }

  /// Some ranks have no edges, some have several to one rank, and to themselves.
  private static int[][] randomEdges(Random random, int ranks) {
    return IntStream.range(0, ranks)
        .mapToObj(_ -> random.ints(random.nextInt(5), 0, ranks).toArray())
        .toArray(int[][]::new);
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void eachRankSaysItsOwnPartOfAGraphInItsOwnOrder(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          int me = world.rank();
          int[] others = IntStream.range(0, ranks).map(i -> (me + i) % ranks).toArray();
          int[] backwards = IntStream.range(0, ranks).map(i -> others[ranks - 1 - i]).toArray();
          RankGraph graph = RankGraph.adjacent(world, backwards, others);
          assertThat(graph.size()).isEqualTo(ranks);
          assertThat(graph.sources(me)).isEqualTo(backwards);
          assertThat(graph.destinations(me)).isEqualTo(others);
          exchange(world, graph, 3);
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aGraphWhoseRanksDoNotAgreeIsRefusedAtAll(TestJob job) {
    job.run(
        3,
        world -> {
          int[] none = {};
          int[] two = world.rank() == 0 ? new int[] {2, 2} : none;
          int[] zero = world.rank() == 2 ? new int[] {0} : none;
          assertThatIllegalArgumentException()
              .isThrownBy(() -> RankGraph.adjacent(world, zero, two))
              .withMessageContaining(
                  "rank 0 names rank 2 as destination 2 times, which names it as source 1 times");
          assertThatIllegalArgumentException()
              .isThrownBy(() -> RankGraph.adjacent(world, two, none))
              .withMessageContaining(
                  "rank 2 names rank 0 as destination 0 times, which names it as source 2 times");
          int[] wrong = world.rank() == 1 ? new int[] {3} : none;
          assertThatIllegalArgumentException()
              .isThrownBy(() -> RankGraph.adjacent(world, none, wrong))
              .withMessage("rank 1 sends to rank 3: there are ranks 0 to 2");
          world.barrier();
        });
  }

  // ---- shares and lists ------------------------------------------------------------------------

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void sharesOfNeighboursGoAnywhereAndGapsStayAsTheyAre(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          int me = world.rank();
          RankGrid line = RankGrid.of(ranks);
          int[] beside = line.sources(me);
          // Rank r sends r + 1 elements; the share of nobody has 5.
          long[] counts = IntStream.of(beside).mapToLong(from -> from < 0 ? 5 : from + 1).toArray();
          Shares shares = Shares.of(counts, new long[] {counts[1] + 2, 1});
          short[] all = new short[(int) shares.end() + 1];
          Arrays.fill(all, (short) -1);
          short[] expected = all.clone();
          for (int place = 0; place < 2; place++) {
            if (beside[place] != Communicator.NO_RANK) {
              int at = (int) shares.displacement(place);
              Arrays.fill(expected, at, at + beside[place] + 1, (short) beside[place]);
            }
          }
          short[] mine = new short[me + 1];
          Arrays.fill(mine, (short) me);
          world.neighbourAllGather(mine, all, shares, line);
          assertThat(all).isEqualTo(expected);

          short[] exchanged = new short[all.length];
          Arrays.fill(exchanged, (short) -1);
          Shares sent = Shares.of(new long[] {me + 1, me + 1}, new long[] {0, 0});
          world.neighbourAllToAll(mine, sent, exchanged, shares, line);
          assertThat(exchanged).isEqualTo(expected);
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void eachNeighbourHasMemoryAndATypeOfItsOwn(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          int me = world.rank();
          RankGrid ring = RankGrid.of(ranks, 1).withRings(0);
          int before = (me + ranks - 1) % ranks;
          int after = (me + 1) % ranks;
          try (Arena arena = Arena.ofConfined()) {
            int[] down = {me, 1, 2};
            double[] up = {me, 0.5};
            double[] fromBefore = new double[2];
            MemorySegment fromAfter = arena.allocate(ValueLayout.JAVA_INT, 3);
            byte[] untouched = {7};
            Elements nobody = Elements.of(untouched);
            List<Elements> send = List.of(Elements.of(down), Elements.of(up), nobody, nobody);
            List<Elements> receive =
                List.of(
                    Elements.of(fromBefore),
                    Elements.of(fromAfter, ElementType.INT),
                    Elements.of(new byte[9]),
                    Elements.of(new byte[0]));
            for (boolean waits : new boolean[] {true, false}) {
              Arrays.fill(fromBefore, -1);
              fromAfter.fill((byte) 0);
              if (waits) {
                world.neighbourAllToAll(send, receive, ring);
              } else {
                world.ineighbourAllToAll(send, receive, ring).await();
              }
              assertThat(fromBefore).containsExactly(before, 0.5);
              assertThat(fromAfter.toArray(ValueLayout.JAVA_INT)).containsExactly(after, 1, 2);
              assertThat(untouched).containsExactly(7);
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void operationsBetweenNeighboursGoOnInTheBackgroundInTheirOrder(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          int me = world.rank();
          RankGrid ring = RankGrid.of(ranks).withRings(0);
          Shares ones = Shares.equal(1, 2);
          List<Request> requests = new ArrayList<>();
          List<int[]> all = new ArrayList<>();
          for (int round = 0; round < 20; round++) {
            int[] mine = {100 * me + round};
            int[] both = {100 * me + round, 100 * me + round};
            Stream.generate(() -> new int[2]).limit(4).forEach(all::add);
            requests.add(world.ineighbourAllGather(mine, all.get(4 * round), ring));
            requests.add(world.ineighbourAllGather(mine, all.get(4 * round + 1), ones, ring));
            requests.add(world.ineighbourAllToAll(both, all.get(4 * round + 2), ring));
            requests.add(world.ineighbourAllToAll(both, ones, all.get(4 * round + 3), ones, ring));
          }
          Request.awaitAll(requests);
          int before = (me + ranks - 1) % ranks;
          int after = (me + 1) % ranks;
          for (int i = 0; i < all.size(); i++) {
            assertThat(all.get(i)).containsExactly(100 * before + i / 4, 100 * after + i / 4);
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void duplicatesExchangeSideBySideInThreadsOfTheirOwn(TestJob job) {
    job.run(
        3,
        world -> {
          RankGraph graph = RankGraph.of(randomEdges(new Random(3), 3));
          try (Communicator one = world.duplicate();
              Communicator other = world.duplicate()) {
            CompletableFuture<Void> beside =
                CompletableFuture.runAsync(
                    () -> exchangeOften(one, graph), task -> Thread.ofVirtual().start(task));
            exchangeOften(other, graph);
            exchangeOften(world, graph);
            beside.join();
          }
        });
  }

  private static void exchangeOften(Communicator ranks, Topology topology) {
    for (int round = 0; round < 40; round++) {
      exchange(ranks, topology, round % 4 == 0 ? 20_000 : round);
    }
  }

  // ---- errors ----------------------------------------------------------------------------------

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void topologiesThatDifferAreAMismatch(TestJob job) {
    long live = BufferPool.shared().statistics().liveBlocks();
    job.run(
        2,
        world -> {
          RankGrid grid = RankGrid.of(2);
          Topology mine = world.rank() == 0 ? grid : grid.withRings(0);
          assertThatExceptionOfType(CollectiveMismatchException.class)
              .isThrownBy(() -> world.neighbourAllGather(new int[2], new int[4], mine))
              .withMessageContaining("are in neighbourAllGather with different topologies");
        });
    assertThat(BufferPool.shared().statistics().liveBlocks()).isEqualTo(live);
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void whoWaitsForARankWithoutNeighboursFindsOut(TestJob job) {
    job.run(
        2,
        world -> {
          Topology pair = RankGraph.of(new int[] {1}, new int[] {0});
          Topology mine = world.rank() == 0 ? pair : RankGraph.of(new int[0], new int[0]);
          int[] all = new int[world.rank() == 0 ? 1 : 0];
          assertThatExceptionOfType(CollectiveMismatchException.class)
              .isThrownBy(
                  () -> {
                    world.neighbourAllGather(new int[1], all, mine);
                    world.barrier();
                  })
              .withMessageContaining("neighbourAllGather");
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void anotherOperationIsAMismatch(TestJob job) {
    job.run(
        2,
        world -> {
          RankGrid ring = RankGrid.of(2).withRings(0);
          assertThatExceptionOfType(CollectiveMismatchException.class)
              .isThrownBy(
                  () -> {
                    if (world.rank() == 0) {
                      world.neighbourAllGather(new int[1], new int[2], ring);
                    } else {
                      world.neighbourAllToAll(new int[2], new int[2], ring);
                    }
                  })
              .withMessageContaining("neighbourAllGather")
              .withMessageContaining("neighbourAllToAll");
          // Neither leaves before the other has seen it too.
          world.send(new int[1], 1 - world.rank(), 0);
          Status _ = world.receive(new int[1], 1 - world.rank(), 0);
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void countsAndTypesThatDoNotAgreeFailAtTheReceiver(TestJob job) {
    job.run(
        2,
        world -> {
          RankGraph arrow = RankGraph.of(new int[] {1}, new int[0]);
          int[] none = {};
          if (world.rank() == 0) {
            world.neighbourAllToAll(new int[3], none, arrow);
            world.neighbourAllToAll(new int[3], none, arrow);
          } else {
            assertThatExceptionOfType(MessageException.class)
                .isThrownBy(() -> world.neighbourAllToAll(none, new int[2], arrow))
                .withMessageContaining("12 bytes");
            assertThatExceptionOfType(MessageException.class)
                .isThrownBy(() -> world.neighbourAllToAll(new float[0], new float[3], arrow))
                .withMessageContaining("INT")
                .withMessageContaining("FLOAT");
          }
          world.barrier();
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void whatDoesNotFitTheNeighboursIsRefusedBeforeAnythingIsSent(TestJob job) {
    job.run(
        1,
        world -> {
          RankGrid ring = RankGrid.of(1).withRings(0);
          int[] two = new int[2];
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.neighbourAllGather(new int[1], two, RankGrid.of(2)))
              .withMessage("a grid of 2 ranks has 2 ranks, the communicator 1");
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.neighbourAllGather(new int[2], two, ring))
              .withMessageContaining("2 elements are not 2 for each of 2 sources");
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.neighbourAllToAll(new int[3], two, ring))
              .withMessageContaining("3 elements are no whole number for each of 2 destinations");
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.neighbourAllToAll(new int[1], two, RankGraph.of(new int[0])))
              .withMessageContaining("1 elements are no whole number for each of 0 destinations");
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.neighbourAllToAll(two, two, ring))
              .withMessageContaining("overlap");
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.neighbourAllGather(new int[1], two, Shares.of(1), ring))
              .withMessage("1 shares for 2 sources");
          Shares far = Shares.of(new long[] {1, 1}, new long[] {0, Long.MAX_VALUE - 1});
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.neighbourAllGather(new int[1], two, far, ring))
              .withMessageContaining("the shares end at element 9223372036854775807, there are 2");
          Shares same = Shares.of(new long[] {1, 1}, new long[] {0, 0});
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.neighbourAllGather(new int[1], two, same, ring))
              .withMessageContaining("overlap");
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.neighbourAllToAll(List.of(), List.of(), ring))
              .withMessage("0 parts for 2 destinations");
          List<Elements> twice = List.of(Elements.of(two), Elements.of(two));
          assertThatIllegalArgumentException()
              .isThrownBy(
                  () ->
                      world.neighbourAllToAll(
                          List.of(Elements.of(new int[2]), Elements.of(new int[2])), twice, ring))
              .withMessageContaining("overlap");
          world.close();
          assertThatIllegalStateException()
              .isThrownBy(() -> world.neighbourAllToAll(two, new int[2], ring));
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void whoWaitsForANeighbourIsToldThatItFails(TestJob job) {
    assertThatExceptionOfType(RankFailedException.class)
        .isThrownBy(
            () ->
                job.run(
                    2,
                    world -> {
                      if (world.rank() == 1) {
                        throw new ArithmeticException("one is even");
                      }
                      world.neighbourAllGather(new int[1], new int[2], RankGrid.of(2));
                    }))
        .withMessageContaining("one is even");
  }
}
