package io.penstock.collective;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.AxisSelection;
import io.penstock.array.Selection;
import io.penstock.collective.Agreement.Arguments;
import io.penstock.collective.Agreement.CollectiveCall;
import io.penstock.message.CollectiveMismatchException;
import io.penstock.message.threads.RankThreads;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What the ranks of a shared file tell one another.
@Timeout(60)
class AgreementTest {
  private static final int RANKS = 3;

  private interface Body {
    void run(Agreement agreement, int rank) throws IOException;
  }

  private static void run(Body body) {
    RankThreads.run(RANKS, world -> body.run(new Agreement(world, "a.npy"), world.rank()));
  }

  // ---- failures --------------------------------------------------------------------------------

  /// @param failures by rank
  private static void requireTold(String message, int first, List<Exception> failures) {
    run(
        (agreement, rank) -> {
          FirstFailure mine = new FirstFailure();
          if (rank < failures.size()) {
            Exception failure = failures.get(rank);
            String _ =
                mine.get(
                    () -> {
                      throw failure;
                    });
          }
          SharedFailures.ofType(SharedFileException.class, () -> agreement.settle(mine))
              .withMessage(message)
              .satisfies(e -> assertThat(e.rank()).isEqualTo(first))
              .satisfies(e -> assertThat(e.getCause()).isSameAs(mine.failure()));
          agreement.settle(new FirstFailure());
        });
  }

  @Test
  void theFirstRankThatFailedIsQuotedAndTheOthersAreNamed() {
    requireTold("rank 0: no room", 0, List.of(new IOException("no room")));
    requireTold(
        "rank 0: no room (and at rank 1)",
        0,
        List.of(new IOException("no room"), new IOException("no file")));
    requireTold(
        "rank 0: no room (and at ranks 1, 2)",
        0,
        List.of(new IOException("no room"), new IOException("a"), new IOException("b")));
  }

  @Test
  void anExceptionWhoseReasonIsItsClassIsToldByThat() {
    requireTold("rank 0: x: permission denied", 0, List.of(new AccessDeniedException("x")));
    requireTold("rank 0: x: no such file", 0, List.of(new NoSuchFileException("x")));
    requireTold("rank 0: x: why", 0, List.of(new AccessDeniedException("x", null, "why")));
    requireTold("rank 0: x: why", 0, List.of(new NoSuchFileException("x", null, "why")));
    requireTold("rank 0: java.io.IOException", 0, List.of(new IOException()));
    requireTold("rank 0: java.io.IOException:  ", 0, List.of(new IOException(" ")));
  }

  @Test
  void aCallThatDoesNotExistIsAnotherThanThoseOfTheOthers() {
    run(
        (agreement, rank) -> {
          long[] all = new long[10 * RANKS];
          if (rank == 1) {
            long[] mine = new long[10];
            mine[0] = 99;
            agreement.ranks().allGather(mine, all);
          } else {
            SharedFailures.ofType(
                    CollectiveMismatchException.class,
                    () ->
                        agreement.exchange(
                            Agreement.CollectiveCall.SYNC,
                            1,
                            Agreement.Arguments.of(0),
                            new FirstFailure()))
                .withMessageContaining("rank 1 calls what does not exist where rank 0 calls sync");
          }
        });
  }

  @Test
  void aStepOfRankZeroFailsAtAll() {
    run(
        (agreement, rank) -> {
          int[] taken = new int[1];
          agreement.settleAtRoot(() -> taken[0]++);
          assertThat(taken[0]).isEqualTo(rank == 0 ? 1 : 0);
          SharedFailures.ofType(
                  SharedFileException.class,
                  () ->
                      agreement.settleAtRoot(
                          () -> {
                            throw new IOException("no room");
                          }))
              .withMessage("rank 0: no room");
        });
  }

  // ---- texts -----------------------------------------------------------------------------------

