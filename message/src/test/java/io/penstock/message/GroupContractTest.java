package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.penstock.message.threads.RankThreads;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What communicators of every transport promise about duplicates, splits, and groups that their
/// members alone make.
@Timeout(60)
class GroupContractTest {
  private static final int TAG = 7;

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void aDuplicateKeepsItsMessagesToItself(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          try (Communicator twin = world.duplicate();
              Communicator third = twin.duplicate()) {
            int other = (world.rank() + 1) % ranks;
            int before = Math.floorMod(world.rank() - 1, ranks);
            Request one = world.isend(new int[] {1}, other, 0);
            Request two = twin.isend(new int[] {2}, other, 0);
            Request three = third.isend(new int[] {3}, other, 0);
            int[] got = new int[1];
            third.receive(got, before, 0);
            assertThat(got).containsExactly(3);
            twin.receive(got, Communicator.ANY_SOURCE, Communicator.ANY_TAG);
            assertThat(got).containsExactly(2);
            world.receive(got, before, 0);
            assertThat(got).containsExactly(1);
            Request.awaitAll(one, two, three);
            twin.barrier();
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void aSplitMakesACommunicatorOfEachColorInTheOrderOfTheKeys(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          int color = world.rank() % 3 == 2 ? -1 : world.rank() % 3;
          Optional<Communicator> part = world.split(color, -world.rank());
          assertThat(part.isPresent()).isEqualTo(color >= 0);
          if (part.isPresent()) {
            int[] members =
                IntStream.range(0, ranks)
                    .filter(r -> r % 3 == color)
                    .map(r -> -r)
                    .sorted()
                    .map(r -> -r)
                    .toArray();
            Communicator mine = part.get();
            assertThat(mine.size()).isEqualTo(members.length);
            assertThat(members[mine.rank()]).isEqualTo(world.rank());
            int[] all = new int[members.length];
            mine.allGather(new int[] {world.rank()}, all);
            assertThat(all).isEqualTo(members);
            if (mine.rank() == 0) {
              mine.send(all, mine.size() - 1, 4);
            }
            if (mine.rank() == mine.size() - 1) {
              assertThat(mine.receive(all, Communicator.ANY_SOURCE, 4).source()).isZero();
            }
            Communicator deeper = mine.split(mine.rank() / 2, 0).orElseThrow();
            int[] pair = new int[deeper.size()];
            deeper.allGather(new int[] {world.rank()}, pair);
            assertThat(pair).contains(world.rank());
            deeper.close();
            mine.close();
          }
          world.barrier();
        });
  }

