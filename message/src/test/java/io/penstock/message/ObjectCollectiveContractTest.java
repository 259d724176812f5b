package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What communicators of every transport promise about objects in operations of all ranks.
@Timeout(60)
class ObjectCollectiveContractTest {
  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void anObjectOfOneRankReachesAll(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          for (int length : new int[] {0, 1, 60_000, 3_000_000}) {
            int root = length % ranks;
            String text = "x".repeat(length);
            String mine = world.rank() == root ? text : "not looked at";
            Object got = world.broadcastObject(mine, root);
            assertThat(got).isEqualTo(text);
            if (world.rank() == root) {
              assertThat(got).isSameAs(mine);
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void objectsOfAnySizeAreGatheredAndDealtOut(TestJob job, int ranks) {
    List<String> all = IntStream.range(0, ranks).mapToObj(i -> "y".repeat(40_000 * i)).toList();
    job.run(
        ranks,
        world -> {
          for (int root = 0; root < ranks; root++) {
            String mine = all.get(world.rank());
            List<Object> gathered = world.gatherObjects(mine, root);
            assertThat(gathered).isEqualTo(world.rank() == root ? all : List.of());
            assertThat(world.scatterObjects(gathered, root)).isEqualTo(mine);
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void eachRankGetsTheObjectsThatAreIts(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          List<String> sent =
              IntStream.range(0, ranks).mapToObj(to -> word(world.rank(), to)).toList();
          assertThat(world.allToAllObjects(sent))
              .isEqualTo(
                  IntStream.range(0, ranks).mapToObj(from -> word(from, world.rank())).toList());
        });
  }

  private static String word(int from, int to) {
    return (from + ">" + to + " ").repeat(1000 * from + to);
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void objectsAreReducedInTheOrderOfTheRanks(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          String mine = world.rank() + " ";
          String all =
              IntStream.range(0, ranks).mapToObj(i -> i + " ").collect(Collectors.joining());
          for (int root = 0; root < ranks; root++) {
            assertThat(world.reduceObjects(mine, String::concat, root))
                .isEqualTo(world.rank() == root ? Optional.of(all) : Optional.empty());
          }
          assertThat(world.allReduceObjects(mine, String::concat)).isEqualTo(all);
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void anOperatorMayChangeWhatItIsGiven(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          TreeMap<String, Integer> words = new TreeMap<>(Map.of("all", 1, "of " + world.rank(), 1));
          TreeMap<String, Integer> sum =
              world.allReduceObjects(
                  words,
                  (left, right) -> {
                    right.forEach((word, count) -> left.merge(word, count, Integer::sum));
                    return left;
                  });
          assertThat(sum).hasSize(ranks + 1).containsEntry("all", ranks);
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void objectsTravelByTheCodecOfTheCommunicator(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          Communicator spelling = world.withObjects(new Spelling());
          assertThat(spelling.broadcastObject("to all", ranks - 1)).isEqualTo("to all");
          assertThat(spelling.allReduceObjects("a", String::concat)).isEqualTo("a".repeat(ranks));
          assertThatExceptionOfType(MessageException.class)
              .isThrownBy(() -> spelling.gatherObjects(5, 0))
              .withMessageContaining("java.lang.Integer");
          assertThatExceptionOfType(MessageException.class)
              .isThrownBy(() -> spelling.allToAllObjects(Collections.nCopies(ranks, world.rank())));
          assertThat(spelling.gatherObjects("still", 0)).hasSize(world.rank() == 0 ? ranks : 0);
        });
  }

  // ---- what goes wrong -------------------------------------------------------------------------

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void whatTheCodecOfAReceiverForbidsFailsThereAlone(TestJob job) {
    job.run(
        3,
        world -> {
          Communicator strict = world.rank() == 1 ? world.withObjects(new Spelling()) : world;
          if (world.rank() == 1) {
            assertThatExceptionOfType(MessageException.class)
                .isThrownBy(() -> strict.broadcastObject("", 0))
                .withMessageContaining("the object from rank 0 cannot be read");
          } else {
            assertThat(strict.broadcastObject(List.of(1, 2), 0)).isEqualTo(List.of(1, 2));
          }
          assertThat(world.broadcastObject(world.rank(), 2)).isEqualTo(2);
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void whatAnOperatorThrowsIsToldToAllThatNeedTheResult(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          for (int round = 0; round < 3; round++) {
            for (int culprit = 0; culprit < ranks; culprit++) {
              requireTold(world, culprit);
            }
          }
          assertThat(world.allReduceObjects(1, Integer::sum)).isEqualTo(ranks);
        });
  }

  /// Any rank that has something to combine may meet it first.
  private static void requireTold(Communicator world, int culprit) {
    int mine = world.rank() == culprit ? -1 : 1;
    if (world.size() == 1) {
      assertThat(world.allReduceObjects(mine, ObjectCollectiveContractTest::sum)).isEqualTo(mine);
      return;
    }
    assertThatExceptionOfType(RuntimeException.class)
        .isThrownBy(() -> world.allReduceObjects(mine, ObjectCollectiveContractTest::sum))
        .withMessageContaining("no negative numbers");
    try {
      assertThat(world.reduceObjects(mine, ObjectCollectiveContractTest::sum, 1)).isEmpty();
      assertThat(world.rank()).isNotEqualTo(1);
    } catch (ArithmeticException | MessageException e) {
      assertThat(e).hasMessageContaining("no negative numbers");
    }
  }

  private static int sum(int left, int right) {
    if (left < 0 || right < 0) {
      throw new ArithmeticException("no negative numbers");
    }
    return left + right;
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void whatCannotBeWrittenOnItsWayIsTold(TestJob job) {
    job.run(
        4,
        world -> {
          Communicator spelling = world.withObjects(new Spelling());
          // Of rank 3 alone, whose object nobody but rank 2 asks for.
          Object mine = world.rank() == 3 ? 5 : "text";
          assertThatExceptionOfType(MessageException.class)
              .isThrownBy(() -> spelling.allReduceObjects(mine, (left, _) -> left))
              .withMessageContaining("java.lang.Integer");
          assertThatExceptionOfType(RuntimeException.class)
              .isThrownBy(() -> world.allReduceObjects(mine, ObjectCollectiveContractTest::nothing))
              .withMessageContaining("the operator returned null");
          world.barrier();
        });
  }

  @SuppressWarnings("NullAway") // what a program may do
  private static Object nothing(Object left, Object right) {
    return null;
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void objectsThatAreNotOneForEachRankAreRefused(TestJob job) {
    job.run(
        1,
        world -> {
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.scatterObjects(List.of("one", "two"), 0))
              .withMessageContaining("2 objects are not one for each of 1 ranks");
          assertThatIllegalArgumentException().isThrownBy(() -> world.allToAllObjects(List.of()));
          assertThatIllegalArgumentException().isThrownBy(() -> world.broadcastObject("", 1));
          assertThatIllegalArgumentException().isThrownBy(() -> world.gatherObjects("", -1));
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.reduceObjects(1, Integer::sum, Communicator.NO_RANK));
          world.close();
          assertThatIllegalStateException().isThrownBy(() -> world.broadcastObject("", 0));
          assertThatIllegalStateException()
              .isThrownBy(() -> world.allReduceObjects(1, Integer::sum));
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void ranksInDifferentOperationsOnObjectsAreTold(TestJob job) {
    job.run(
        2,
        world ->
            assertThatExceptionOfType(CollectiveMismatchException.class)
                .isThrownBy(
                    () -> {
                      if (world.rank() == 0) {
                        world.allReduceObjects("", String::concat);
                      } else {
                        world.allToAllObjects(List.of("", ""));
                      }
                    })
                .withMessageContaining("allReduceObjects")
                .withMessageContaining("allToAllObjects"));
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aRankThatFailsFailsThoseThatReduceObjects(TestJob job) {
    assertThatExceptionOfType(RankFailedException.class)
        .isThrownBy(
            () ->
                job.run(
                    4,
                    world -> {
                      if (world.rank() == 3) {
                        throw new ArithmeticException("three is even");
                      }
                      world.allReduceObjects(List.of(world.rank()), (left, _) -> left);
                    }))
        .withMessageContaining("three is even");
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void objectsOfAllRanksComeTogether(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          Communicator spelling = world.withObjects(new Spelling());
          assertThat(spelling.allGatherObjects("x".repeat(world.rank())))
              .isEqualTo(IntStream.range(0, ranks).<Object>mapToObj("x"::repeat).toList());
          spelling.sendObject("to myself", world.rank(), 1);
          assertThat(spelling.receiveObject(Communicator.ANY_SOURCE, 1)).isEqualTo("to myself");
        });
  }
}