  @Test
  void textsOfAnyLengthAreThoseOfTheirRanks() {
    List<String> all = List.of("", "gr\u00f6\u00dfer", "b");
    run((agreement, rank) -> assertThat(agreement.texts(all.get(rank))).isEqualTo(all));
  }

  @Test
  void theFirstRankThatNamesSomethingElseIsTold() {
    run(
        (agreement, rank) -> {
          Map<String, String> named = new LinkedHashMap<>();
          named.put("path", "p");
          named.put("mode", rank == 0 ? "READ" : "WRITE");
          named.put("hints", "h" + rank);
          SharedFailures.ofType(
                  CollectiveMismatchException.class, () -> agreement.requireEqual(named))
              .withMessage(
                  "ranks disagree on the mode of a.npy: rank 1 has WRITE, rank 0 has READ");
          named.put("mode", "READ");
          named.put("hints", rank == 2 ? "other" : "same");
          SharedFailures.ofType(
                  CollectiveMismatchException.class, () -> agreement.requireEqual(named))
              .withMessage(
                  "ranks disagree on the hints of a.npy: rank 2 has other, rank 0 has same");
        });
  }

  // ---- calls -----------------------------------------------------------------------------------

  private static Arguments drawn(int rank) {
    Selection selection =
        Selection.of(
            List.of(
                new AxisSelection(rank, 7, 3, 4, 2 + rank / 2),
                new AxisSelection(5, 1, 1, 9, 9 - rank)));
    return new Arguments(10L + rank, 3L * rank, selection);
  }

  @Test
  void theArgumentsOfAllRanksAreKnownToEach() {
    List<Arguments> expected = List.of(drawn(0), drawn(1), drawn(2));
    run(
        (agreement, rank) ->
            agreement.call(
                CollectiveCall.READ_ALL,
                2,
                () -> drawn(rank),
                Function.identity(),
                (mine, all) -> {
                  assertThat(mine).isEqualTo(expected.get(rank));
                  assertThat(all).isEqualTo(expected);
                }));
  }

  @Test
  void aCallWithoutASelectionHasNoAxes() {
    Selection none = Selection.of(List.of());
    run(
        (agreement, rank) ->
            agreement.call(
                CollectiveCall.SYNC,
                0,
                () -> 40L + rank,
                Arguments::of,
                (_, all) ->
                    assertThat(all)
                        .isEqualTo(
                            List.of(
                                new Arguments(40, 0, none),
                                new Arguments(41, 0, none),
                                new Arguments(42, 0, none)))));
  }

  @Test
  void aRankThatRefusesItsArgumentsKeepsAllFromTheCallAndNothingElse() {
    run(
        (agreement, rank) -> {
          SharedFailures.ofType(
                  SharedFileException.class,
                  () ->
                      agreement.call(
                          CollectiveCall.READ_ALL,
                          2,
                          () -> {
                            if (rank == 1) {
                              throw new IllegalArgumentException("too short");
                            }
                            return drawn(rank);
                          },
                          Function.identity(),
                          (_, _) -> {
                            throw new AssertionError("the call was made");
                          }))
              .withMessage("rank 1: too short");
          assertThat(agreement.isBroken()).isFalse();
        });
  }

  @Test
  void ranksThatMadeDifferentCallsMakeNoOtherTogether() {
    run(
        (agreement, rank) -> {
          CollectiveCall call = rank == 2 ? CollectiveCall.CLOSE : CollectiveCall.SYNC;
          SharedFailures.ofType(
                  CollectiveMismatchException.class,
                  () -> agreement.call(call, 1, () -> 0L, Arguments::of, (_, _) -> {}))
              .withMessage(
                  "a.npy: rank 2 calls close where rank 0 calls sync; all ranks call the same in"
                      + " the same order");
          assertThat(agreement.isBroken()).isTrue();
          SharedFailures.ofType(
                  IllegalStateException.class,
                  () -> agreement.call(call, 1, () -> 0L, Arguments::of, (_, _) -> {}))
              .withMessage("a.npy: the ranks have fallen out of step earlier; close the file");
        });
  }
}
