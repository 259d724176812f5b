package io.penstock.message.ranks;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.message.CollectiveMismatchException;
import io.penstock.message.Communicator;
import io.penstock.message.TestJob;
import io.penstock.message.match.Endpoint;
import io.penstock.message.match.Transfer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What a rank does when another one of the job says of its collective operations what makes no
/// sense.
@Timeout(60)
class HostileCallTest {
  private static final int PROBES = 3;
  private static final int NOTICES = World.collectives(0) + 1;

  private static void say(Communicator world, Object data, int context, int tag) {
    Endpoint endpoint = ((RankCommunicator) world).world().endpoint();
    Transfer transfer = endpoint.take().of(data).with(0, context, tag);
    endpoint.send(transfer);
    endpoint.await(transfer);
    endpoint.give(transfer);
  }

  private static int tag(int operation) {
    return operation << 26;
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void anOperationThatDoesNotExistIsAnotherThanThisRanks(TestJob job) {
    job.run(
        2,
        world -> {
          if (world.rank() == 0) {
            assertThatExceptionOfType(CollectiveMismatchException.class)
                .isThrownBy(world::barrier)
                .withMessageContaining(
                    "rank 0 is in barrier, rank 1 in an operation that does not");
            world.send(new byte[0], 1, 0);
          } else {
            say(world, new byte[0], World.collectives(0), tag(31));
            world.receive(new byte[0], 0, 0);
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void aNoticeOfAnOperationThatDoesNotExistIsToldAsAMismatch(TestJob job) {
    job.run(
        2,
        world -> {
          if (world.rank() == 0) {
            world.receive(new byte[0], 1, 0);
            assertThatExceptionOfType(CollectiveMismatchException.class)
                .isThrownBy(world::barrier)
                .withMessageContaining("rank 1 in an operation that does not exist");
            world.send(new byte[0], 1, 0);
          } else {
            say(world, new long[] {0, tag(30)}, NOTICES, 0);
            world.send(new byte[0], 0, 0);
            world.receive(new byte[0], 0, 0);
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void noticesAndProbesThatNobodySendsAreDropped(TestJob job) {
    job.run(
        3,
        world -> {
          Communicator pair = world.split(world.rank() == 2 ? 1 : 0, 0).orElseThrow();
          if (world.rank() == 1) {
            say(world, new long[] {-5, tag(1)}, NOTICES, 0);
            say(world, new long[] {1}, NOTICES, 0);
            say(world, new long[] {1 << 30, 1, 1, 99, 77, 1, 1}, PROBES, 0);
            say(world, new long[] {1, 1, 1, 99, 1L << 32, 1, 1}, PROBES, 0);
            say(world, new long[] {1}, PROBES, 0);
          } else if (world.rank() == 2) {
            say(world, new long[] {0, tag(1)}, World.collectives(3) + 1, 0); // of the others
          }
          world.barrier();
          world.barrier();
          pair.barrier();
        });
  }
}
