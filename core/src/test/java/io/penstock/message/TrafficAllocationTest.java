package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.ElementType;
import io.penstock.testing.AllocatedBytes;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Blocking sends and receives leave no garbage once they are warm.
@Timeout(240)
class TrafficAllocationTest {
  private static final int MESSAGES = 5000;

  /// The compiler may need this many rounds until what is never used is no longer allocated.
  private static final int ROUNDS = 40;

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void arraysRangesAndSegmentsTravelWithoutGarbage(TestJob job) {
    job.run(
        2,
        world -> {
          try (Arena arena = Arena.ofConfined();
              Arena shared = Arena.ofShared()) {
            requireNoGarbage(world, new double[1]);
            requireNoGarbage(world, new long[1000]);
            requireNoGarbage(world, Elements.of(new int[100], 10, 80));
            requireNoGarbage(world, arena.allocate(64));
            requireNoGarbage(world, Elements.of(shared.allocate(64), ElementType.FLOAT));
            requireNoGarbage(world, new byte[80_000]);
          }
        });
  }

  private static void requireNoGarbage(Communicator world, Object data) {
    double least = Double.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long before = AllocatedBytes.now();
      pingPong(world, data);
      double perMessage = (AllocatedBytes.now() - before) / (2.0 * MESSAGES);
      least = Math.min(least, perMessage);
      if (agreed(world, least < 1)) {
        return;
      }
    }
    assertThat(least).as("bytes per message of %s", data).isLessThan(1);
  }

  private static boolean agreed(Communicator world, boolean here) {
    int[] all = {here ? 1 : 0};
    world.allReduce(all, all, Reduction.LOGICAL_AND);
    return all[0] == 1;
  }

  private static void pingPong(Communicator world, Object data) {
    for (int i = 0; i < MESSAGES; i++) {
      if (world.rank() == 0) {
        world.send(data, 1, 0);
        world.receive(data, 1, 0);
      } else {
        world.receive(data, 0, 0);
        world.send(data, 0, 0);
      }
    }
  }
}
