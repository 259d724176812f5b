package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What communicators of every transport promise to several threads of a rank, and to one that is
/// interrupted.
@Timeout(60)
class ThreadMultipleContractTest {
  private static final int TAG = 7;

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void manyThreadsOfARankSendAndReceiveAtOnce(TestJob job) {
    int threads = 4;
    int messages = 300;
    job.run(
        2,
        world -> {
          try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            List<Future<?>> all = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
              int tag = thread;
              all.add(pool.submit(() -> converse(world, tag, messages)));
            }
            for (Future<?> one : all) {
              one.get();
            }
          }
        });
  }

  private static void converse(Communicator world, int tag, int messages) {
    int other = 1 - world.rank();
    for (int i = 0; i < messages; i++) {
      int[] sent = new int[i % 50 == 0 ? 30_000 : 10];
      sent[0] = 1000 * tag + i;
      int[] received = new int[sent.length];
      Request request = world.isend(sent, other, tag);
      world.receive(received, other, tag);
      request.await();
      assertThat(received[0]).isEqualTo(1000 * tag + i);
    }
  }

  /// More than may lie unasked at the receiver, which begins when the senders can go no further.
  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void threadsOfARankSendAtTheSameMomentToOneThatDoesNotReceiveYet(TestJob job) {
    int threads = 8;
    int messages = 100;
    int bytes = 60_000;
    job.run(
        2,
        world -> {
          if (world.rank() == 0) {
            List<Request> sends =
                sendFrom(threads, messages, thread -> world.isend(new byte[bytes], 1, thread));
            world.send(new byte[0], 1, threads);
            Request.awaitAll(sends);
          } else {
            world.receive(new byte[0], 0, threads);
            for (int i = 0; i < threads * messages; i++) {
              int thread = i % threads;
              assertThat(world.receive(new byte[bytes], 0, thread).bytes()).isEqualTo(bytes);
            }
          }
        });
  }

  private static List<Request> sendFrom(int threads, int messages, IntFunction<Request> send)
      throws Exception {
    List<Request> sends = new ArrayList<>();
    CountDownLatch start = new CountDownLatch(threads);
    try (ExecutorService executor = Executors.newCachedThreadPool()) {
      List<Future<List<Request>>> all =
          IntStream.range(0, threads)
              .mapToObj(thread -> executor.submit(() -> sendAll(thread, messages, send, start)))
              .toList();
      for (Future<List<Request>> one : all) {
        sends.addAll(one.get());
      }
    }
    return sends;
  }

  private static List<Request> sendAll(
      int thread, int messages, IntFunction<Request> send, CountDownLatch start)
      throws InterruptedException {
    start.countDown();
    start.await();
    return IntStream.range(0, messages).mapToObj(_ -> send.apply(thread)).toList();
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aThreadThatIsInterruptedWaitsOnAndStaysInterrupted(TestJob job) {
    job.run(
        2,
        world -> {
          int[] data = {world.rank()};
          if (world.rank() == 0) {
            Thread.currentThread().interrupt();
            world.receive(data, 1, TAG);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(data).containsExactly(1);
          } else {
            world.synchronousSend(data, 0, TAG);
          }
        });
  }
}
