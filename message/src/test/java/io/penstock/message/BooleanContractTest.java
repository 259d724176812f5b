package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.penstock.array.Elements;
import io.penstock.memory.BufferPool;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What communicators of every transport promise about booleans.
@Timeout(60)
class BooleanContractTest {
  private static final int TAG = 7;
  private static final int[] COUNTS = {0, 1, 1001, 300_001};

  private static boolean[] values(int seed, int count) {
    Random random = new Random(seed);
    boolean[] values = new boolean[count];
    for (int i = 0; i < count; i++) {
      values[i] = random.nextBoolean();
    }
    return values;
  }

  // ---- between two ranks -----------------------------------------------------------------------

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void booleansArriveAsTheyWere(TestJob job) {
    job.run(
        2,
        world -> {
          for (int count : COUNTS) {
            boolean[] data = values(count, count);
            if (world.rank() == 0) {
              world.send(data, 1, TAG);
              world.synchronousSend(Elements.of(data), 1, TAG);
              Request.awaitAll(world.isend(data, 1, TAG), world.isynchronousSend(data, 1, TAG));
              try (PersistentRequest request = world.persistentSend(data, 1, TAG)) {
                request.start();
                request.await();
              }
            } else {
              for (int i = 0; i < 5; i++) {
                boolean[] room = new boolean[count + i];
                Status status =
                    i % 2 == 0
                        ? world.receive(room, 0, TAG)
                        : world.ireceive(Elements.of(room), 0, TAG).await();
                assertThat(status).isEqualTo(new Status(0, TAG, MessageKind.BOOLEAN, count));
                assertThat(Arrays.copyOf(room, count)).isEqualTo(data);
              }
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void booleansAreExchangedAndReplaced(TestJob job) {
    job.run(
        2,
        world -> {
          int other = 1 - world.rank();
          for (int count : COUNTS) {
            boolean[] data = values(world.rank(), count);
            boolean[] room = new boolean[count];
            world.sendReceive(data, other, TAG, room, other, TAG);
            assertThat(room).isEqualTo(values(other, count));
            world.sendReceiveReplace(data, other, TAG, other, TAG);
            assertThat(data).isEqualTo(room);
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void booleansAreNoBytesButMemoryWithoutATypeTakesThem(TestJob job) {
    job.run(
        2,
        world -> {
          boolean[] data = {true, false, true};
          if (world.rank() == 0) {
            world.send(data, 1, TAG);
            world.send(new byte[] {1, 0, 1}, 1, TAG);
            world.send(data, 1, TAG);
          } else {
            assertThatExceptionOfType(MessageException.class)
                .isThrownBy(() -> world.receive(new byte[3], 0, TAG))
                .withMessageContaining("the message carries BOOLEAN, the receiver expects BYTE");
            assertThatExceptionOfType(MessageException.class)
                .isThrownBy(() -> world.receive(new boolean[3], 0, TAG))
                .withMessageContaining("the message carries BYTE, the receiver expects BOOLEAN");
            byte[] bytes = new byte[3];
            world.receive(MemorySegment.ofArray(bytes), 0, TAG);
            assertThat(bytes).containsExactly(1, 0, 1);
          }
        });
  }

  /// The JVM takes a boolean of any other byte for one thing here and another there.
  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void bytesOtherThanZeroAndOneAreReceivedAsTrue(TestJob job) {
    job.run(
        2,
        world -> {
          MemorySegment bytes = MemorySegment.ofArray(new byte[] {0, 2, -128, 1, 127});
          boolean[] room = new boolean[5];
          if (world.rank() == 0) {
            world.send(bytes, 1, TAG);
            world.send(room, 1, TAG);
          } else {
            world.receive(room, 0, TAG);
            assertThat(room).containsExactly(false, true, true, true, true);
            boolean[] truth = {false, true, true, true, true};
            assertThat(Arrays.equals(room, truth)).isTrue();
            assertThat(room[1] == room[3] && room[2] == room[4]).isTrue();
            world.receive(room, 0, TAG);
            assertThat(room).containsOnly(false);
          }
        });
  }

  // ---- all ranks -------------------------------------------------------------------------------

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void booleansAreMovedByTheOperationsOfAllRanks(TestJob job, int ranks) {
    long live = BufferPool.shared().statistics().liveBlocks();
    job.run(
        ranks,
        world -> {
          int me = world.rank();
          for (int count : new int[] {0, 1, 30_001}) {
            boolean[] all = new boolean[ranks * count];
            for (int rank = 0; rank < ranks; rank++) {
              System.arraycopy(values(rank, count), 0, all, rank * count, count);
            }
            boolean[] mine = values(me, count);
            boolean[] data = me == 0 ? values(5, count) : new boolean[count];
            world.broadcast(data, 0);
            assertThat(data).isEqualTo(values(5, count));

            boolean[] everywhere = new boolean[ranks * count];
            world.allGather(mine, everywhere);
            assertThat(everywhere).isEqualTo(all);

            boolean[] gathered = new boolean[me == 0 ? ranks * count : 0];
            world.gather(mine, gathered, 0);
            boolean[] dealt = new boolean[count];
            world.scatter(gathered, dealt, 0);
            assertThat(dealt).isEqualTo(mine);

            boolean[] exchanged = new boolean[ranks * count];
            world.iallToAll(all, exchanged).await();
            world.allToAll(exchanged, exchanged);
            assertThat(exchanged).isEqualTo(all);

            boolean[] halos = new boolean[2 * count];
            world.neighbourAllGather(mine, halos, RankGrid.of(ranks).withRings(0));
            assertThat(Arrays.copyOf(halos, count))
                .isEqualTo(values((me + ranks - 1) % ranks, count));
          }
        });
    assertThat(BufferPool.shared().statistics().liveBlocks()).isEqualTo(live);
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void booleansAreReducedByAndOrAndXor(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          for (int count : new int[] {0, 1, 100_001}) {
            for (Reduction reduction :
                List.of(
                    Reduction.AND,
                    Reduction.OR,
                    Reduction.XOR,
                    Reduction.LOGICAL_AND,
                    Reduction.LOGICAL_OR,
                    Reduction.LOGICAL_XOR)) {
              boolean[] result = new boolean[count];
              world.allReduce(values(world.rank(), count), result, reduction);
              assertThat(result).as("%s", reduction).isEqualTo(reduced(ranks, count, reduction));
              boolean[] same = values(world.rank(), count);
              world.iscan(same, same, reduction).await();
              assertThat(same).isEqualTo(reduced(world.rank() + 1, count, reduction));
            }
          }
        });
  }

  private static boolean[] reduced(int ranks, int count, Reduction reduction) {
    boolean[] result = values(0, count);
    for (int rank = 1; rank < ranks; rank++) {
      boolean[] next = values(rank, count);
      for (int i = 0; i < count; i++) {
        result[i] =
            switch (reduction.name()) {
              case "AND", "LOGICAL_AND" -> result[i] && next[i];
              case "OR", "LOGICAL_OR" -> result[i] || next[i];
              default -> result[i] ^ next[i];
            };
      }
    }
    return result;
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void whatCannotBeDoneWithBooleansIsRefused(TestJob job) {
    job.run(
        1,
        world -> {
          boolean[] data = {true, true};
          boolean[] room = new boolean[2];
          Reduction own = Reduction.commutative("own", 1, (_, _) -> {});
          for (Reduction reduction : List.of(Reduction.SUM, Reduction.MAXIMUM, own)) {
            assertThatIllegalArgumentException()
                .isThrownBy(() -> world.allReduce(data, room, reduction))
                .withMessage(reduction.name() + " is not for booleans: AND, OR and XOR are");
          }
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.sendReceive(data, 0, TAG, data, 0, TAG))
              .withMessageContaining("overlap");
          assertThatIllegalArgumentException()
              .isThrownBy(
                  () ->
                      world.neighbourAllToAll(
                          data, Shares.equal(1, 2), data, Shares.equal(1, 2), ring()))
              .withMessageContaining("overlap");
          assertThatIllegalArgumentException()
              .isThrownBy(
                  () -> world.allToAll(List.of(Elements.of(data)), List.of(Elements.of(data))))
              .withMessageContaining("overlap");
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.allGather(Elements.of(data), Elements.of(new byte[2])))
              .withMessageContaining("do not go together");
        });
  }

  private static RankGrid ring() {
    return RankGrid.of(1).withRings(0);
  }
}
