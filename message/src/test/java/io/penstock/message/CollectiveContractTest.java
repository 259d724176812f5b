package io.penstock.message;

import static io.penstock.message.RankValues.COUNTS;
import static io.penstock.message.RankValues.all;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What communicators of every transport promise about operations of all ranks: what they bring
/// where, and what they refuse.
@Timeout(120)
class CollectiveContractTest {
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
              long[] data = world.rank() == root ? RankValues.of(root, count) : new long[count];
              world.broadcast(data, root);
              assertThat(data).isEqualTo(RankValues.of(root, count));
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
            long[] mine = RankValues.of(world.rank(), count);
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
            world.allGather(RankValues.of(world.rank(), count), all);
            assertThat(all).isEqualTo(all(ranks, count));
          }
        });
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
      System.arraycopy(
          RankValues.of(rank, rank), 0, expected, (int) shares.displacement(rank), rank);
    }
    job.run(
        ranks,
        world -> {
          long[] mine = RankValues.of(world.rank(), world.rank());
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

  // ---- what goes wrong --------------------------------------------------------------------------

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void countsAndTypesThatDoNotAgreeFailWhereTheyMeet(TestJob job) {
    job.run(
        2,
        world -> {
          if (world.rank() == 0) {
            world.broadcast(new int[5], 0);
            world.broadcast(new int[5], 0);
            world.broadcast(new int[5], 0);
          } else {
            assertThatExceptionOfType(MessageException.class)
                .isThrownBy(() -> world.broadcast(new int[6], 0))
                .withMessageContaining("20 bytes where rank 1 expects 24");
            assertThatExceptionOfType(MessageException.class)
                .isThrownBy(() -> world.broadcast(new int[4], 0))
                .withMessageStartingWith("broadcast: rank 0 sent 20 bytes where rank 1 expects 16");
            assertThatExceptionOfType(MessageException.class)
                .isThrownBy(() -> world.broadcast(new float[5], 0))
                .withMessageStartingWith("broadcast: from rank 0: ")
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
}