  // ---- groups that their members alone make -----------------------------------------------------

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void theMembersOfAListComeTogetherInItsOrderWithoutTheOthers(TestJob job, int ranks) {
    job.run(
        ranks,
        world -> {
          int[] odd =
              IntStream.range(0, ranks).map(i -> ranks - 1 - i).filter(i -> i % 2 == 1).toArray();
          if (world.rank() % 2 == 1) {
            for (int round = 0; round < 3; round++) {
              try (Communicator group = world.createGroup(odd)) {
                assertThat(group.size()).isEqualTo(odd.length);
                assertThat(odd[group.rank()]).isEqualTo(world.rank());
                assertThat(group.name()).isEqualTo("world");
                int[] sum = {world.rank()};
                group.allReduce(sum, sum, Reduction.SUM);
                assertThat(sum).containsExactly(IntStream.of(odd).sum());
              }
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void groupsThatOverlapOrComeOfGroupsKeepTheirMessagesApart(TestJob job) {
    job.run(
        4,
        world -> {
          if (world.rank() == 3) {
            return;
          }
          Communicator all = world.createGroup(2, 0, 1);
          if (world.rank() != 1) {
            int other = 2 - world.rank();
            Communicator pair = world.createGroup(0, 2);
            Communicator same = all.createGroup(0, 1); // 2 and 0 of the world
            int[] fromPair = new int[1];
            int[] fromSame = new int[1];
            Request pairRequest =
                pair.ireceive(fromPair, Communicator.ANY_SOURCE, Communicator.ANY_TAG);
            Request sameRequest =
                same.ireceive(fromSame, Communicator.ANY_SOURCE, Communicator.ANY_TAG);
            same.send(new int[] {2}, same.rankIn(world, 0).orElseThrow() == other ? 0 : 1, TAG);
            pair.send(new int[] {1}, 1 - pair.rank(), TAG);
            Request.awaitAll(pairRequest, sameRequest);
            assertThat(fromPair).containsExactly(1);
            assertThat(fromSame).containsExactly(2);
          }
          all.barrier();
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void allMembersOfAGroupHearOfOneThatHasLeft(TestJob job) {
    job.run(
        4,
        world -> {
          if (world.rank() == 2) {
            return;
          }
          assertThatExceptionOfType(MessageException.class)
              .isThrownBy(() -> world.createGroup(1, 0, 2, 3))
              .withMessageContaining("rank 2 has left");
          int[] together = {1, 3, 0}; // none of whom has left
          try (Communicator group = world.createGroup(together)) {
            group.barrier();
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aRankKnowsWhoARankIsInAnotherCommunicator(TestJob job) {
    job.run(
        3,
        world -> {
          if (world.rank() > 0) {
            Communicator group = world.createGroup(2, 1);
            assertThat(group.rankIn(world, 0)).hasValue(2);
            assertThat(group.rankIn(world, 1)).hasValue(1);
            assertThat(world.rankIn(group, 2)).hasValue(0);
            assertThat(world.rankIn(group, 0)).isEmpty();
            assertThat(group.rankIn(group, 1)).hasValue(1);
            assertThatIllegalArgumentException().isThrownBy(() -> group.rankIn(world, 2));
          } else {
            RankThreads.run(
                1,
                stranger ->
                    assertThatIllegalArgumentException()
                        .isThrownBy(() -> world.rankIn(stranger, 0)));
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aListThatIsNoGroupIsRefused(TestJob job) {
    job.run(
        2,
        world -> {
          int other = 1 - world.rank();
          assertThatIllegalArgumentException().isThrownBy(world::createGroup);
          assertThatIllegalArgumentException().isThrownBy(() -> world.createGroup(other));
          assertThatIllegalArgumentException().isThrownBy(() -> world.createGroup(0, 1, 0));
          assertThatIllegalArgumentException().isThrownBy(() -> world.createGroup(0, 1, 2));
          assertThat(world.createGroup(world.rank()).size()).isEqualTo(1);
          world.close();
          assertThatIllegalStateException().isThrownBy(() -> world.createGroup(0, 1));
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void membersWithDifferentListsAreTold(TestJob job) {
    job.run(
        3,
        world -> {
          int[] list = world.rank() == 2 ? new int[] {0, 2, 1} : new int[] {0, 1, 2};
          assertThatExceptionOfType(CollectiveMismatchException.class)
              .isThrownBy(() -> world.createGroup(list))
              .withMessageContaining("rank 2");
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aMemberThatHasLeftIsAnErrorOfTheOthers(TestJob job) {
    job.run(
        2,
        world -> {
          if (world.rank() == 1) {
            assertThatExceptionOfType(MessageException.class)
                .isThrownBy(() -> world.createGroup(0, 1))
                .withMessageContaining("rank 0");
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aMemberThatFailsIsAnErrorOfTheOthers(TestJob job) {
    assertThatExceptionOfType(RankFailedException.class)
        .isThrownBy(
            () ->
                job.run(
                    3,
                    world -> {
                      if (world.rank() == 1) {
                        throw new ArithmeticException("one is odd");
                      }
                      world.createGroup(0, 1, 2);
                    }))
        .withMessageContaining("one is odd");
  }
}
