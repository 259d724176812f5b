package io.penstock.message;

import static io.penstock.message.WindowFixture.at;
import static io.penstock.message.WindowFixture.one;
import static io.penstock.message.WindowFixture.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What windows of every transport promise about accumulations and other atomic operations.
@Timeout(60)
class WindowAccumulateContractTest {
  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void everyReductionCombinesEveryTypeAsItDoesElsewhere(TestJob job) {
    List<Reduction> arithmetic =
        List.of(
            Reduction.SUM,
            Reduction.PRODUCT,
            Reduction.MINIMUM,
            Reduction.MAXIMUM,
            Reduction.MINIMUM_PLACE,
            Reduction.MAXIMUM_PLACE,
            Window.REPLACE,
            Window.NO_OP);
    List<Reduction> logic =
        List.of(
            Reduction.AND,
            Reduction.OR,
            Reduction.XOR,
            Reduction.LOGICAL_AND,
            Reduction.LOGICAL_OR,
            Reduction.LOGICAL_XOR);
    job.run(
        2,
        world -> {
          int count = 10_000;
          try (Window window = world.allocateWindow(8L * count)) {
            for (ElementType type : ElementType.values()) {
              List<Reduction> reductions = new ArrayList<>(arithmetic);
              if (type != ElementType.FLOAT && type != ElementType.DOUBLE) {
                reductions.addAll(logic);
              }
              for (Reduction reduction : reductions) {
                Object there = TypedData.random(type, count, 1);
                Object data = TypedData.random(type, count, 2);
                Object before = TypedData.empty(type, count);
                if (world.rank() == 0) {
                  window.lock(1);
                  window.put(Elements.of(there), 1, 0);
                  window.flush(1);
                  window.getAccumulate(Elements.of(data), Elements.of(before), 1, 0, reduction);
                  Object after = TypedData.empty(type, count);
                  window.get(Elements.of(after), 1, 0);
                  window.unlock(1);
                  reduction.combine(there, data);
                  assertThat(TypedData.same(before, TypedData.random(type, count, 1)))
                      .as("before %s of %s", reduction, type)
                      .isTrue();
                  assertThat(TypedData.same(after, data)).as("%s of %s", reduction, type).isTrue();
                }
              }
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void whatAllAccumulateInTheSamePlaceAddsUp(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          int rounds = 30;
          int[] mine = new int[70_000];
          Arrays.setAll(mine, i -> i + world.rank());
          try (Window window = world.allocateWindow(4L * mine.length + 4)) {
            window.fence();
            for (int round = 0; round < rounds; round++) {
              boolean whole = round % 10 == 0;
              Elements data = whole ? Elements.of(mine) : Elements.of(mine, 5, 10);
              window.accumulate(data, ranks - 1, whole ? 1 : 6, Reduction.SUM);
            }
            window.fence();
            if (world.rank() == ranks - 1) {
              int ofRanks = ranks * (ranks - 1) / 2;
              for (int i : new int[] {0, 4, 5, 14, 15, 69_999}) {
                int times = i >= 5 && i < 15 ? rounds : rounds / 10;
                assertThat(window.memory().get(ValueLayout.JAVA_INT_UNALIGNED, 4L * i + 4))
                    .isEqualTo(times * (ranks * i + ofRanks));
              }
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void eachTicketIsDrawnOnceWithoutACallOfItsOwner(TestJob job, int ranks) {
    int tickets = 200;
    job.run(
        ranks,
        world -> {
          try (Window window = world.allocateWindow(world.rank() == 0 ? 8 : 0)) {
            long[] drawn = new long[tickets];
            window.lockAll();
            for (int i = 0; i < tickets; i++) {
              drawn[i] = window.fetchAndOperate(1, Reduction.SUM, 0, 0);
            }
            window.unlockAll();
            long[] all = new long[tickets * ranks];
            world.allGather(drawn, all);
            Arrays.sort(all);
            assertThat(all).isEqualTo(IntStream.range(0, all.length).asLongStream().toArray());
            assertThat(drawn).isSorted();
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aSwapHappensWhereTheValueIsTheExpectedOne(TestJob job) {
    job.run(
        2,
        world -> {
          try (Window window = world.allocateWindow(24)) {
            if (world.rank() == 1) {
              window.lock(0);
              assertThat(window.compareAndSwap(0, 5, 0, 1)).isZero();
              assertThat(window.compareAndSwap(0, 6, 0, 1)).isEqualTo(5);
              assertThat(window.compareAndSwap(5, 7, 0, 1)).isEqualTo(5);
              assertThat(window.fetchAndOperate(0, Window.NO_OP, 0, 1)).isEqualTo(7);
              assertThat(window.fetchAndOperate(8, Window.REPLACE, 0, 1)).isEqualTo(7);
              short[] before = {9};
              window.compareAndSwap(
                  Elements.of(new short[] {0}),
                  Elements.of(new short[] {3}),
                  Elements.of(before),
                  0,
                  11);
              assertThat(before).containsExactly((short) 0);
              refused(
                  () ->
                      window.compareAndSwap(
                          Elements.of(new short[] {3}),
                          Elements.of(before),
                          Elements.of(before),
                          0,
                          11));
              window.unlock(0);
            }
            window.fence();
            if (world.rank() == 0) {
              assertThat(at(window, 0)).isZero();
              assertThat(at(window, 1)).isEqualTo(8);
              assertThat(window.memory().get(ValueLayout.JAVA_SHORT, 22)).isEqualTo((short) 3);
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void swapsMakeALockOfWhichOneRankAtATimeIsTheHolder(TestJob job, int ranks) {
    int rounds = 20;
    job.run(
        ranks,
        world -> {
          try (Window window = world.allocateWindow(16)) {
            window.lockAll();
            for (int i = 0; i < rounds; i++) {
              while (window.compareAndSwap(0, 1 + world.rank(), 0, 0) != 0) {
                Thread.onSpinWait();
              }
              long[] count = new long[1];
              window.get(Elements.of(count), 0, 1);
              window.put(one(count[0] + 1), 0, 1);
              window.flush(0);
              assertThat(window.fetchAndOperate(0, Window.REPLACE, 0, 0))
                  .isEqualTo(1 + world.rank());
            }
            window.unlockAll();
            window.fence();
            if (world.rank() == 0) {
              assertThat(at(window, 1)).isEqualTo((long) rounds * ranks);
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void accumulationsOfOneRankHappenInTheirOrder(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          try (Window window = world.allocateWindow(8L * ranks)) {
            window.fence();
            for (int i = 1; i <= 100; i++) {
              window.accumulate(one(i), 0, world.rank(), Window.REPLACE);
            }
            window.accumulate(one(2), 0, world.rank(), Reduction.PRODUCT);
            window.accumulate(one(1), 0, world.rank(), Reduction.SUM);
            window.fence();
            if (world.rank() == 0) {
              for (int rank = 0; rank < ranks; rank++) {
                assertThat(at(window, rank)).isEqualTo(201);
              }
            }
          }
        });
  }
}
