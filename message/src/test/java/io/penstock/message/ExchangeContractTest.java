package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.memory.BufferPool;
import io.penstock.memory.Lease;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What communicators of every transport promise about exchanges in which each pair of ranks has
/// memory of its own, and about data that is replaced where it lies.
@Timeout(60)
class ExchangeContractTest {
  private static final ElementType[] TYPES = ElementType.values();

  private static ElementType type(int from, int to) {
    return TYPES[(3 * from + to) % TYPES.length];
  }

  private static int count(int from, int to, int scale) {
    return scale * ((from + 2 * to) % 5);
  }

  private static Object values(int from, int to, int scale) {
    return TypedData.random(type(from, to), count(from, to, scale), 31 * from + to);
  }

  // ---- memory of its own for each pair ---------------------------------------------------------

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void eachPairOfRanksHasMemoryAndATypeOfItsOwn(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          int me = world.rank();
          for (int scale : new int[] {0, 1, 10_000}) {
            List<Elements> send = parts(ranks, to -> values(me, to, scale));
            List<Elements> receive =
                parts(ranks, from -> TypedData.random(type(from, me), count(from, me, scale), 0));
            List<Elements> started =
                parts(ranks, from -> TypedData.random(type(from, me), count(from, me, scale), 0));
            Request request = world.iallToAll(send, started);
            world.allToAll(send, receive);
            request.await();
            for (int from = 0; from < ranks; from++) {
              Object expected = values(from, me, scale);
              assertThat(TypedData.same(receive.get(from).memory(), expected)).isTrue();
              assertThat(TypedData.same(started.get(from).memory(), expected)).isTrue();
            }
          }
        });
  }

  private static List<Elements> parts(int ranks, IntFunction<Object> data) {
    return IntStream.range(0, ranks).mapToObj(data).map(Elements::of).toList();
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void partsMayLieInOneMemoryInAnyOrderAndBeOfAnyKind(TestJob job, int ranks) {
    long live = BufferPool.shared().statistics().liveBlocks();
    job.run(
        ranks,
        world -> {
          int me = world.rank();
          int[] array = new int[2 * ranks];
          Arrays.setAll(array, i -> i < ranks ? 100 * me + i : -1);
          List<Elements> send = new ArrayList<>();
          List<Elements> receive = new ArrayList<>();
          for (int rank = 0; rank < ranks; rank++) {
            send.add(Elements.of(array, rank, 1));
            receive.add(Elements.of(array, 2 * ranks - 1 - rank, 1));
          }
          world.allToAll(send, receive);
          for (int rank = 0; rank < ranks; rank++) {
            assertThat(array[2 * ranks - 1 - rank]).isEqualTo(100 * rank + me);
          }
          try (Arena arena = Arena.ofConfined();
              Lease lease = BufferPool.shared().lease(4L)) {
            MemorySegment room = arena.allocate(4L * ranks, 4);
            List<Elements> segments = new ArrayList<>();
            List<Elements> leases = new ArrayList<>();
            lease.segment().fill((byte) (me + 1));
            for (int rank = 0; rank < ranks; rank++) {
              segments.add(Elements.of(room.asSlice(4L * rank, 4)));
              leases.add(Elements.of(lease));
            }
            world.allToAll(leases, segments);
            for (int i = 0; i < room.byteSize(); i++) {
              assertThat(room.get(ValueLayout.JAVA_BYTE, i)).isEqualTo((byte) (i / 4 + 1));
            }
          }
        });
    assertThat(BufferPool.shared().statistics().liveBlocks()).isEqualTo(live);
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void partsThatDoNotFitAreRefusedBeforeAnythingIsSent(TestJob job) {
    job.run(
        1,
        world -> {
          Elements one = Elements.of(new int[] {5});
          Elements other = Elements.of(new int[1]);
          List<Elements> none = List.of();
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.allToAll(none, List.of(other)))
              .withMessage("0 parts for 1 ranks");
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.allToAll(List.of(one), List.of(other, other)))
              .withMessage("2 parts for 1 ranks");
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.allToAll(List.of(one), List.of(one)))
              .withMessageContaining("overlap");
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.allToAll(List.of(one), List.of(Elements.of(new float[1]))))
              .withMessageContaining("do not go together");
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.allToAll(List.of(one), List.of(Elements.of(new int[2]))))
              .withMessageContaining("rank 0 sends itself 1 elements and expects 2");
          MemorySegment fixed = MemorySegment.ofArray(new byte[4]).asReadOnly();
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.allToAll(List.of(one), List.of(Elements.of(fixed))))
              .withMessageContaining("read-only");
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void typesOfAPairThatDoNotAgreeFailAtItsReceiver(TestJob job) {
    job.run(
        2,
        world -> {
          int me = world.rank();
          List<Elements> send = parts(2, _ -> new int[] {me});
          List<Elements> receive = parts(2, from -> from > me ? new float[1] : new int[1]);
          if (me == 0) {
            assertThatExceptionOfType(MessageException.class)
                .isThrownBy(() -> world.allToAll(send, receive))
                .withMessageContaining("INT")
                .withMessageContaining("FLOAT");
          } else {
            world.allToAll(send, receive);
          }
          world.barrier();
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void equalPartsAndSharesAreDifferentOperations(TestJob job) {
    job.run(
        2,
        world ->
            assertThatExceptionOfType(CollectiveMismatchException.class)
                .isThrownBy(
                    () -> {
                      if (world.rank() == 0) {
                        world.allToAll(new int[2], new int[2]);
                      } else {
                        Shares one = Shares.equal(1, 2);
                        world.allToAll(new int[2], one, new int[2], one);
                      }
                    })
                .withMessageContaining("allToAll of shares or lists"));
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void sharesOfOneRankMeetListsOfAnother(TestJob job) {
    job.run(
        2,
        world -> {
          int[] receive = new int[2];
          Shares one = Shares.equal(1, 2);
          if (world.rank() == 0) {
            world.allToAll(new int[] {1, 2}, one, receive, one);
            assertThat(receive).containsExactly(1, 3);
          } else {
            world.allToAll(
                parts(2, to -> new int[] {3 + to}),
                List.of(Elements.of(receive, 0, 1), Elements.of(receive, 1, 1)));
            assertThat(receive).containsExactly(2, 4);
          }
        });
  }

  // ---- replaced where it lies ------------------------------------------------------------------

  private static Stream<Arguments> fewAndManyRanks() {
    return TestJob.all().stream()
        .flatMap(job -> IntStream.of(1, 2, 3, 4, 7, 9).mapToObj(n -> Arguments.of(job, n)));
  }

  @ParameterizedTest
  @MethodSource("fewAndManyRanks")
  void anAllToAllReplacesWhatItSends(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          int me = world.rank();
          for (int count : new int[] {0, 1, 1000, 20_000}) {
            long[] data = new long[count * ranks];
            long[] expected = new long[count * ranks];
            for (int i = 0; i < data.length; i++) {
              data[i] = 1000L * me + i / count;
              expected[i] = 1000L * (i / count) + me;
            }
            long[] started = data.clone();
            Request request = world.iallToAll(started, started);
            // What one rank replaces another may keep.
            long[] receive = me % 2 == 0 ? data : new long[data.length];
            world.allToAll(data, receive);
            request.await();
            assertThat(receive).isEqualTo(expected);
            assertThat(started).isEqualTo(expected);
          }
        });
  }

  @ParameterizedTest
  @MethodSource("fewAndManyRanks")
  void anAllToAllOfSharesReplacesWhatItSends(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          int me = world.rank();
          for (int scale : new int[] {1, 5000}) {
            // As many from a to b as from b to a.
            Shares shares =
                Shares.of(LongStream.range(0, ranks).map(other -> scale * (me + other)).toArray());
            int[] data = new int[(int) shares.end() + 1];
            int[] expected = data.clone();
            for (int other = 0; other < ranks; other++) {
              int at = (int) shares.displacement(other);
              int end = at + (int) shares.count(other);
              Arrays.fill(data, at, end, 100 * me + other);
              Arrays.fill(expected, at, end, 100 * other + me);
            }
            world.allToAll(data, shares, data, shares);
            assertThat(data).isEqualTo(expected);
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void confinedMemoryAndLeasesAreReplacedToo(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          try (Arena arena = Arena.ofConfined();
              Lease lease = BufferPool.shared().lease(8L * ranks)) {
            MemorySegment segment = arena.allocate(8L * ranks);
            segment.fill((byte) (world.rank() + 1));
            lease.segment().fill((byte) (world.rank() + 1));
            world.allToAll(segment, segment);
            world.allToAll(lease, lease);
            for (int i = 0; i < 8 * ranks; i++) {
              byte expected = (byte) (i / 8 + 1);
              assertThat(segment.get(ValueLayout.JAVA_BYTE, i)).isEqualTo(expected);
              assertThat(lease.segment().get(ValueLayout.JAVA_BYTE, i)).isEqualTo(expected);
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void aRanksPartMayBeAtItsPlaceInTheWhole(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          int me = world.rank();
          int root = ranks - 1;
          for (int count : new int[] {0, 1, 20_000}) {
            int[] all = new int[count * ranks];
            Arrays.fill(all, me * count, (me + 1) * count, me);
            Elements mine = Elements.of(all, me * count, count);
            int[] expected = IntStream.range(0, all.length).map(i -> i / count).toArray();
            int[] gathered = all.clone();
            Elements part = Elements.of(gathered, me * count, count);
            world.gather(part, Elements.of(gathered), root);
            assertThat(gathered).isEqualTo(me == root ? expected : all);
            world.gather(part, Elements.of(gathered), Shares.equal(count, ranks), root);
            world.allGather(mine, Elements.of(all));
            assertThat(all).isEqualTo(expected);
            world.allGather(mine, Elements.of(all), Shares.equal(count, ranks));
            assertThat(all).isEqualTo(expected);
            world.scatter(Elements.of(gathered), part, root);
            world.scatter(Elements.of(gathered), Shares.equal(count, ranks), part, root);
            assertThat(gathered).isEqualTo(me == root ? expected : own(all.length, me, count));
          }
        });
  }

  /// Only a rank's own part has been received.
  private static int[] own(int length, int me, int count) {
    int[] own = new int[length];
    Arrays.fill(own, me * count, (me + 1) * count, me);
    return own;
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void memoryThatOverlapsInAnotherWayIsRefused(TestJob job) {
    job.run(
        2,
        world -> {
          int[] data = new int[6];
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.allToAll(Elements.of(data, 0, 4), Elements.of(data, 1, 4)))
              .withMessageContaining("overlap");
          Shares some = Shares.of(1, 1);
          Shares others = Shares.of(new long[] {1, 1}, new long[] {1, 0});
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.allToAll(data, some, data, others))
              .withMessageContaining("overlap");
        });
  }
}
