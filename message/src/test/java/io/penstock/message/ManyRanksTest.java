package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.message.threads.RankThreads;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Jobs of more ranks than a rank tries one by one for what has come.
class ManyRanksTest {
  private static final int RANKS = 24;
  private static final int TAG = 3;

  /// Longer than what travels unasked, and than what a socket takes at once.
  private static final int LONG = 1 << 16;

  static List<TestJob> jobs() {
    return TestJob.all();
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void everyRankHearsFromEveryOther(TestJob job) {
    job.run(RANKS, ManyRanksTest::requireAllToAll);
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void longMessagesGoRound(TestJob job) {
    job.run(
        RANKS,
        world -> {
          int next = (world.rank() + 1) % RANKS;
          int previous = (world.rank() + RANKS - 1) % RANKS;
          double[] own = new double[LONG];
          Arrays.fill(own, world.rank());
          double[] other = new double[LONG];
          world.sendReceive(own, next, TAG, other, previous, TAG);
          assertThat(other).containsOnly(previous);
        });
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void aRankReceivesFromAnyWhileAnotherOfItsThreadsWaits(TestJob job) {
    job.run(
        RANKS,
        world -> {
          if (world.rank() > 0) {
            world.send(new int[] {world.rank()}, 0, TAG);
            return;
          }
          Thread waiting = Thread.ofPlatform().start(() -> world.receive(new int[1], 0, TAG + 1));
          long sum = 0;
          for (int i = 1; i < RANKS; i++) {
            int[] one = new int[1];
            world.receive(one, Communicator.ANY_SOURCE, TAG);
            sum += one[0];
          }
          world.send(new int[1], 0, TAG + 1);
          waiting.join();
          assertThat(sum).isEqualTo((long) RANKS * (RANKS - 1) / 2);
        });
  }

  @Tag("long")
  @Test
  void aThousandThreadsMeet() {
    RankThreads.run(1000, ManyRanksTest::requireAllToAll);
  }

  private static void requireAllToAll(Communicator world) {
    world.barrier();
    int size = world.size();
    int[] sent = new int[size];
    Arrays.setAll(sent, to -> world.rank() * size + to);
    int[] received = new int[size];
    world.allToAll(sent, received);
    int[] expected = new int[size];
    Arrays.setAll(expected, from -> from * size + world.rank());
    assertThat(received).isEqualTo(expected);
    world.barrier();
  }
}
