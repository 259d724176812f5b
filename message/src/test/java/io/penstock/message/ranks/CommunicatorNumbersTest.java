package io.penstock.message.ranks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.message.Communicator;
import io.penstock.message.threads.RankThreads;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A rank that has no numbers left for communicators that it is the first member of: nobody waits
/// for those that it does not make, and it is a member of others.
@Timeout(60)
class CommunicatorNumbersTest {
  /// So many that a rank's numbers are soon used up.
  private static final int RANKS = 64;

  private static void useUpNumbers(Communicator world) {
    World numbers = ((RankCommunicator) world).world();
    while (numbers.nextNumber() != World.NO_NUMBER) {
      // one less
    }
  }

  private static void refused(ThrowingCallable making) {
    assertThatThrownBy(making)
        .hasMessageContaining("has made as many communicators as can be told apart");
  }

  @Test
  void allRanksHearOfIt() {
    RankThreads.run(
        RANKS,
        world -> {
          Communicator some = world.split(world.rank() < 4 ? 0 : 1, 0).orElseThrow();
          if (world.rank() >= 4) {
            return;
          }
          if (some.rank() == 1) {
            useUpNumbers(world);
          }
          try (Communicator all = some.duplicate()) {
            assertThat(all.size()).isEqualTo(4);
          }
          refused(() -> some.split(0, some.rank() == 1 ? 0 : 1));
          refused(() -> some.createGroup(1, 0, 2, 3));
          boolean low = some.rank() < 2;
          Communicator half = some.split(low ? 0 : 1, 0).orElseThrow();
          refused(() -> half.createIntercommunicator(low ? 1 : 0, some, low ? 2 : 1, 7));
        });
  }
}
