package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What communicators of every transport promise about the ranks of one machine, and about names.
@Timeout(60)
class HostContractTest {
  /// The ranks of these suites are on one machine.
  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void theRanksOfOneMachineComeTogetherInTheirOrder(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          try (Communicator host = world.splitByHost()) {
            assertThat(host.size()).isEqualTo(ranks);
            assertThat(host.rank()).isEqualTo(world.rank());
            int[] sum = {1};
            host.allReduce(sum, sum, Reduction.SUM);
            assertThat(sum).containsExactly(ranks);
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void ranksThatSplitInDifferentWaysAreTold(TestJob job) {
    job.run(
        2,
        world ->
            assertThatExceptionOfType(CollectiveMismatchException.class)
                .isThrownBy(
                    () -> {
                      if (world.rank() == 0) {
                        world.splitByHost();
                      } else {
                        world.duplicate();
                      }
                    })
                .withMessageContaining("splitByHost")
                .withMessageContaining("duplicate"));
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aCommunicatorHasTheNameThatItWasGivenOrThatOfItsOrigin(TestJob job) {
    job.run(
        2,
        world -> {
          assertThat(world.name()).isEqualTo("world");
          assertThat(world).hasToString("world, rank %d of 2".formatted(world.rank()));
          Communicator twin = world.duplicate().withName("the library's");
          assertThat(twin.name()).isEqualTo("the library's");
          assertThat(twin.split(0, 0).orElseThrow().name()).isEqualTo("the library's");
          assertThat(twin.withObjects(new Spelling()).name()).isEqualTo("the library's");
          assertThat(world.name()).isEqualTo("world");
          twin.barrier();
          twin.close();
          world.withName("all").close();
          assertThatIllegalStateException().isThrownBy(world::barrier);
        });
  }
}
