package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.memory.BufferPool;
import io.penstock.message.threads.RankThreads;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What communicators of every transport promise about operations of all ranks.
@Timeout(120)
class CollectiveContractTest {
  /// Small, around the limits between algorithms, and larger than their pieces.
  private static final int[] COUNTS = {0, 1, 5, 1000, 8192, 8193, 40_000, 300_000};

  private static long[] values(int rank, int count) {
    return LongStream.range(0, count).map(i -> 1000L * i + rank).toArray();
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void nobodyLeavesABarrierBeforeAllHaveCome(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          Path file = sharedFile(world);
          for (int round = 1; round <= 50; round++) {
            Files.write(file, new byte[1], StandardOpenOption.APPEND);
            world.barrier();
            assertThat(Files.size(file)).isGreaterThanOrEqualTo((long) round * ranks);
          }
          world.barrier();
          Files.deleteIfExists(file);
        });
  }

  /// Ranks may share nothing but files.
  private static Path sharedFile(Communicator world) throws IOException {
    String mine = world.rank() == 0 ? Files.createTempFile("ranks", "").toString() : "";
    return Path.of((String) world.allGatherObjects(mine).getFirst());
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void aBroadcastReachesAll(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          for (int count : COUNTS) {
            for (int root : new int[] {0, ranks - 1, ranks / 2}) {
              long[] data = world.rank() == root ? values(root, count) : new long[count];
              world.broadcast(data, root);
              assertThat(data).isEqualTo(values(root, count));
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void aBroadcastOfAMessageBufferReachesAll(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          try (MessageBuffer buffer = new MessageBuffer()) {
            if (world.rank() == ranks - 1) {
              buffer.write(new long[] {1, 2}).write(new float[400_000]).commit();
            }
            world.broadcast(buffer, ranks - 1);
            buffer.rewind();
            long[] longs = new long[2];
            buffer.read(longs).read(new float[400_000]);
            assertThat(longs).containsExactly(1, 2);
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void aGatherBringsAllTogetherAndAScatterDealsThemOut(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          for (int count : COUNTS) {
            int root = count % ranks;
            boolean here = world.rank() == root;
            long[] mine = values(world.rank(), count);
            long[] all = new long[here ? count * ranks : 0];
            world.gather(mine, all, root);
            if (here) {
              assertThat(all).isEqualTo(all(ranks, count));
            }
            long[] back = new long[count];
            world.scatter(all, back, root);
            assertThat(back).isEqualTo(mine);
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void anAllGatherBringsAllTogetherEverywhere(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          for (int count : COUNTS) {
            long[] all = new long[count * ranks];
            world.allGather(values(world.rank(), count), all);
            assertThat(all).isEqualTo(all(ranks, count));
          }
        });
  }

  private static long[] all(int ranks, int count) {
    return IntStream.range(0, ranks)
        .mapToObj(rank -> values(rank, count))
        .flatMapToLong(Arrays::stream)
        .toArray();
  }

  /// Rank r has r elements, and there is a gap of two before each share; shares lie backwards.
  private static Shares uneven(int ranks) {
    long[] counts = LongStream.range(0, ranks).toArray();
    long[] places = new long[ranks];
    long next = 2;
    for (int rank = ranks - 1; rank >= 0; rank--) {
      places[rank] = next;
      next += counts[rank] + 2;
    }
    return Shares.of(counts, places);
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void sharesOfAnySizeGoAnywhereAndGapsStayAsTheyAre(TestJob job, int ranks) {
    Shares shares = uneven(ranks);
    int length = (int) shares.end() + 3;
    long[] expected = new long[length];
    Arrays.fill(expected, -1);
    for (int rank = 0; rank < ranks; rank++) {
      System.arraycopy(values(rank, rank), 0, expected, (int) shares.displacement(rank), rank);
    }
    job.run(
        ranks,
        world -> {
          long[] mine = values(world.rank(), world.rank());
          long[] all = new long[length];
          Arrays.fill(all, -1);
          world.gather(mine, all, shares, 0);
          assertThat(all[0]).isEqualTo(-1);
          if (world.rank() == 0) {
            assertThat(all).isEqualTo(expected);
          }
          long[] everywhere = new long[length];
          Arrays.fill(everywhere, -1);
          world.allGather(mine, everywhere, shares);
          assertThat(everywhere).isEqualTo(expected);
          long[] back = new long[world.rank()];
          world.scatter(all, shares, back, 0);
          assertThat(back).isEqualTo(mine);
          try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = arena.allocateFrom(ValueLayout.JAVA_LONG, filled(length));
            world.allGather(Elements.of(mine), Elements.of(segment, ElementType.LONG), shares);
            assertThat(segment.toArray(ValueLayout.JAVA_LONG)).isEqualTo(expected);
          }
        });
  }

  private static long[] filled(int length) {
    long[] array = new long[length];
    Arrays.fill(array, -1);
    return array;
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void anAllToAllTransposes(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          for (int count : new int[] {0, 1, 1000, 50_000}) {
            int[] send = new int[count * ranks];
            int[] expected = new int[count * ranks];
            for (int i = 0; i < send.length; i++) {
              send[i] = 100 * world.rank() + i / count;
              expected[i] = 100 * (i / count) + world.rank();
            }
            int[] receive = new int[count * ranks];
            world.allToAll(send, receive);
            assertThat(receive).isEqualTo(expected);
          }
        });
  }

  @ParameterizedTest
  @MethodSource("manyRanks")
  void anAllToAllAmongManyRanksTransposes(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          for (int count : new int[] {0, 1, 7, 32, 33}) {
            double[] send = new double[count * ranks];
            double[] expected = new double[count * ranks];
            for (int i = 0; i < send.length; i++) {
              send[i] = 1000 * world.rank() + i / count + i % count / 64.0;
              expected[i] = 1000 * (i / count) + world.rank() + i % count / 64.0;
            }
            double[] receive = new double[count * ranks];
            world.allToAll(send, receive);
            assertThat(receive).isEqualTo(expected);
          }
        });
  }

  private static Stream<Arguments> manyRanks() {
    return TestJob.all().stream()
        .flatMap(job -> IntStream.of(8, 9, 16, 23).mapToObj(ranks -> Arguments.of(job, ranks)));
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void anAllToAllOfSharesSendsToEachWhatIsIts(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          int me = world.rank();
          // From rank a to rank b go a + b elements.
          Shares shares = Shares.of(LongStream.range(0, ranks).map(other -> me + other).toArray());
          char[] send = new char[(int) shares.end()];
          char[] expected = new char[send.length];
          for (int other = 0; other < ranks; other++) {
            int from = (int) shares.displacement(other);
            int to = from + (int) shares.count(other);
            Arrays.fill(send, from, to, (char) (10 * me + other));
            Arrays.fill(expected, from, to, (char) (10 * other + me));
          }
          char[] receive = new char[send.length];
          world.allToAll(send, shares, receive, shares);
          assertThat(receive).isEqualTo(expected);
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void sumsReachTheRootAllOrEachItsShare(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          for (int count : COUNTS) {
            long[] mine = values(world.rank(), count);
            long[] sum = sum(ranks, count);
            int root = (count + 1) % ranks;
            long[] result = new long[count];
            world.reduce(mine, world.rank() == root ? result : new long[0], Reduction.SUM, root);
            assertThat(result).isEqualTo(world.rank() == root ? sum : new long[count]);
            long[] everywhere = new long[count];
            world.allReduce(mine, everywhere, Reduction.SUM);
            assertThat(everywhere).isEqualTo(sum);
            Shares shares = Shares.balanced(count, ranks);
            long[] share = new long[(int) shares.count(world.rank())];
            world.reduceScatter(mine, share, shares, Reduction.SUM);
            int from = (int) shares.displacement(world.rank());
            assertThat(share).isEqualTo(Arrays.copyOfRange(sum, from, from + share.length));
            assertThat(mine).isEqualTo(values(world.rank(), count));
          }
        });
  }

  private static long[] sum(int ranks, int count) {
    long[] sum = new long[count];
    for (int rank = 0; rank < ranks; rank++) {
      long[] values = values(rank, count);
      for (int i = 0; i < count; i++) {
        sum[i] += values[i];
      }
    }
    return sum;
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void scansReduceUpToEachRankOrBelowIt(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          for (int count : COUNTS) {
            long[] mine = values(world.rank(), count);
            long[] upToMe = new long[count];
            world.scan(mine, upToMe, Reduction.SUM);
            assertThat(upToMe).isEqualTo(sum(world.rank() + 1, count));
            long[] below = new long[count];
            world.exclusiveScan(mine, below, Reduction.SUM);
            assertThat(below).isEqualTo(sum(world.rank(), count));
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void whatIsReducedInPlaceIsReplaced(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          for (int count : COUNTS) {
            long[] all = values(world.rank(), count);
            world.allReduce(all, all, Reduction.SUM);
            assertThat(all).isEqualTo(sum(ranks, count));
            long[] root = values(world.rank(), count);
            world.reduce(root, root, Reduction.SUM, 0);
            assertThat(root)
                .isEqualTo(world.rank() == 0 ? sum(ranks, count) : values(world.rank(), count));
            long[] scan = values(world.rank(), count);
            world.scan(scan, scan, Reduction.SUM);
            assertThat(scan).isEqualTo(sum(world.rank() + 1, count));
            long[] gathered = new long[count * ranks];
            System.arraycopy(values(world.rank(), count), 0, gathered, count * world.rank(), count);
            world.allGather(
                Elements.of(gathered, count * world.rank(), count), Elements.of(gathered));
            assertThat(gathered).isEqualTo(all(ranks, count));
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void whereOrderMattersTheLowerRanksAreOnTheLeft(TestJob job, int ranks) {
    // Of two digits strings as pairs (number, power of ten), one after the other.
    Reduction append =
        Reduction.ordered(
            "append",
            2,
            (left, right) -> {
              long[] l = (long[]) left;
              long[] r = (long[]) right;
              for (int i = 0; i < l.length; i += 2) {
                r[i] += l[i] * r[i + 1];
                r[i + 1] *= l[i + 1];
              }
            });
    job.run(
        ranks,
        world -> {
          for (int pairs : new int[] {1, 3000, 40_000}) {
            long[] mine = new long[2 * pairs];
            for (int i = 0; i < pairs; i++) {
              mine[2 * i] = world.rank() + 1L;
              mine[2 * i + 1] = 10;
            }
            long[] result = new long[2 * pairs];
            for (int root = 0; root < ranks; root++) {
              world.reduce(mine, result, append, root);
              if (world.rank() == root) {
                assertThat(result[2 * pairs - 2]).isEqualTo(digits(ranks));
              }
            }
            world.allReduce(mine, result, append);
            assertThat(result[0]).isEqualTo(digits(ranks));
            world.scan(mine, result, append);
            assertThat(result[2 * pairs - 2]).isEqualTo(digits(world.rank() + 1));
            Shares shares =
                Shares.of(
                    LongStream.range(0, ranks)
                        .map(r -> 2 * Shares.balanced(pairs, ranks).count((int) r))
                        .toArray());
            long[] share = new long[(int) shares.count(world.rank())];
            world.reduceScatter(mine, share, shares, append);
            for (int i = 0; i < share.length; i += 2) {
              assertThat(share[i]).isEqualTo(digits(ranks));
            }
          }
        });
  }

  private static long digits(int ranks) {
    return LongStream.rangeClosed(1, ranks).reduce(0, (number, digit) -> 10 * number + digit);
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void floatingPointSumsAreTheSameAtAllRanks(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          for (int count : new int[] {10, 60_000}) {
            double[] mine = new double[count];
            Arrays.setAll(mine, i -> Math.sin(i + 7.0 * world.rank()) * Math.pow(10, i % 17));
            double[] sum = new double[count];
            world.allReduce(mine, sum, Reduction.SUM);
            double[] all = new double[count * ranks];
            world.allGather(sum, all);
            for (int rank = 0; rank < ranks; rank++) {
              assertThat(Arrays.copyOfRange(all, rank * count, (rank + 1) * count)).isEqualTo(sum);
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void objectsOfAllRanksComeTogether(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          Communicator spelling = world.withObjects(new Spelling());
          assertThat(spelling.allGatherObjects("x".repeat(world.rank())))
              .isEqualTo(IntStream.range(0, ranks).<Object>mapToObj("x"::repeat).toList());
          spelling.sendObject("to myself", world.rank(), 1);
          assertThat(spelling.receiveObject(Communicator.ANY_SOURCE, 1)).isEqualTo("to myself");
        });
  }

  // ---- other communicators ---------------------------------------------------------------------

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void aDuplicateKeepsItsMessagesToItself(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          try (Communicator twin = world.duplicate();
              Communicator third = twin.duplicate()) {
            int other = (world.rank() + 1) % ranks;
            int before = Math.floorMod(world.rank() - 1, ranks);
            Request one = world.isend(new int[] {1}, other, 0);
            Request two = twin.isend(new int[] {2}, other, 0);
            Request three = third.isend(new int[] {3}, other, 0);
            int[] got = new int[1];
            third.receive(got, before, 0);
            assertThat(got).containsExactly(3);
            twin.receive(got, Communicator.ANY_SOURCE, Communicator.ANY_TAG);
            assertThat(got).containsExactly(2);
            world.receive(got, before, 0);
            assertThat(got).containsExactly(1);
            Request.awaitAll(one, two, three);
            twin.barrier();
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void aSplitMakesACommunicatorOfEachColorInTheOrderOfTheKeys(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          int color = world.rank() % 3 == 2 ? -1 : world.rank() % 3;
          Optional<Communicator> part = world.split(color, -world.rank());
          assertThat(part.isPresent()).isEqualTo(color >= 0);
          if (part.isPresent()) {
            int[] members =
                IntStream.range(0, ranks)
                    .filter(r -> r % 3 == color)
                    .map(r -> -r)
                    .sorted()
                    .map(r -> -r)
                    .toArray();
            Communicator mine = part.get();
            assertThat(mine.size()).isEqualTo(members.length);
            assertThat(members[mine.rank()]).isEqualTo(world.rank());
            int[] all = new int[members.length];
            mine.allGather(new int[] {world.rank()}, all);
            assertThat(all).isEqualTo(members);
            if (mine.rank() == 0) {
              mine.send(all, mine.size() - 1, 4);
            }
            if (mine.rank() == mine.size() - 1) {
              assertThat(mine.receive(all, Communicator.ANY_SOURCE, 4).source()).isZero();
            }
            Communicator deeper = mine.split(mine.rank() / 2, 0).orElseThrow();
            int[] pair = new int[deeper.size()];
            deeper.allGather(new int[] {world.rank()}, pair);
            assertThat(pair).contains(world.rank());
            deeper.close();
            mine.close();
          }
          world.barrier();
        });
  }

  // ---- what goes wrong -------------------------------------------------------------------------

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void ranksInDifferentOperationsAreBothTold(TestJob job) {
    job.run(
        2,
        world -> {
          assertThatExceptionOfType(CollectiveMismatchException.class)
              .isThrownBy(
                  () -> {
                    if (world.rank() == 0) {
                      world.barrier();
                    } else {
                      world.allReduce(new int[1], new int[1], Reduction.SUM);
                    }
                  })
              .withMessageContaining("barrier")
              .withMessageContaining("allReduce by SUM")
              .withMessageContaining("rank 0")
              .withMessageContaining("rank 1");
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void ranksThatWaitForEachOtherInDifferentCallsFindOut(TestJob job) {
    job.run(
        2,
        world -> {
          // Each waits for the other to send.
          assertThatExceptionOfType(CollectiveMismatchException.class)
              .isThrownBy(() -> world.broadcast(new int[5], 1 - world.rank()))
              .withMessageContaining("broadcast with root 0")
              .withMessageContaining("broadcast with root 1");
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void ranksThatBothSendInDifferentCallsFindOut(TestJob job) {
    job.run(
        2,
        world -> {
          // Too long to be taken over before it is received.
          assertThatExceptionOfType(CollectiveMismatchException.class)
              .isThrownBy(
                  () -> {
                    if (world.rank() == 0) {
                      world.scatter(new int[600_000], new int[300_000], 0);
                    } else {
                      world.gather(new int[300_000], new int[0], 0);
                    }
                  })
              .withMessageContaining("scatter")
              .withMessageContaining("gather");
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aMismatchLeavesNoMemoryBehind(TestJob job) {
    long live = BufferPool.shared().statistics().liveBlocks();
    job.run(
        2,
        world -> {
          try (Arena arena = Arena.ofConfined()) {
            MemorySegment all = arena.allocate(4_000_000);
            MemorySegment mine = arena.allocate(2_000_000);
            assertThatExceptionOfType(CollectiveMismatchException.class)
                .isThrownBy(
                    () -> {
                      if (world.rank() == 0) {
                        world.scatter(all, mine, 0);
                      } else {
                        world.gather(mine, all, 0);
                      }
                    });
          }
        });
    assertThat(BufferPool.shared().statistics().liveBlocks()).isEqualTo(live);
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void anotherReductionIsAMismatchToo(TestJob job) {
    job.run(
        2,
        world ->
            assertThatExceptionOfType(CollectiveMismatchException.class)
                .isThrownBy(
                    () ->
                        world.allReduce(
                            new int[1],
                            new int[1],
                            world.rank() == 0 ? Reduction.SUM : Reduction.MAXIMUM))
                .withMessageContaining("SUM")
                .withMessageContaining("MAXIMUM"));
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void countsAndTypesThatDoNotAgreeFailWhereTheyMeet(TestJob job) {
    job.run(
        2,
        world -> {
          if (world.rank() == 0) {
            world.broadcast(new int[5], 0);
            world.broadcast(new int[5], 0);
          } else {
            assertThatExceptionOfType(MessageException.class)
                .isThrownBy(() -> world.broadcast(new int[6], 0))
                .withMessageContaining("20 bytes where rank 1 expects 24");
            assertThatExceptionOfType(MessageException.class)
                .isThrownBy(() -> world.broadcast(new float[5], 0))
                .withMessageContaining("INT")
                .withMessageContaining("FLOAT");
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void argumentsThatCannotBeAreRefusedBeforeAnythingIsSent(TestJob job) {
    job.run(
        1,
        world -> {
          int[] data = new int[4];
          assertThatIllegalArgumentException().isThrownBy(() -> world.broadcast(data, 1));
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.gather(data, new int[5], 0))
              .withMessageContaining("5 elements are not 4 for each of 1 ranks");
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.allGather(Elements.of(data), Elements.of(new float[4])));
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.allGather(data, data, Shares.of(1, 3)))
              .withMessageContaining("shares of 2 ranks");
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.allToAll(Elements.of(data, 0, 3), Elements.of(data, 1, 3)))
              .withMessageContaining("overlap");
          assertThatIllegalArgumentException()
              .isThrownBy(
                  () ->
                      world.allReduce(
                          Elements.of(data, 0, 3), Elements.of(data, 1, 3), Reduction.SUM))
              .withMessageContaining("overlap");
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.allReduce(new float[1], new float[1], Reduction.AND))
              .withMessageContaining("integers");
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.scan(new int[3], new int[3], Reduction.MINIMUM_PLACE))
              .withMessageContaining("groups of 2");
          MemorySegment bytes = MemorySegment.ofArray(new byte[8]);
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.allReduce(bytes, bytes, Reduction.SUM))
              .withMessageContaining("Elements.of");
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void sharesThatOverlapCannotBeReceivedInto(TestJob job) {
    job.run(
        2,
        world ->
            assertThatIllegalArgumentException()
                .isThrownBy(
                    () ->
                        world.allGather(
                            new int[2],
                            new int[3],
                            Shares.of(new long[] {2, 2}, new long[] {0, 1})))
                .withMessageContaining("rank 0 and rank 1 overlap"));
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aRankThatFailsInACollectiveFailsTheOthers(TestJob job) {
    assertThatExceptionOfType(RankFailedException.class)
        .isThrownBy(
            () ->
                job.run(
                    4,
                    world -> {
                      if (world.rank() == 3) {
                        throw new ArithmeticException("three is even");
                      }
                      world.allReduce(new int[100_000], new int[100_000], Reduction.SUM);
                    }))
        .withMessageContaining("rank 3 failed")
        .satisfies(e -> assertThat(e.getSuppressed()).isEmpty());
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void ranksThatWaitForEachOtherInDifferentCommunicatorsAreTold(TestJob job) {
    requireDeadlock(
        job,
        4,
        world -> {
          Communicator one = world.duplicate();
          Communicator other = world.duplicate();
          one.barrier();
          other.barrier();
          (world.rank() == 2 ? one : other).barrier();
          (world.rank() == 2 ? other : one).barrier();
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void soAreThoseThatHaveNeverUsedTheCommunicators(TestJob job) {
    requireDeadlock(
        job,
        3,
        world -> {
          Communicator one = world.duplicate();
          Communicator other = world.duplicate();
          (world.rank() == 2 ? one : other).barrier();
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void ranksThatWaitForEachOtherRoundACircleAreTold(TestJob job) {
    requireDeadlock(
        job,
        3,
        world -> {
          int rank = world.rank();
          Optional<Communicator> left = world.split(rank == 2 ? -1 : 0, 0); // 0 and 1
          Optional<Communicator> right = world.split(rank == 0 ? -1 : 0, 0); // 1 and 2
          Optional<Communicator> ends = world.split(rank == 1 ? -1 : 0, 0); // 0 and 2
          (rank == 0 ? left : rank == 1 ? right : ends).orElseThrow().barrier();
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void ranksOfWhichEachIsToSendFirstInAnotherCommunicatorAreTold(TestJob job) {
    requireDeadlock(
        job,
        2,
        world -> {
          Communicator one = world.duplicate();
          Communicator other = world.duplicate();
          (world.rank() == 0 ? one : other).broadcast(new long[3], 1 - world.rank());
        });
  }

  /// The threads of these tests prove nothing: that one alone calls is said.
  private static void requireDeadlock(TestJob job, int ranks, RankThreads.Body body) {
    System.setProperty("penstock.message.threadLevel", "funneled");
    try {
      assertThatExceptionOfType(RankFailedException.class)
          .isThrownBy(() -> job.run(ranks, body))
          .withCauseInstanceOf(CollectiveMismatchException.class)
          .withMessageContaining("each waits for the other");
    } finally {
      System.clearProperty("penstock.message.threadLevel");
    }
  }

  /// A thread that has called nothing so far may come after any time.
  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void ranksThatWaitForAnotherThreadGoOnWhenItComes(TestJob job) {
    job.run(
        2,
        world -> {
          Communicator one = world.duplicate();
          Communicator other = world.duplicate();
          if (world.rank() == 0) {
            Thread late = Thread.ofVirtual().start(() -> callLate(other));
            one.barrier();
            late.join();
          } else {
            other.barrier();
            one.barrier();
          }
          world.barrier();
        });
  }

  private static void callLate(Communicator communicator) {
    long end = System.nanoTime() + 3_000_000_000L;
    for (long now = System.nanoTime(); now < end; now = System.nanoTime()) {
      LockSupport.parkNanos(end - now);
    }
    communicator.barrier();
  }

  /// Which is no fault: the one who is waited for is on its way, however long it takes.
  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aRankThatIsLateInOneCommunicatorHoldsUpTheOthersInAnother(TestJob job) {
    job.run(
        3,
        world -> {
          Communicator one = world.duplicate();
          Communicator other = world.split(world.rank() == 0 ? 0 : 1, 0).orElseThrow();
          if (world.rank() == 0) {
            for (int i = 0; i < 2; i++) {
              world.receive(new int[1], Communicator.ANY_SOURCE, 1);
            }
            one.barrier();
          } else {
            Request told = world.isend(new int[1], 0, 1);
            if (world.rank() == 2) {
              long end = System.nanoTime() + 1_500_000_000L;
              while (System.nanoTime() < end) {
                assertThat(world.iprobe(0, 2)).isEmpty();
              }
            }
            other.barrier();
            told.await();
            one.barrier();
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void otherReductionsOfTheProgramsOwnAreAMismatchToo(TestJob job) {
    Reduction.Combiner sum = Reduction.Combiner.ofInts(Integer::sum);
    job.run(
        2,
        world -> {
          boolean first = world.rank() == 0;
          for (Reduction other :
              List.of(
                  Reduction.commutative("less", 2, sum),
                  Reduction.commutative("more", 1, sum),
                  Reduction.ordered("more", 2, sum))) {
            Reduction mine = first ? Reduction.commutative("more", 2, sum) : other;
            Communicator broken = world.duplicate();
            assertThatExceptionOfType(CollectiveMismatchException.class)
                .isThrownBy(() -> broken.allReduce(new int[2], new int[2], mine))
                .withMessageContaining(first ? "'more' of 2" : other.name())
                .withMessageContaining("of its own");
            Communicator rooted = world.duplicate();
            assertMismatchAtRoot(rooted, mine);
          }
          int[] result = new int[2];
          world.allReduce(new int[] {1, 2}, result, Reduction.commutative("more", 2, sum));
          assertThat(result).containsExactly(2, 4);
          world.reduce(new int[] {1, 2}, result, Reduction.ordered("more", 2, sum), 1);
        });
  }

  /// Another rank may have sent its part by then, and be done.
  private static void assertMismatchAtRoot(Communicator world, Reduction reduction) {
    try {
      world.reduce(new int[2], new int[2], reduction, 0);
      assertThat(world.rank()).isOne();
    } catch (CollectiveMismatchException e) {
      assertThat(e).hasMessageContaining("with another root");
    }
  }
}
