package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What communicators of every transport promise about the message that a receive or a probe takes:
/// by its source, its tag and its order.
@Timeout(60)
class MatchingContractTest {
  private static final int TAG = 7;

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void messagesBetweenTwoRanksKeepTheirOrder(TestJob job) {
    job.run(
        2,
        world -> {
          int[] data = new int[1];
          for (int i = 0; i < 2000; i++) {
            int length = i % 5 == 0 ? 40_000 : 1;
            if (world.rank() == 0) {
              int[] sent = new int[length];
              sent[0] = i;
              world.send(sent, 1, i % 3);
            } else {
              int[] room = length == 1 ? data : new int[length];
              world.receive(room, 0, Communicator.ANY_TAG);
              assertThat(room[0]).isEqualTo(i);
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aReceiveTakesTheFirstMessageOfItsTagWhateverElseCame(TestJob job) {
    job.run(
        2,
        world -> {
          int tags = 50;
          if (world.rank() == 0) {
            for (int tag = 0; tag < tags; tag++) {
              world.send(new int[] {tag}, 1, tag);
              world.send(new int[] {-tag}, 1, tag);
            }
          } else {
            int[] got = new int[1];
            for (int tag = tags - 1; tag >= 0; tag--) {
              world.receive(got, 0, tag);
              assertThat(got).containsExactly(tag);
              world.receive(got, Communicator.ANY_SOURCE, tag);
              assertThat(got).containsExactly(-tag);
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void anySourceTakesFromAllAndSaysFromWhom(TestJob job) {
    job.run(
        4,
        world -> {
          if (world.rank() > 0) {
            world.send(new long[] {world.rank()}, 0, 10 + world.rank());
            return;
          }
          List<Integer> sources = new ArrayList<>();
          for (int i = 1; i < 4; i++) {
            long[] got = new long[1];
            Status status = world.receive(got, Communicator.ANY_SOURCE, Communicator.ANY_TAG);
            assertThat(got[0]).isEqualTo(status.source());
            assertThat(status.tag()).isEqualTo(10 + status.source());
            sources.add(status.source());
          }
          assertThat(sources).containsExactlyInAnyOrder(1, 2, 3);
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aProbeSaysWhatWillCome(TestJob job) {
    job.run(
        2,
        world -> {
          if (world.rank() == 0) {
            assertThat(world.iprobe(1, TAG)).isEmpty();
            world.send(new float[100_000], 1, TAG);
            world.send(new char[2], 1, TAG);
            world.receive(new byte[0], 1, TAG);
          } else {
            Status status = world.probe(Communicator.ANY_SOURCE, Communicator.ANY_TAG);
            assertThat(status).isEqualTo(new Status(0, TAG, MessageKind.FLOAT, 400_000));
            assertThat(world.iprobe(0, TAG)).contains(status);
            assertThat(world.iprobe(0, TAG + 1)).isEmpty();
            world.receive(new float[(int) status.count()], status.source(), status.tag());
            assertThat(world.probe(0, TAG).count()).isEqualTo(2);
            world.receive(new char[2], 0, TAG);
            assertThat(world.iprobe(0, TAG)).isEmpty();
            world.send(new byte[0], 0, TAG);
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void manyOutstandingMessagesAreMetInAnyOrder(TestJob job) {
    int count = 10_000;
    job.run(
        2,
        world -> {
          int[][] data = new int[2 * count][1];
          if (world.rank() == 0) {
            List<Request> sends = new ArrayList<>();
            for (int tag = 2 * count - 1; tag >= 0; tag--) {
              data[tag][0] = tag;
              sends.add(world.isend(data[tag], 1, tag));
            }
            Request.awaitAll(sends);
          } else {
            List<Request> receives = new ArrayList<>();
            for (int tag = 0; tag < count; tag++) {
              receives.add(world.ireceive(data[tag], 0, tag));
            }
            Request.awaitAll(receives);
            for (int tag = count; tag < 2 * count; tag++) {
              world.receive(data[tag], 0, tag);
            }
            assertThat(IntStream.range(0, 2 * count)).allMatch(tag -> data[tag][0] == tag);
          }
        });
  }
}
