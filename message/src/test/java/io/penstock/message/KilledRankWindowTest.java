package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.Elements;
import io.penstock.message.tcp.LoopbackJob;
import io.penstock.testing.ChildJvm;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Ranks that are processes, one of which is killed while it holds the lock of another's window.
@Timeout(120)
class KilledRankWindowTest {
  /// A rank: 0 has the window, 1 waits for its lock, 2 holds it until it is killed.
  static final class Rank {
    private Rank() {}

    public static void main(String[] arguments) throws IOException {
      try (Communicator world = Communicator.world()) {
        SharedWindow shared = world.allocateSharedWindow(8);
        shared.part(world.rank()).set(ValueLayout.JAVA_LONG, 0, 5L + world.rank());
        shared.fence();
        Window window = world.createWindow(shared.part(world.rank()));
        if (world.rank() == 2) {
          window.lock(0);
          window.accumulate(Elements.of(new long[] {1}), 0, 0, Reduction.SUM);
          window.flush(0);
        }
        world.barrier();
        System.out.println(
            first(shared, 0)
                + " "
                + first(shared, 2)
                + " "
                + SharedWindowContractTest.remainders());
        try {
          await(world, window);
        } catch (MessageException e) {
          System.out.println(e.getClass().getSimpleName());
        }
        try {
          window.close();
        } catch (MessageException e) {
          System.out.println(e.getClass().getSimpleName());
        }
        System.out.println(first(shared, 1) + " " + SharedWindowContractTest.remainders());
      }
    }

    private static void await(Communicator world, Window window) {
      switch (world.rank()) {
        case 0 -> window.fence();
        case 1 -> window.lock(0);
        default -> world.receive(new int[1], 0, 7);
      }
    }

    private static long first(SharedWindow shared, int rank) {
      return shared.part(rank).get(ValueLayout.JAVA_LONG, 0);
    }
  }

  static List<List<String>> accesses() {
    return List.of(
        List.of(ChildJvm.NATIVE_ACCESS, "--illegal-native-access=deny"),
        List.of("--illegal-native-access=deny"));
  }

  @ParameterizedTest
  @MethodSource("accesses")
  void theOthersAreToldAndNothingIsLeft(List<String> options) throws IOException {
    List<ChildJvm> ranks = new ArrayList<>();
    try (LoopbackJob job = new LoopbackJob(3)) {
      for (int rank = 0; rank < 3; rank++) {
        ranks.add(ChildJvm.start(options, job.description(rank).environment(), Rank.class));
      }
      for (ChildJvm rank : ranks) {
        assertThat(rank.hear()).isEqualTo("6 7 []");
      }
      ranks.remove(2).close(); // by SIGKILL
      for (ChildJvm rank : ranks) {
        assertThat(rank.hearAll())
            .containsExactly("RankFailedException", "RankFailedException", "6 []");
      }
    } finally {
      for (ChildJvm rank : ranks) {
        rank.close();
      }
    }
  }
}
