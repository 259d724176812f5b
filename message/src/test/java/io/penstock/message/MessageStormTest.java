package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Much at once: messages outstanding, threads that send, ranks that join. The contract suites have
/// the short forms.
@Tag("long")
@Timeout(600)
class MessageStormTest {
  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aHundredThousandMessagesOutstandingAreMetInAnyOrder(TestJob job) {
    int count = 100_000;
    List<Integer> order = new ArrayList<>(IntStream.range(0, count).boxed().toList());
    Collections.shuffle(order, new Random(42));
    for (boolean expected : new boolean[] {true, false}) {
      job.run(2, world -> meetInAnyOrder(world, order, expected));
    }
  }

  /// @param expected whether all receives are there before the messages, or the other way round
  private static void meetInAnyOrder(Communicator world, List<Integer> order, boolean expected) {
    int count = order.size();
    int other = 1 - world.rank();
    int[][] data = new int[count][1];
    boolean sends = world.rank() == 0;
    if (sends == expected) {
      world.receive(new int[1], other, count);
    }
    List<Request> requests = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      if (sends) {
        data[i][0] = i;
        requests.add(world.isend(data[i], other, i));
      } else {
        requests.add(world.ireceive(data[order.get(i)], other, order.get(i)));
      }
    }
    if (sends != expected) {
      world.send(new int[1], other, count);
    }
    Request.awaitAll(requests);
    assertThat(IntStream.range(0, count)).allMatch(tag -> data[tag][0] == tag);
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void threadsThatSendAtTheSameMomentEndNoJob(TestJob job) {
    for (int round = 0; round < 20; round++) {
      job.run(2, MessageStormTest::sendFromThreads);
    }
  }

  private static void sendFromThreads(Communicator world) throws InterruptedException {
    int threads = 8;
    int messages = 200;
    int bytes = 60_000;
    CountDownLatch start = new CountDownLatch(threads);
    List<Thread> all = new ArrayList<>();
    for (int tag = 0; tag < threads; tag++) {
      int own = tag;
      all.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    start.countDown();
                    for (int i = 0; i < messages; i++) {
                      if (world.rank() == 0) {
                        world.send(new byte[bytes], 1, own);
                      } else {
                        world.receive(new byte[bytes], 0, own);
                      }
                    }
                  }));
    }
    for (Thread thread : all) {
      thread.join();
    }
    world.barrier();
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void manyRanksJoinAndExchange(TestJob job) {
    int ranks = 100;
    job.run(
        ranks,
        world -> {
          int[] received = new int[ranks];
          world.allToAll(IntStream.range(0, ranks).map(i -> world.rank()).toArray(), received);
          assertThat(received).isEqualTo(IntStream.range(0, ranks).toArray());
        });
  }
}
