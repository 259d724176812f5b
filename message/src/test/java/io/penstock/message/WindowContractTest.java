package io.penstock.message;

import static io.penstock.message.WindowFixture.TAG;
import static io.penstock.message.WindowFixture.at;
import static io.penstock.message.WindowFixture.one;
import static io.penstock.message.WindowFixture.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.memory.BufferPool;
import io.penstock.memory.Lease;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What windows of every transport promise about memory that other ranks write and read.
@Timeout(60)
class WindowContractTest {
  /// Longer than what one message moves, and no multiple of it.
  private static final int LONG = 100_003;

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
            Elements booleans = Elements.of(new boolean[1]);
            assertThatIllegalArgumentException()
                .isThrownBy(() -> window.put(booleans, other, 0))
                .withMessageContaining("use a byte[]");
            refused(() -> window.rget(booleans, other, 0));
            refused(() -> window.accumulate(booleans, other, 0, Reduction.OR));
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
