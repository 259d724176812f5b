package io.penstock.message.ranks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.message.CollectiveMismatchException;
import io.penstock.message.Communicator;
import io.penstock.message.MessageException;
import io.penstock.message.SharedWindow;
import io.penstock.message.TestJob;
import io.penstock.message.Window;
import io.penstock.message.match.Helper;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What is left of a window that could not be made: nothing.
@Timeout(60)
class WindowCreationTest {
  private static final class NoThread extends Thread {
    @Override
    public void start() {
      throw new OutOfMemoryError("no thread in this test");
    }
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void noCommunicatorStaysOpenForAWindowThatWasNotMade(TestJob job) {
    job.run(
        2,
        world -> {
          long mine = world.rank() == 1 ? Long.MAX_VALUE : 8;
          assertThatExceptionOfType(MessageException.class)
              .isThrownBy(() -> world.allocateWindow(mine))
              .withMessageContaining("rank 1 has no memory for its window");
          assertThatExceptionOfType(MessageException.class)
              .isThrownBy(() -> world.allocateSharedWindow(Long.MAX_VALUE));
          assertThat(isOpen(world, 2)).isFalse();
          assertThat(isOpen(world, 4)).isFalse();
          Window window = world.allocateWindow(8);
          assertThat(isOpen(world, 6)).isTrue();
          window.close();
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void noCommunicatorStaysOpenForAWindowWhoseCloseFails(TestJob job) {
    job.run(
        2,
        world -> {
          Window window = world.allocateWindow(8);
          SharedWindow shared = world.allocateSharedWindow(8);
          if (world.rank() == 0) {
            assertThatExceptionOfType(CollectiveMismatchException.class).isThrownBy(window::fence);
            assertThatExceptionOfType(CollectiveMismatchException.class).isThrownBy(shared::fence);
          } else {
            assertThatExceptionOfType(CollectiveMismatchException.class).isThrownBy(window::close);
            assertThatExceptionOfType(CollectiveMismatchException.class).isThrownBy(shared::close);
            assertThat(isOpen(world, 2)).isFalse();
            assertThat(isOpen(world, 4)).isFalse();
          }
        });
  }

  private static boolean isOpen(Communicator world, int number) {
    long entered = ((RankCommunicator) world).world().entered(World.collectives(number));
    return entered < Long.MAX_VALUE;
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aRankWithoutAThreadToServeItsWindowIsToldToAll(TestJob job) {
    job.run(
        2,
        world -> {
          RankCommunicator ranks = (RankCommunicator) world.duplicate();
          WindowCreation creation =
              new WindowCreation(
                  ranks,
                  (name, task) -> ranks.rank() == 1 ? new NoThread() : Helper.named(name, task));
          if (job.toString().equals("threads")) { // which need none
            creation.allocate(8).close();
            return;
          }
          assertThatExceptionOfType(MessageException.class)
              .isThrownBy(() -> creation.allocate(8))
              .withMessageContaining("rank 1 has no memory for its window");
          ranks.close();
        });
  }
}
