package io.penstock.message;

import static io.penstock.message.Communicator.ANY_SOURCE;
import static io.penstock.message.Communicator.ANY_TAG;
import static io.penstock.message.Communicator.NO_RANK;
import static io.penstock.message.Intercommunicator.ROOT;
import static io.penstock.message.RankValues.filled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.penstock.message.Intercommunicator.Place;
import io.penstock.message.threads.RankThreads;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What intercommunicators of every transport promise about how they are made and merged, and about
/// messages between two ranks.
@Timeout(60)
class IntercommunicatorContractTest {
  private static final int TAG = 7;

  /// So many elements are longer than what is sent before it is asked for.
  private static final int LONG = 100_000;

  // ---- from rank to rank ------------------------------------------------------------------------

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void aRankSendsToTheRanksOfTheOtherGroup(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          if (ranks == 1) {
            return;
          }
          TwoGroups groups = TwoGroups.of(world);
          Intercommunicator between = groups.between;
          assertThat(groups.own[between.rank()]).isEqualTo(world.rank());
          assertThat(between.size()).isEqualTo(groups.own.length);
          assertThat(between.remoteSize()).isEqualTo(groups.other.length);
          assertThat(between.name()).isEqualTo("world");
          assertThat(between.withName("both").name()).isEqualTo("both");
          for (int length : new int[] {1, LONG}) {
            List<Request> sends =
                IntStream.range(0, between.remoteSize())
                    .mapToObj(to -> between.isend(filled(length, world.rank()), to, to))
                    .toList();
            int[] sources = new int[between.remoteSize()];
            for (int i = 0; i < sources.length; i++) {
              int[] room = new int[length];
              Status status = between.receive(room, ANY_SOURCE, ANY_TAG);
              assertThat(status.tag()).isEqualTo(between.rank());
              assertThat(room).containsOnly(groups.other[status.source()]);
              sources[i] = status.source();
            }
            assertThat(sources).containsExactlyInAnyOrder(allBelow(sources.length));
            Request.awaitAll(sends.toArray(Request[]::new));
            between.barrier();
          }
        });
  }

  private static int[] allBelow(int count) {
    return IntStream.range(0, count).toArray();
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void theOtherOperationsBetweenTwoRanksGoToTheOtherGroupToo(TestJob job) {
    job.run(
        3,
        world -> {
          Intercommunicator between = TwoGroups.of(world).between;
          if (world.rank() == 0) {
            for (int peer = 0; peer < 2; peer++) {
              between.sendObject("to " + peer, peer, TAG);
              assertThat(between.probe(peer, TAG).source()).isEqualTo(peer);
              MatchedMessage message = between.matchedProbe(peer, ANY_TAG);
              byte[] room = new byte[2];
              assertThat(between.receive(room, message).source()).isEqualTo(peer);
              assertThat(room).containsExactly(peer, 5);
              int[] exchanged = {40};
              between.sendReceiveReplace(exchanged, peer, TAG, peer, TAG);
              assertThat(exchanged).containsExactly(peer);
            }
            assertThat(between.iprobe(ANY_SOURCE, ANY_TAG)).isEmpty();
          } else {
            assertThat(between.receiveObject(0, TAG)).isEqualTo("to " + between.rank());
            between.synchronousSend(new byte[] {(byte) between.rank(), 5}, 0, TAG);
            int[] came = new int[1];
            between.sendReceive(new int[] {between.rank()}, 0, TAG, came, 0, TAG);
            assertThat(came).containsExactly(40);
          }
          between.send(new int[1], NO_RANK, TAG);
          assertThat(between.receive(new int[1], NO_RANK, TAG).source()).isEqualTo(NO_RANK);
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void messagesMeetNoneOfACommunicatorOrADuplicate(TestJob job) {
    job.run(
        2,
        world -> {
          Intercommunicator between = TwoGroups.of(world).between;
          Intercommunicator again = between.duplicate();
          int[] fromWorld = new int[1];
          int[] fromBetween = new int[1];
          int[] fromAgain = new int[1];
          Request first = world.ireceive(fromWorld, ANY_SOURCE, ANY_TAG);
          Request second = between.ireceive(fromBetween, ANY_SOURCE, ANY_TAG);
          Request third = again.ireceive(fromAgain, ANY_SOURCE, ANY_TAG);
          again.send(new int[] {3}, 0, TAG);
          between.send(new int[] {2}, 0, TAG);
          world.send(new int[] {1}, 1 - world.rank(), TAG);
          Request.awaitAll(first, second, third);
          assertThat(fromWorld).containsExactly(1);
          assertThat(fromBetween).containsExactly(2);
          assertThat(fromAgain).containsExactly(3);
          between.close();
          assertThatIllegalStateException().isThrownBy(() -> between.send(new int[1], 0, TAG));
          assertThatIllegalStateException().isThrownBy(between::barrier);
          again.barrier();
          Request open = again.ireceive(fromAgain, 0, TAG);
          assertThatIllegalStateException().isThrownBy(again::close).withMessageContaining("1 req");
          assertThat(open.isDone()).isTrue();
          world.barrier();
        });
  }

  // ---- a communicator of both -------------------------------------------------------------------

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void bothGroupsMergeInTheOrderThatTheyAskFor(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          if (ranks == 1) {
            return;
          }
          TwoGroups groups = TwoGroups.of(world);
          Intercommunicator between = groups.between;
          int[] thirds = groups.isThird() ? groups.own : groups.other;
          int[] rest = groups.isThird() ? groups.other : groups.own;
          for (boolean thirdsFirst : new boolean[] {true, false}) {
            Place place = groups.isThird() == thirdsFirst ? Place.FIRST : Place.LAST;
            try (Communicator merged = between.merge(place)) {
              assertThat(members(merged, world))
                  .containsExactly(thirdsFirst ? joined(thirds, rest) : joined(rest, thirds));
            }
          }
          int[] one = members(between.merge(Place.FIRST), world);
          assertThat(one).isIn(joined(thirds, rest), joined(rest, thirds));
          assertThat(members(between.merge(Place.LAST), world)).containsExactly(one);
        });
  }

  private static int[] members(Communicator merged, Communicator world) {
    int[] all = new int[merged.size()];
    merged.allGather(new int[] {world.rank()}, all);
    return all;
  }

  private static int[] joined(int[] first, int[] second) {
    return IntStream.concat(IntStream.of(first), IntStream.of(second)).toArray();
  }

  // ---- errors -----------------------------------------------------------------------------------

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void ranksThatTheOtherGroupDoesNotHaveAreRefused(TestJob job) {
    job.run(
        3,
        world -> {
          Intercommunicator between = TwoGroups.of(world).between;
          int none = between.remoteSize();
          int[] data = new int[2];
          assertThatIllegalArgumentException()
              .isThrownBy(() -> between.send(data, none, TAG))
              .withMessageContaining("no rank " + none);
          assertThatIllegalArgumentException().isThrownBy(() -> between.receive(data, none, TAG));
          assertThatIllegalArgumentException().isThrownBy(() -> between.broadcast(data, none));
          assertThatIllegalArgumentException()
              .isThrownBy(() -> between.gather(data, data, none))
              .withMessageContaining("other group of " + none);
          assertThatIllegalArgumentException()
              .isThrownBy(() -> between.gather(data, data, Shares.equal(0, none + 1), ROOT))
              .withMessageContaining("other group");
          assertThatIllegalArgumentException().isThrownBy(() -> between.allGather(data, data));
          between.barrier();
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void leadersThatDoNotExistOrAreOfTheGroupAreAnErrorAtAllItsRanks(TestJob job) {
    job.run(
        3,
        world -> {
          assertThatIllegalArgumentException()
              .isThrownBy(() -> world.createIntercommunicator(3, world, 0, TAG))
              .withMessageContaining("no rank 3");
          RankThreads.Body[] wrong = {
            one -> one.createIntercommunicator(1, one, 3, TAG),
            one -> one.createIntercommunicator(1, one, 2, TAG),
            one -> one.createIntercommunicator(1, one, 1, TAG),
            one -> one.createIntercommunicator(1, one, NO_RANK, TAG),
            one -> one.createIntercommunicator(1, one, 0, -1)
          };
          String[] why = {"no rank 3", "rank 2", "rank 1", "no rank", "not -1"};
          for (int i = 0; i < wrong.length; i++) {
            RankThreads.Body body = wrong[i];
            if (world.rank() == 1) {
              assertThatIllegalArgumentException()
                  .isThrownBy(() -> body.run(world))
                  .withMessageContaining(why[i]);
            } else {
              assertThatExceptionOfType(MessageException.class)
                  .isThrownBy(() -> body.run(world))
                  .withMessageContaining("rank 1, the leader of this group")
                  .withMessageContaining(why[i]);
            }
          }
          assertThat(TwoGroups.of(world).between.remoteSize()).isPositive();
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void groupsThatHaveARankInCommonAreRefused(TestJob job) {
    job.run(
        3,
        world -> {
          Communicator first = world.rank() == 2 ? world : world.createGroup(0, 1);
          Communicator second = world.rank() == 0 ? world : world.createGroup(2, 1);
          if (world.rank() == 0) {
            assertRefused(() -> first.createIntercommunicator(0, world, 2, TAG));
          } else if (world.rank() == 2) {
            assertRefused(() -> second.createIntercommunicator(0, world, 0, TAG));
          } else {
            Thread other =
                Thread.ofPlatform()
                    .start(
                        () ->
                            assertThatExceptionOfType(MessageException.class)
                                .isThrownBy(() -> first.createIntercommunicator(0, world, 0, TAG)));
            assertThatExceptionOfType(MessageException.class)
                .isThrownBy(() -> second.createIntercommunicator(0, world, 0, TAG))
                .withMessageContaining("both groups");
            other.join();
          }
        });
  }

  private static void assertRefused(Runnable creation) {
    assertThatIllegalArgumentException()
        .isThrownBy(creation::run)
        .withMessageContaining("both groups");
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void ranksOfAGroupThatNameDifferentLeadersAreTold(TestJob job) {
    job.run(
        2,
        world ->
            assertThatExceptionOfType(CollectiveMismatchException.class)
                .isThrownBy(() -> world.createIntercommunicator(world.rank(), world, 0, TAG))
                .withMessageContaining("createIntercommunicator"));
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aLeaderThatNamesAnotherRankOfTheOtherGroupIsTold(TestJob job) {
    job.run(
        4,
        world -> {
          boolean low = world.rank() < 2;
          Communicator half = world.split(low ? 0 : 1, 0).orElseThrow();
          int named = low ? 3 : 0; // where rank 2 leads
          Class<? extends MessageException> expected =
              half.rank() == 0 ? CollectiveMismatchException.class : MessageException.class;
          assertThatExceptionOfType(expected)
              .isThrownBy(() -> half.createIntercommunicator(0, world, named, TAG))
              .withMessageContaining("leads");
          Intercommunicator between = half.createIntercommunicator(0, world, low ? 2 : 0, TAG);
          between.barrier();
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void ranksOfAGroupThatMergeAtDifferentPlacesAreTold(TestJob job) {
    job.run(
        3,
        world -> {
          Intercommunicator between = TwoGroups.of(world).between;
          Place place = world.rank() == 1 ? Place.FIRST : Place.LAST;
          assertThatExceptionOfType(CollectiveMismatchException.class)
              .isThrownBy(() -> between.merge(place))
              .withMessageContaining(world.rank() == 0 ? "the other group" : "this group");
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aPeerThatHasLeftIsAnErrorOfTheOthers(TestJob job) {
    job.run(
        2,
        world -> {
          Intercommunicator between = TwoGroups.of(world).between;
          if (world.rank() == 1) {
            assertThatExceptionOfType(MessageException.class)
                .isThrownBy(() -> between.receive(new int[1], ANY_SOURCE, TAG));
            assertThatExceptionOfType(MessageException.class).isThrownBy(between::barrier);
          }
        });
  }
}
