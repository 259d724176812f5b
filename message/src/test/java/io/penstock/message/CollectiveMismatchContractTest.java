package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.memory.BufferPool;
import io.penstock.message.threads.RankThreads;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What communicators of every transport promise to ranks whose operations do not match: in one
/// communicator, by their reductions, and where each waits for the other in another communicator.
///
/// All but one are about ranks that look soon, since they only wait otherwise.
@Timeout(120)
class CollectiveMismatchContractTest {
  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void ranksInDifferentOperationsAreBothTold(TestJob job) {
    job.hasty()
        .run(
            2,
            world -> {
              assertThatExceptionOfType(CollectiveMismatchException.class)
                  .isThrownBy(
                      () -> {
                        if (world.rank() == 0) {
                          world.barrier();
                        } else {
                          world.allReduce(new int[1], new int[1], Reduction.SUM);
                        }
                      })
                  .withMessageContaining("barrier")
                  .withMessageContaining("allReduce by SUM")
                  .withMessageContaining("rank 0")
                  .withMessageContaining("rank 1");
            });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void ranksThatWaitForEachOtherInDifferentCallsFindOut(TestJob job) {
    job.hasty()
        .run(
            2,
            world -> {
              // Each waits for the other to send.
              assertThatExceptionOfType(CollectiveMismatchException.class)
                  .isThrownBy(() -> world.broadcast(new int[5], 1 - world.rank()))
                  .withMessageContaining("broadcast with root 0")
                  .withMessageContaining("broadcast with root 1");
            });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void ranksThatBothSendInDifferentCallsFindOut(TestJob job) {
    job.run(
        2,
        world -> {
          // Too long to be taken over before it is received.
          assertThatExceptionOfType(CollectiveMismatchException.class)
              .isThrownBy(
                  () -> {
                    if (world.rank() == 0) {
                      world.scatter(new int[600_000], new int[300_000], 0);
                    } else {
                      world.gather(new int[300_000], new int[0], 0);
                    }
                  })
              .withMessageContaining("scatter")
              .withMessageContaining("gather");
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aMismatchLeavesNoMemoryBehind(TestJob job) {
    requireNothingLeft(job, world -> world);
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aMismatchInACommunicatorThatIsClosedLeavesNoMemoryBehind(TestJob job) {
    requireNothingLeft(job, Communicator::duplicate);
  }

  private static void requireNothingLeft(TestJob job, UnaryOperator<Communicator> of) {
    long live = BufferPool.shared().statistics().liveBlocks();
    job.hasty()
        .run(
            2,
            world -> {
              Communicator ranks = of.apply(world);
              try (Arena arena = Arena.ofConfined()) {
                MemorySegment all = arena.allocate(4_000_000);
                MemorySegment mine = arena.allocate(2_000_000);
                assertThatExceptionOfType(CollectiveMismatchException.class)
                    .isThrownBy(
                        () -> {
                          if (world.rank() == 0) {
                            ranks.scatter(all, mine, 0);
                          } else {
                            ranks.gather(mine, all, 0);
                          }
                        });
              }
              ranks.close();
            });
    assertThat(BufferPool.shared().statistics().liveBlocks()).isEqualTo(live);
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void anotherReductionIsAMismatchToo(TestJob job) {
    job.hasty()
        .run(
            2,
            world ->
                assertThatExceptionOfType(CollectiveMismatchException.class)
                    .isThrownBy(
                        () ->
                            world.allReduce(
                                new int[1],
                                new int[1],
                                world.rank() == 0 ? Reduction.SUM : Reduction.MAXIMUM))
                    .withMessageContaining("SUM")
                    .withMessageContaining("MAXIMUM"));
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void otherReductionsOfTheProgramsOwnAreAMismatchToo(TestJob job) {
    Reduction.Combiner sum = Reduction.Combiner.ofInts(Integer::sum);
    job.hasty()
        .run(
            2,
            world -> {
              boolean first = world.rank() == 0;
              for (Reduction other :
                  List.of(
                      Reduction.commutative("less", 2, sum),
                      Reduction.commutative("more", 1, sum),
                      Reduction.ordered("more", 2, sum))) {
                Reduction mine = first ? Reduction.commutative("more", 2, sum) : other;
                Communicator broken = world.duplicate();
                assertThatExceptionOfType(CollectiveMismatchException.class)
                    .isThrownBy(() -> broken.allReduce(new int[2], new int[2], mine))
                    .withMessageContaining(first ? "'more' of 2" : other.name())
                    .withMessageContaining("of its own");
                Communicator rooted = world.duplicate();
                assertMismatchAtRoot(rooted, mine);
              }
              int[] result = new int[2];
              world.allReduce(new int[] {1, 2}, result, Reduction.commutative("more", 2, sum));
              assertThat(result).containsExactly(2, 4);
              world.reduce(new int[] {1, 2}, result, Reduction.ordered("more", 2, sum), 1);
            });
  }

  /// Another rank may have sent its part by then, and be done.
  private static void assertMismatchAtRoot(Communicator world, Reduction reduction) {
    try {
      world.reduce(new int[2], new int[2], reduction, 0);
      assertThat(world.rank()).isOne();
    } catch (CollectiveMismatchException e) {
      assertThat(e).hasMessageContaining("with another root");
    }
  }

  // ---- several communicators --------------------------------------------------------------------

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void ranksThatWaitForEachOtherInDifferentCommunicatorsAreTold(TestJob job) {
    requireDeadlock(
        job,
        4,
        world -> {
          Communicator one = world.duplicate();
          Communicator other = world.duplicate();
          one.barrier();
          other.barrier();
          (world.rank() == 2 ? one : other).barrier();
          (world.rank() == 2 ? other : one).barrier();
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void soAreThoseThatHaveNeverUsedTheCommunicators(TestJob job) {
    requireDeadlock(
        job,
        3,
        world -> {
          Communicator one = world.duplicate();
          Communicator other = world.duplicate();
          (world.rank() == 2 ? one : other).barrier();
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void ranksThatWaitForEachOtherRoundACircleAreTold(TestJob job) {
    requireDeadlock(
        job,
        3,
        world -> {
          int rank = world.rank();
          Optional<Communicator> left = world.split(rank == 2 ? -1 : 0, 0); // 0 and 1
          Optional<Communicator> right = world.split(rank == 0 ? -1 : 0, 0); // 1 and 2
          Optional<Communicator> ends = world.split(rank == 1 ? -1 : 0, 0); // 0 and 2
          (rank == 0 ? left : rank == 1 ? right : ends).orElseThrow().barrier();
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void ranksOfWhichEachIsToSendFirstInAnotherCommunicatorAreTold(TestJob job) {
    requireDeadlock(
        job,
        2,
        world -> {
          Communicator one = world.duplicate();
          Communicator other = world.duplicate();
          (world.rank() == 0 ? one : other).broadcast(new long[3], 1 - world.rank());
        });
  }

  /// The threads of these tests prove nothing: that one alone calls is said.
  private static void requireDeadlock(TestJob job, int ranks, RankThreads.Body body) {
    System.setProperty("penstock.message.threadLevel", "funneled");
    try {
      assertThatExceptionOfType(RankFailedException.class)
          .isThrownBy(() -> job.hasty().run(ranks, body))
          .withCauseInstanceOf(CollectiveMismatchException.class)
          .withMessageContaining("each waits for the other");
    } finally {
      System.clearProperty("penstock.message.threadLevel");
    }
  }

  /// A thread that has called nothing so far may come after any time.
  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void ranksThatWaitForAnotherThreadGoOnWhenItComes(TestJob job) {
    job.hasty()
        .run(
            2,
            world -> {
              Communicator one = world.duplicate();
              Communicator other = world.duplicate();
              if (world.rank() == 0) {
                Thread late = Thread.ofVirtual().start(() -> callLate(other));
                one.barrier();
                late.join();
              } else {
                other.barrier();
                one.barrier();
              }
              world.barrier();
            });
  }

  private static void callLate(Communicator communicator) {
    long end = System.nanoTime() + 5 * TestJob.HASTE_NANOS;
    for (long now = System.nanoTime(); now < end; now = System.nanoTime()) {
      LockSupport.parkNanos(end - now);
    }
    communicator.barrier();
  }

  /// Which is no fault: the one who is waited for is on its way, however long it takes.
  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aRankThatIsLateInOneCommunicatorHoldsUpTheOthersInAnother(TestJob job) {
    job.hasty()
        .run(
            3,
            world -> {
              Communicator one = world.duplicate();
              Communicator other = world.split(world.rank() == 0 ? 0 : 1, 0).orElseThrow();
              if (world.rank() == 0) {
                for (int i = 0; i < 2; i++) {
                  world.receive(new int[1], Communicator.ANY_SOURCE, 1);
                }
                one.barrier();
              } else {
                Request told = world.isend(new int[1], 0, 1);
                if (world.rank() == 2) {
                  long end = System.nanoTime() + 3 * TestJob.HASTE_NANOS;
                  while (System.nanoTime() < end) {
                    assertThat(world.iprobe(0, 2)).isEmpty();
                  }
                }
                other.barrier();
                told.await();
                one.barrier();
              }
            });
  }
}
