package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What communicators promise about a job that is aborted where its ranks are threads of a program.
/// Ranks that are processes end with it, as tests of the launchers see.
@Timeout(60)
class AbortContractTest {
  private static final int TAG = 7;

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void whatTheOthersWaitForOrStartFails(TestJob job) {
    assertThatExceptionOfType(RankFailedException.class)
        .isThrownBy(
            () ->
                job.run(
                    5,
                    world -> {
                      Communicator twin = world.duplicate();
                      switch (world.rank()) {
                        case 0 -> world.receive(new int[1], 2, TAG);
                        case 1 -> world.synchronousSend(new int[1], 2, TAG);
                        case 2 -> twin.abort(3);
                        case 3 -> twin.ibarrier().await();
                        default -> world.probe(Communicator.ANY_SOURCE, TAG);
                      }
                    }))
        .withMessageContaining("rank 2 aborted the job with status 3")
        .withCauseInstanceOf(RankFailedException.class)
        .satisfies(e -> assertThat(e.getSuppressed()).isEmpty());
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aRankThatAbortsGoesNoFurther(TestJob job) {
    assertThatExceptionOfType(RankFailedException.class)
        .isThrownBy(
            () ->
                job.run(
                    2,
                    world -> {
                      if (world.rank() == 0) {
                        assertThatExceptionOfType(RankFailedException.class)
                            .isThrownBy(() -> world.abort(255))
                            .satisfies(e -> assertThat(e.rank()).isZero());
                        assertThatExceptionOfType(RankFailedException.class)
                            .isThrownBy(() -> world.abort(1));
                      }
                      world.barrier();
                    }));
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aStatusThatNoProcessHasOrThatMeansSuccessIsRefused(TestJob job) {
    job.run(
        2,
        world -> {
          for (int status : new int[] {0, -1, 256}) {
            assertThatIllegalArgumentException()
                .isThrownBy(() -> world.abort(status))
                .withMessageContaining("1 to 255, not " + status);
          }
          world.barrier();
        });
  }
}
