package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.memory.BufferPool;
import io.penstock.memory.Lease;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.Pipe;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What windows of every transport promise about memory that other ranks access.
@Timeout(60)
class WindowContractTest {
  private static final int TAG = 7;

  /// Longer than what one message moves, and no multiple of it.
  private static final int LONG = 100_003;

  private static long at(Window window, long index) {
    return window.memory().getAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, index);
  }

  private static Elements one(long value) {
    return Elements.of(new long[] {value});
  }

  private static void refused(ThrowingCallable call) {
    assertThatIllegalArgumentException().isThrownBy(call);
  }

  private static void outOfPlace(ThrowingCallable call) {
    assertThatIllegalStateException().isThrownBy(call);
  }

  // ---- put and get -----------------------------------------------------------------------------

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void whatEachRankPutsIntoAllWindowsIsThereAfterAFence(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          try (Window window = world.allocateWindow(8L * ranks)) {
            window.fence();
            for (int target = 0; target < ranks; target++) {
              window.put(one(10 * world.rank() + target), target, world.rank());
            }
            window.fence();
            for (int origin = 0; origin < ranks; origin++) {
              assertThat(at(window, origin)).isEqualTo(10 * origin + world.rank());
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void elementsOfEveryTypeGoThereAndComeBack(TestJob job) {
    job.run(
        3,
        world -> {
          int right = (world.rank() + 1) % 3;
          try (Window window = world.allocateWindow(8L * LONG + 800)) {
            for (ElementType type : ElementType.values()) {
              for (int count : new int[] {0, 1, 1000, LONG}) {
                Object data = TypedData.random(type, count, world.rank());
                Object back = TypedData.empty(type, count);
                window.fence();
                window.put(Elements.of(data), right, 100);
                window.flush(right);
                window.get(Elements.of(back), right, 100);
                window.fence();
                assertThat(TypedData.same(data, back)).as("%s %d", type, count).isTrue();
                assertThat(
                        TypedData.same(
                            window
                                .memory()
                                .asSlice(100L * type.bytes(), (long) count * type.bytes()),
                            TypedData.random(type, count, (world.rank() + 2) % 3)))
                    .isTrue();
              }
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void memoryOfEveryKindIsPutAndGot(TestJob job) {
    job.run(
        2,
        world -> {
          int other = 1 - world.rank();
          byte mine = (byte) (world.rank() + 1);
          try (Window window = world.allocateWindow(1001);
              Arena confined = Arena.ofConfined();
              Arena shared = Arena.ofShared();
              Lease lease = BufferPool.shared().lease(1000)) {
            for (MemorySegment segment :
                List.of(
                    confined.allocate(1000),
                    shared.allocate(1000),
                    lease.segment(),
                    MemorySegment.ofArray(new int[250]))) {
              window.fence();
              window.put(Elements.of(segment.fill(mine)), other, 1);
              window.fence();
              window.get(Elements.of(segment), world.rank(), 1);
              assertThat(segment.toArray(ValueLayout.JAVA_BYTE)).containsOnly(other + 1);
              window.fence();
              window.get(Elements.of(segment), other, 1);
              assertThat(segment.toArray(ValueLayout.JAVA_BYTE)).containsOnly(mine);
            }
            lease.segment().fill((byte) 9);
            window.fence();
            window.get(Elements.of(lease), other, 0);
            assertThat(lease.segment().get(ValueLayout.JAVA_BYTE, 1)).isEqualTo(mine);
            window.fence();
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void memoryThatIsThereIsAWindowOnTheHeapAndOffIt(TestJob job) {
    job.run(
        2,
        world -> {
          int other = 1 - world.rank();
          try (Arena arena = Arena.ofShared()) {
            for (MemorySegment memory :
                List.of(arena.allocate(16, 8), MemorySegment.ofArray(new byte[16]))) {
              try (Window window = world.createWindow(memory)) {
                assertThat(window.memory()).isEqualTo(memory);
                window.fence();
                window.put(one(other), other, 1);
                window.fence();
                assertThat(memory.get(ValueLayout.JAVA_LONG_UNALIGNED, 8)).isEqualTo(world.rank());
              }
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void windowsDifferInSizeAndMayBeNone(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          MemorySegment memory =
              world.rank() == 0
                  ? MemorySegment.NULL
                  : MemorySegment.ofArray(new long[world.rank()]);
          try (Window window = world.createWindow(memory)) {
            window.fence();
            for (int target = 0; target < ranks; target++) {
              int last = target - 1;
              int to = target;
              assertThat(window.bytes(target)).isEqualTo(8L * target);
              refused(() -> window.put(one(1), to, to));
              if (target > 0) {
                window.accumulate(one(1), target, last, Reduction.SUM);
              }
              window.put(Elements.of(new long[0]), target, target);
              refused(() -> window.put(Elements.of(new long[0]), to, to + 1));
            }
            window.fence();
            if (world.rank() > 0) {
              assertThat(at(window, world.rank() - 1)).isEqualTo(ranks);
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void requestsOfResultsAreDoneTogether(TestJob job) {
    job.run(
        2,
        world -> {
          int other = 1 - world.rank();
          try (Window window = world.allocateWindow(8L * LONG);
              Arena confined = Arena.ofConfined()) {
            for (int i = 0; i < LONG; i++) {
              window.memory().setAtIndex(ValueLayout.JAVA_LONG, i, 3L * i + world.rank());
            }
            window.fence();
            MemorySegment all = confined.allocate(8L * LONG);
            long[][] each = new long[20][1];
            CompletionQueue<String> queue = world.completionQueue();
            List<Request> requests = new ArrayList<>();
            requests.add(window.rget(Elements.of(all, ElementType.LONG), other, 0));
            for (int i = 0; i < each.length; i++) {
              requests.add(window.rget(Elements.of(each[i]), other, i));
            }
            queue.add(window.rget(Elements.of(new long[1]), other, 5), "queued");
            List<Status> statuses = Request.awaitAll(requests);
            assertThat(statuses.getFirst())
                .isEqualTo(new Status(other, Communicator.ANY_TAG, MessageKind.LONG, 8L * LONG));
            assertThat(requests.getFirst().cancel()).isFalse();
            assertThat(queue.take().orElseThrow().attachment()).isEqualTo("queued");
            for (int i = 0; i < LONG; i++) {
              assertThat(all.getAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, i))
                  .isEqualTo(3L * i + other);
            }
            for (int i = 0; i < each.length; i++) {
              assertThat(each[i][0]).isEqualTo(3L * i + other);
            }
            window.fence();
          }
        });
  }

  // ---- combining -------------------------------------------------------------------------------

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

  // ---- locks -----------------------------------------------------------------------------------

  /// Reads and writes that are not atomic are, under a lock.
  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void aLockKeepsOthersAwayUntilAllIsComplete(TestJob job, int ranks) {
    int rounds = 25;
    job.run(
        ranks,
        world -> {
          try (Window window = world.allocateWindow(16)) {
            long[] count = new long[2];
            for (int i = 0; i < rounds; i++) {
              for (int target = 0; target < ranks; target++) {
                window.lock(target);
                window.get(Elements.of(count), target, 0);
                assertThat(count[0]).isEqualTo(count[1]);
                window.put(one(count[0] + 1), target, 0);
                window.put(one(count[1] + 1), target, 1);
                window.unlock(target);
              }
            }
            window.fence();
            assertThat(at(window, 0)).isEqualTo((long) rounds * ranks);
            assertThat(at(window, 1)).isEqualTo((long) rounds * ranks);
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void sharedLocksGoTogetherAndAnExclusiveOneWaitsForThem(TestJob job) {
    job.run(
        3,
        world -> {
          try (Window window = world.allocateWindow(8)) {
            if (world.rank() < 2) {
              window.lockShared(0);
              meet(world, 1 - world.rank()); // both have it
              if (world.rank() == 0) {
                world.send(new byte[0], 2, TAG);
              }
              window.accumulate(one(1), 0, 0, Reduction.SUM);
              window.unlock(0);
            } else {
              world.receive(new byte[0], 0, TAG); // rank 0 has it, or had it
              window.lock(0);
              long[] count = new long[1];
              window.get(Elements.of(count), 0, 0);
              assertThat(count[0]).isPositive();
              window.put(one(count[0] + 10), 0, 0);
              window.unlock(0);
            }
            window.fence();
            if (world.rank() == 0) {
              assertThat(at(window, 0)).isEqualTo(12);
            }
          }
        });
  }

  private static void meet(Communicator world, int other) {
    world.sendReceive(new byte[0], other, TAG, new byte[0], other, TAG);
  }

  /// The owner is in no call of the library meanwhile.
  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void theOwnerNeedNotCallAnythingWhileOthersWork(TestJob job) {
    job.run(
        2,
        world -> {
          try (Window window = world.allocateWindow(16)) {
            if (world.rank() == 1) {
              window.lock(0);
              window.put(one(4), 0, 1);
              window.flush(0);
              window.accumulate(one(1), 0, 0, Reduction.SUM);
              window.unlock(0);
            } else {
              while (at(window, 0) == 0) {
                window.sync();
              }
              assertThat(at(window, 1)).isEqualTo(4);
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void threadsOfARankShareItsEpoch(TestJob job) {
    int threads = 4;
    int rounds = 50;
    job.run(
        2,
        world -> {
          try (Window window = world.allocateWindow(8);
              ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            window.lockAll();
            List<Callable<Void>> tasks =
                IntStream.range(0, threads)
                    .<Callable<Void>>mapToObj(
                        _ ->
                            () -> {
                              for (int i = 0; i < rounds; i++) {
                                window.accumulate(one(1), 0, 0, Reduction.SUM);
                                long _ = window.fetchAndOperate(1, Reduction.SUM, 1, 0);
                              }
                              return null;
                            })
                    .toList();
            for (Future<Void> task : pool.invokeAll(tasks)) {
              task.get();
            }
            window.unlockAll();
            window.fence();
            assertThat(at(window, 0)).isEqualTo(2L * threads * rounds);
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aLockThatAThreadWaitsForIsNoEpochOfTheOthersYet(TestJob job) {
    job.run(
        2,
        world -> {
          try (Window window = world.allocateWindow(8);
              ExecutorService pool = Executors.newSingleThreadExecutor()) {
            if (world.rank() == 0) {
              window.lock(0);
              meet(world, 1);
              meet(world, 1);
              window.unlock(0);
            } else {
              meet(world, 0);
              Future<?> waiting = pool.submit(() -> window.lock(0));
              awaitWish(window);
              outOfPlace(() -> window.put(one(1), 0, 0));
              outOfPlace(() -> window.flush(0));
              outOfPlace(() -> window.unlock(0));
              outOfPlace(() -> window.lock(0));
              outOfPlace(window::fence);
              meet(world, 0);
              waiting.get();
              window.put(one(1), 0, 0);
              window.unlock(0);
            }
          }
        });
  }

  /// Until another thread of this rank has begun to wait for a lock.
  private static void awaitWish(Window window) {
    boolean waits = false;
    while (!waits) {
      try {
        window.flushAll();
        waits = true;
      } catch (IllegalStateException e) {
        Thread.onSpinWait();
      }
    }
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void whoClosesTheWindowEndsTheWaitOfItsOtherThreads(TestJob job) {
    job.run(
        2,
        world -> {
          Window window = world.allocateWindow(8);
          try (ExecutorService pool = Executors.newSingleThreadExecutor()) {
            if (world.rank() == 0) {
              window.lock(0);
              meet(world, 1);
              meet(world, 1); // whose thread waits no more, though the lock is held
              outOfPlace(window::close);
            } else {
              meet(world, 0);
              Future<?> waiting =
                  pool.submit(
                      () -> {
                        outOfPlace(() -> window.lock(0));
                        meet(world, 0);
                      });
              awaitWish(window);
              outOfPlace(window::close);
              waiting.get();
            }
          }
        });
  }

  // ---- some ranks together ---------------------------------------------------------------------

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void someRanksOpenAndEndAnEpochAmongThemselves(TestJob job) {
    job.run(
        4,
        world -> {
          int right = (world.rank() + 1) % 4;
          int left = (world.rank() + 3) % 4;
          try (Window window = world.allocateWindow(16)) {
            for (long round = 1; round <= 20; round++) {
              window.post(left, right);
              window.start(left, right);
              window.put(one(10 * round + world.rank()), right, 0);
              window.put(one(10 * round + world.rank()), left, 1);
              window.complete();
              window.awaitComplete();
              assertThat(at(window, 0)).isEqualTo(10 * round + left);
              assertThat(at(window, 1)).isEqualTo(10 * round + right);
            }
          }
        });
  }

  // ---- what is refused -------------------------------------------------------------------------

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void whatLeavesTheWindowOrDoesNotGoTogetherIsRefusedAtTheOrigin(TestJob job) {
    job.run(
        2,
        world -> {
          int other = 1 - world.rank();
          try (Window window = world.allocateWindow(20)) {
            window.fence();
            assertThatIllegalArgumentException()
                .isThrownBy(() -> window.put(Elements.of(new long[2]), other, 1))
                .withMessageContaining("2 elements of LONG from displacement 1")
                .withMessageContaining("rank " + other + ", which has 20 bytes");
            refused(() -> window.get(Elements.of(new long[1]), other, 2));
            refused(() -> window.get(Elements.of(new long[1]), other, -1));
            refused(() -> window.get(Elements.of(new long[1]), other, Long.MAX_VALUE));
            refused(() -> window.put(Elements.of(new byte[21]), other, 0));
            refused(() -> window.put(Elements.of(new boolean[1]), other, 0));
            refused(() -> window.put(one(1), 2, 0));
            refused(() -> window.put(one(1), -1, 0));
            refused(() -> window.accumulate(one(1), other, 3, Reduction.SUM));
            refused(
                () ->
                    window.accumulate(
                        Elements.of(MemorySegment.ofArray(new byte[8])), 0, 0, Reduction.SUM));
            refused(() -> window.accumulate(Elements.of(new double[1]), other, 0, Reduction.AND));
            refused(() -> window.accumulate(one(1), other, 0, Reduction.MINIMUM_PLACE));
            Reduction own = Reduction.commutative("own", 1, Reduction.Combiner.ofLongs(Long::sum));
            assertThatIllegalArgumentException()
                .isThrownBy(() -> window.accumulate(one(1), other, 0, own))
                .withMessageContaining("own");
            refused(
                () -> window.getAccumulate(one(1), Elements.of(new int[2]), 0, 0, Reduction.SUM));
            long[] same = {1};
            refused(
                () ->
                    window.getAccumulate(
                        Elements.of(same), Elements.of(same), 0, 0, Reduction.SUM));
            refused(() -> window.compareAndSwap(one(1), one(1), Elements.of(new int[1]), other, 0));
            refused(
                () -> window.compareAndSwap(one(1), one(1), Elements.of(new long[2]), other, 0));
            MemorySegment fixed = MemorySegment.ofArray(new byte[1]).asReadOnly();
            refused(() -> window.get(Elements.of(fixed), other, 0));
            window.put(Elements.of(fixed), other, 0);
            refused(() -> window.bytes(2));
            refused(() -> window.post(1, 1));
            refused(() -> window.start(2));
            window.fence();
            assertThat(window.memory().toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);
          }
          refused(() -> world.allocateWindow(-1));
          try (Arena confined = Arena.ofConfined()) {
            refused(() -> world.createWindow(confined.allocate(8)));
          }
          refused(() -> world.createWindow(MemorySegment.ofArray(new byte[8]).asReadOnly()));
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void whatIsOutsideAnEpochIsRefused(TestJob job) {
    job.run(
        2,
        world -> {
          int other = 1 - world.rank();
          Window window = world.allocateWindow(8);
          outOfPlace(() -> window.put(one(1), other, 0));
          outOfPlace(() -> window.get(one(1), other, 0));
          outOfPlace(() -> window.accumulate(one(1), other, 0, Reduction.SUM));
          outOfPlace(() -> window.compareAndSwap(0, 1, other, 0));
          outOfPlace(() -> window.flush(other));
          outOfPlace(window::flushAll);
          outOfPlace(() -> window.unlock(other));
          outOfPlace(window::unlockAll);
          outOfPlace(window::complete);
          outOfPlace(window::awaitComplete);
          window.lock(other);
          outOfPlace(() -> window.lock(other));
          outOfPlace(window::lockAll);
          outOfPlace(window::unlockAll);
          outOfPlace(window::fence);
          outOfPlace(() -> window.start(other));
          outOfPlace(() -> window.put(one(1), world.rank(), 0));
          window.put(one(1), other, 0);
          window.unlock(other);
          outOfPlace(() -> window.put(one(1), other, 0));
          window.fence();
          window.flush(other);
          window.put(Elements.of(new long[0]), other, 0);
          window.lockAll(); // nothing was done since the fence
          window.unlockAll();
          window.fence();
          window.put(one(2), other, 0);
          outOfPlace(() -> window.lock(other));
          window.fence();
          window.post(other);
          outOfPlace(() -> window.post(other));
          window.start(other);
          outOfPlace(() -> window.lock(other));
          outOfPlace(window::fence);
          window.complete();
          window.awaitComplete();
          window.close();
          window.close();
          outOfPlace(() -> window.put(one(1), other, 0));
          outOfPlace(window::fence);
          outOfPlace(() -> window.lock(other));
          outOfPlace(() -> window.memory().get(ValueLayout.JAVA_BYTE, 0));
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void operationsOnNoRankAreDoneAtOnceAndTouchNothing(TestJob job) {
    job.run(
        2,
        world -> {
          int none = Communicator.NO_RANK;
          try (Window window = world.allocateWindow(8)) {
            long[] data = {5};
            window.lock(none);
            window.put(Elements.of(data), none, 100);
            window.get(Elements.of(data), none, 100);
            assertThat(window.rget(Elements.of(data), none, 100).await().source()).isEqualTo(none);
            window.accumulate(Elements.of(data), none, 0, Reduction.SUM);
            assertThat(window.fetchAndOperate(1, Reduction.SUM, none, 0)).isZero();
            assertThat(window.compareAndSwap(0, 1, none, 0)).isZero();
            window.flush(none);
            window.unlock(none);
            assertThat(data).containsExactly(5);
          }
        });
  }

  // ---- ends ------------------------------------------------------------------------------------

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void memoryThatItsOwnerHasFreedIsAnErrorOfTheOthers(TestJob job) {
    job.run(
        2,
        world -> {
          Arena arena = Arena.ofShared();
          MemorySegment memory = world.rank() == 0 ? arena.allocate(1 << 20) : MemorySegment.NULL;
          try (Window window = world.createWindow(memory)) {
            if (world.rank() == 0) {
              arena.close();
              meet(world, 1);
            } else {
              meet(world, 0);
              window.lock(0);
              assertThatExceptionOfType(MessageException.class)
                  .isThrownBy(() -> window.get(Elements.of(new byte[1 << 20]), 0, 0))
                  .withMessageContaining("rank 0's window has been freed");
              window.put(Elements.of(new byte[1 << 20]), 0, 0);
              window.accumulate(one(1), 0, 0, Reduction.SUM);
              assertThatExceptionOfType(MessageException.class)
                  .isThrownBy(() -> window.flush(0))
                  .withMessageContaining("rank 0's window has been freed");
              window.flush(0);
              window.put(one(1), 0, 0);
              assertThatExceptionOfType(MessageException.class)
                  .isThrownBy(() -> window.unlock(0))
                  .withMessageContaining("rank 0's window has been freed");
              window.lock(0);
              window.unlock(0);
            }
          }
        });
  }

  /// The system ends an access to a page of a file that is no longer there.
  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aMappedFileThatIsCutShortIsAnErrorOfTheOthers(TestJob job) throws IOException {
    Path path = Files.createTempFile("penstock", "window");
    try {
      job.run(2, world -> accessCut(world, path));
    } finally {
      Files.delete(path);
    }
  }

  private static void accessCut(Communicator world, Path path) throws IOException {
    int bytes = 1 << 20;
    boolean owner = world.rank() == 1;
    try (FileChannel file =
            FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        Arena arena = Arena.ofShared();
        Window window =
            world.createWindow(
                owner
                    ? file.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena)
                    : MemorySegment.NULL)) {
      if (owner) {
        file.truncate(0);
      }
      window.fence();
      if (!owner) {
        assertThatExceptionOfType(MessageException.class)
            .isThrownBy(() -> window.get(Elements.of(new byte[bytes]), 1, 0))
            .withMessageContaining("rank 1's window");
      }
      window.fence();
    }
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aWindowThatIsClosedInAnEpochIsClosedAndLetsOthersGoOn(TestJob job) {
    job.run(
        2,
        world -> {
          Window window = world.allocateWindow(8);
          if (world.rank() == 0) {
            window.lock(1);
            window.accumulate(one(1), 1, 0, Reduction.SUM);
            assertThatIllegalStateException()
                .isThrownBy(window::close)
                .withMessageContaining("unlock");
          } else {
            window.lock(1);
            window.unlock(1);
            window.close();
          }
          world.barrier();
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aRankThatLeavesGivesUpItsLocksAndIsAnErrorOfThoseThatAccessIt(TestJob job) {
    job.run(
        3,
        world -> {
          Window window = world.allocateWindow(8);
          if (world.rank() == 0) {
            window.lock(1);
            window.accumulate(one(1), 1, 0, Reduction.SUM);
            world.send(new byte[0], 1, TAG);
            world.send(new byte[0], 2, TAG);
          } else {
            world.receive(new byte[0], 0, TAG);
            window.lock(1);
            window.unlock(1);
            meet(world, 3 - world.rank());
            assertThatExceptionOfType(MessageException.class)
                .isThrownBy(
                    () -> {
                      while (true) { // until it is gone
                        window.lockShared(0);
                        long _ = window.fetchAndOperate(1, Reduction.SUM, 0, 0);
                        window.unlock(0);
                      }
                    })
                .isNotInstanceOf(RankFailedException.class)
                .withMessageContaining("rank 0");
            assertThatExceptionOfType(MessageException.class).isThrownBy(window::close);
          }
        });
  }

  /// A call of the system that has the memory keeps its arena from being closed.
  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void whoLeavesWhileItsWindowIsWrittenElsewhereIsToldAndLeaves(TestJob job) {
    job.run(
        2,
        world -> {
          Window window = world.allocateWindow(1 << 20);
          SharedWindow shared = world.allocateSharedWindow(1 << 20);
          if (world.rank() == 1) {
            world.close();
            return;
          }
          try (ExecutorService pool = Executors.newSingleThreadExecutor()) {
            Pipe pipe = Pipe.open();
            Future<?> _ = pool.submit(() -> pipe.sink().write(window.memory().asByteBuffer()));
            int _ =
                pipe.source().read(ByteBuffer.allocate(1)); // and more than the pipe has room for
            outOfPlace(world::close);
            pipe.source().close();
          }
          outOfPlace(() -> window.put(one(1), 1, 0));
          outOfPlace(shared::fence);
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aRankThatFailsIsAnErrorOfAllThatWait(TestJob job) {
    assertThatExceptionOfType(RankFailedException.class)
        .isThrownBy(
            () ->
                job.run(
                    4,
                    world -> {
                      Window window = world.allocateWindow(8);
                      if (world.rank() == 3) {
                        window.lock(0);
                        world.barrier();
                        throw new ArithmeticException("three is odd");
                      }
                      world.barrier();
                      assertThatExceptionOfType(RankFailedException.class)
                          .isThrownBy(
                              () -> {
                                switch (world.rank()) {
                                  case 0 -> window.fence();
                                  case 1 -> window.lock(0);
                                  default -> window.start(3);
                                }
                              });
                      window.close();
                    }))
        .withMessageContaining("three is odd");
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void ranksThatCallDifferentOperationsOfAWindowAreTold(TestJob job) {
    job.run(
        2,
        world -> {
          Window window = world.allocateWindow(8);
          assertThatExceptionOfType(CollectiveMismatchException.class)
              .isThrownBy(
                  () -> {
                    if (world.rank() == 0) {
                      window.fence();
                    } else {
                      window.close();
                    }
                  })
              .withMessageContaining("fence")
              .withMessageContaining("close");
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aWindowTakesNoMessageOfTheProgramAndLeavesNoBlock(TestJob job) {
    long live = BufferPool.shared().statistics().liveBlocks();
    job.run(
        2,
        world -> {
          int other = 1 - world.rank();
          Request receive =
              world.ireceive(new int[1], Communicator.ANY_SOURCE, Communicator.ANY_TAG);
          try (Window window = world.allocateWindow(8)) {
            window.lock(other);
            window.put(one(1), other, 0);
            window.unlock(other);
            window.post(other);
            window.start(other);
            window.complete();
            window.awaitComplete();
          }
          world.send(new int[1], other, TAG);
          assertThat(receive.await().tag()).isEqualTo(TAG);
        });
    assertThat(BufferPool.shared().statistics().liveBlocks()).isEqualTo(live);
  }
}
