package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.penstock.array.Elements;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What communicators of every transport promise about memory that the ranks of a machine share.
@Timeout(60)
class SharedWindowContractTest {
  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void whatEachRankStoresInItsPartAllSee(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          try (Communicator host = world.splitByHost();
              SharedWindow shared = host.allocateSharedWindow(8L * (host.rank() + 1))) {
            long count = (long) ranks * (ranks + 1) / 2;
            assertThat(shared.memory().byteSize()).isEqualTo(8 * count);
            assertThat(shared.memory().toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);
            MemorySegment mine = shared.part(host.rank());
            assertThat(mine.byteSize()).isEqualTo(8L * (host.rank() + 1));
            shared.fence();
            for (int i = 0; i <= host.rank(); i++) {
              mine.setAtIndex(ValueLayout.JAVA_LONG, i, 100L * host.rank() + i);
            }
            shared.fence();
            long at = 0;
            for (int rank = 0; rank < ranks; rank++) {
              for (int i = 0; i <= rank; i++) {
                assertThat(shared.memory().getAtIndex(ValueLayout.JAVA_LONG, at))
                    .isEqualTo(100L * rank + i);
                assertThat(shared.part(rank).getAtIndex(ValueLayout.JAVA_LONG, i))
                    .isEqualTo(100L * rank + i);
                at++;
              }
            }
            shared.fence();
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void atomicAccessesAreAtomicBetweenRanks(TestJob job, int ranks) {
    int rounds = 1000;
    job.run(
        ranks,
        world -> {
          try (SharedWindow shared = world.allocateSharedWindow(world.rank() == 0 ? 8 : 0)) {
            for (int i = 0; i < rounds; i++) {
              long _ = (long) LONG.getAndAdd(shared.memory(), 0L, 1L);
            }
            shared.fence();
            assertThat((long) LONG.getVolatile(shared.memory(), 0L))
                .isEqualTo((long) rounds * ranks);
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aWindowOfItsPartsHasLocksAndAccumulations(TestJob job) {
    job.run(
        3,
        world -> {
          try (SharedWindow shared = world.allocateSharedWindow(8);
              Window window = world.createWindow(shared.part(world.rank()))) {
            window.fence();
            for (int target = 0; target < 3; target++) {
              window.accumulate(Elements.of(new long[] {1}), target, 0, Reduction.SUM);
            }
            window.fence();
            shared.fence();
            for (int i = 0; i < 3; i++) {
              assertThat(shared.memory().getAtIndex(ValueLayout.JAVA_LONG, i)).isEqualTo(3);
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void noMemoryAtAllMayBeShared(TestJob job) {
    job.run(
        2,
        world -> {
          try (SharedWindow shared = world.allocateSharedWindow(0)) {
            assertThat(shared.memory().byteSize()).isZero();
            assertThat(shared.part(1).byteSize()).isZero();
            shared.fence();
            assertThatIllegalArgumentException().isThrownBy(() -> shared.part(2));
          }
          assertThatIllegalArgumentException().isThrownBy(() -> world.allocateSharedWindow(-1));
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void moreThanTheMachineHasIsAnErrorOfAllRanks(TestJob job) {
    job.run(
        2,
        world -> {
          for (long bytes : new long[] {1L << 45, Long.MAX_VALUE}) {
            assertThatExceptionOfType(MessageException.class)
                .isThrownBy(() -> world.allocateSharedWindow(bytes))
                .withMessageContaining("bytes of shared memory");
          }
          world.barrier();
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void theMemoryEndsWithTheWindow(TestJob job) {
    job.run(
        2,
        world -> {
          SharedWindow shared = world.allocateSharedWindow(8);
          MemorySegment memory = shared.memory();
          shared.close();
          shared.close();
          world.barrier();
          assertThatIllegalStateException().isThrownBy(shared::fence);
          assertThat(shared.toString()).contains("rank " + world.rank());
          assertThat(remainders()).isEmpty();
          world.barrier();
          if (world.rank() == 0) {
            while (memory.scope().isAlive()) {
              Thread.onSpinWait();
            }
            assertThatIllegalStateException()
                .isThrownBy(() -> memory.get(ValueLayout.JAVA_BYTE, 0));
          }
        });
  }

  /// Files of shared memory that have a name, and were made by this process.
  static List<Path> remainders() throws IOException {
    Path folder = Path.of("/dev/shm");
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      String begin = "penstock-" + ProcessHandle.current().pid() + "-";
      return files.filter(file -> file.getFileName().toString().startsWith(begin)).toList();
    }
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aRankThatFailsIsAnErrorOfTheOthers(TestJob job) {
    assertThatExceptionOfType(RankFailedException.class)
        .isThrownBy(
            () ->
                job.run(
                    2,
                    world -> {
                      SharedWindow shared = world.allocateSharedWindow(8);
                      if (world.rank() == 1) {
                        throw new ArithmeticException("one is odd");
                      }
                      assertThatExceptionOfType(RankFailedException.class)
                          .isThrownBy(shared::fence);
                      shared.close();
                    }))
        .withMessageContaining("one is odd");
  }
}
