package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.BitSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What communicators of every transport promise about requests: awaited together, taken back, and
/// in completion queues.
@Timeout(60)
class RequestContractTest {
  private static final int TAG = 7;

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void requestsAreAwaitedAllAnyOrSome(TestJob job) {
    job.run(
        2,
        world -> {
          int count = 10;
          if (world.rank() == 0) {
            world.receive(new byte[0], 1, 99);
            Request.awaitAll(
                IntStream.range(0, count)
                    .mapToObj(tag -> world.isend(new int[] {tag}, 1, tag))
                    .toList());
            return;
          }
          int[][] got = new int[count][1];
          List<Request> requests =
              IntStream.range(0, count).mapToObj(tag -> world.ireceive(got[tag], 0, tag)).toList();
          assertThat(Request.testAny(requests)).isEmpty();
          assertThat(Request.testAll(requests)).isEmpty();
          assertThat(Request.testSome(requests)).isEmpty();
          world.send(new byte[0], 0, 99);
          OptionalInt first = Request.awaitAny(requests);
          assertThat(requests.get(first.orElseThrow()).isActive()).isFalse();
          int done = 1;
          for (List<Integer> some = Request.awaitSome(requests);
              !some.isEmpty();
              some = Request.awaitSome(requests)) {
            done += some.size();
          }
          assertThat(done).isEqualTo(count);
          assertThat(Request.awaitAny(requests)).isEmpty();
          assertThat(Request.awaitAll(requests))
              .extracting(Status::tag)
              .containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
          assertThat(Request.testAll(requests)).isPresent();
          for (int tag = 0; tag < count; tag++) {
            assertThat(got[tag]).containsExactly(tag);
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aReceiveThatNothingMetCanBeTakenBack(TestJob job) {
    job.run(
        1,
        world -> {
          int[] untouched = new int[1];
          Request receive = world.ireceive(untouched, 0, TAG);
          assertThat(receive.cancel()).isTrue();
          assertThat(receive.cancel()).isFalse();
          assertThat(receive.isDone()).isTrue();
          assertThatExceptionOfType(CancellationException.class).isThrownBy(receive::await);
          world.send(new int[] {1}, 0, TAG);
          assertThat(untouched).containsExactly(0);
          int[] got = new int[1];
          Request late = world.ireceive(got, 0, TAG);
          assertThat(late.cancel()).isFalse();
          late.await();
          assertThat(got).containsExactly(1);
          assertThat(world.isend(got, 0, TAG).cancel()).isFalse();
          world.receive(got, 0, TAG);
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void closingWithAReceiveUnderWayTakesItBackAndSaysSo(TestJob job) {
    job.run(
        1,
        world -> {
          Request receive = world.ireceive(new int[1], 0, TAG);
          assertThatIllegalStateException()
              .isThrownBy(world::close)
              .withMessageContaining("1 requests under way");
          assertThatExceptionOfType(CancellationException.class).isThrownBy(receive::await);
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aCompletionQueueGivesEachRequestOnceWhenItIsDone(TestJob job) {
    int many = 3000;
    job.run(
        2,
        world -> {
          CompletionQueue<Integer> queue = world.completionQueue();
          int[][] received = new int[many][1];
          for (int tag = 0; tag < many; tag++) {
            if (world.rank() == 0) {
              queue.add(world.ireceive(received[tag], 1, tag), tag);
            } else {
              int backwards = many - 1 - tag;
              queue.add(world.isend(new int[] {backwards}, 0, backwards), backwards);
            }
          }
          assertThat(queue.size()).isEqualTo(many);
          BitSet taken = new BitSet();
          for (var next = queue.take(); next.isPresent(); next = queue.take()) {
            int tag = next.get().attachment();
            assertThat(next.get().request().test().orElseThrow().tag()).isEqualTo(tag);
            assertThat(taken.get(tag)).isFalse();
            taken.set(tag);
            assertThat(received[tag]).containsExactly(world.rank() == 0 ? tag : 0);
          }
          assertThat(taken.cardinality()).isEqualTo(many);
          assertThat(queue.size()).isZero();
          assertThat(queue.poll()).isEmpty();
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aCompletionQueueGivesWhatWasDoneFailedOrCancelledBefore(TestJob job) {
    job.run(
        2,
        world -> {
          CompletionQueue<String> queue = world.completionQueue();
          if (world.rank() == 0) {
            Request read = world.ireceive(new int[1], 1, 1);
            read.await();
            queue.add(read, "read");
            Request cancelled = world.ireceive(new int[1], 0, 2);
            queue.add(cancelled, "cancelled");
            assertThat(queue.poll().orElseThrow().attachment()).isEqualTo("read");
            assertThat(queue.poll()).isEmpty();
            assertThat(cancelled.cancel()).isTrue();
            assertThat(queue.take().orElseThrow().attachment()).isEqualTo("cancelled");
            queue.add(world.ireceive(new int[1], 1, 3), "too long");
            queue.add(world.ireceive(new int[1], Communicator.ANY_SOURCE, 4), "from nobody");
            Request failed = queue.take().orElseThrow().request();
            assertThatExceptionOfType(MessageException.class).isThrownBy(failed::await);
            Request forsaken = queue.take().orElseThrow().request();
            DepartureContractTest.assertToldOfAny(forsaken::await);
            assertThat(queue.take()).isEmpty();
            assertThatIllegalStateException().isThrownBy(() -> queue.add(read, "again"));
          } else {
            world.send(new int[1], 0, 1);
            world.send(new int[2], 0, 3);
          }
          world.close();
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void threadsThatTakeFromOneCompletionQueueGetEachRequestOnce(TestJob job) {
    int many = 2000;
    job.run(
        2,
        world -> {
          if (world.rank() == 1) {
            for (int tag = 0; tag < many; tag++) {
              world.send(new int[1], 0, tag);
            }
            return;
          }
          CompletionQueue<Integer> queue = world.completionQueue();
          for (int tag = 0; tag < many; tag++) {
            queue.add(world.ireceive(new int[1], 1, tag), tag);
          }
          Set<Integer> taken = ConcurrentHashMap.newKeySet();
          try (ExecutorService threads = Executors.newFixedThreadPool(3)) {
            List<Future<?>> all =
                IntStream.range(0, 3)
                    .<Future<?>>mapToObj(_ -> threads.submit(() -> takeAll(queue, taken)))
                    .toList();
            for (Future<?> one : all) {
              one.get();
            }
          }
          assertThat(taken).hasSize(many);
        });
  }

  private static void takeAll(CompletionQueue<Integer> queue, Set<Integer> taken) {
    for (var next = queue.take(); next.isPresent(); next = queue.take()) {
      next.get().request().await();
      assertThat(taken.add(next.get().attachment())).isTrue();
    }
  }
}
