package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.array.ElementType;
import io.penstock.memory.BufferPool;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Random messages between random ranks arrive once each, intact and in order, and leave nothing
/// behind.
@Timeout(240)
class RandomTrafficProperties {
  private static final long SEED = 20_261_121;
  private static final int ROUNDS = 8;
  private static final int MESSAGES = 120;
  private static final int[] SIZES = {0, 1, 7, 100, 5000, 65_528, 65_536, 65_537, 150_000, 700_000};

  /// A message of a plan that all ranks know.
  private record Planned(int number, int from, int to, int tag, int size, int way) {
    byte[] content() {
      byte[] bytes = (byte[]) TypedData.random(ElementType.BYTE, size, number);
      if (size > 0) {
        bytes[0] = (byte) number;
      }
      return bytes;
    }
  }

  private static List<Planned> plan(int ranks, SplittableRandom random) {
    return IntStream.range(0, MESSAGES)
        .mapToObj(
            number ->
                new Planned(
                    number,
                    random.nextInt(ranks),
                    random.nextInt(ranks),
                    random.nextInt(4),
                    Math.max(0, SIZES[random.nextInt(SIZES.length)] - random.nextInt(3)),
                    random.nextInt(4)))
        .toList();
  }

  @ParameterizedTest
  @MethodSource(TestJob.SIZES)
  void whatIsSentArrivesOnceIntactAndInOrder(TestJob job, int ranks) {
    long live = BufferPool.shared().statistics().liveBlocks();
    job.run(
        ranks,
        world -> {
          for (int round = 0; round < ROUNDS; round++) {
            long seed = SEED + 100L * ranks + round;
            List<Planned> plan = plan(ranks, new SplittableRandom(seed));
            try (Communicator apart = world.duplicate()) {
              converse(apart, plan, round % 2 == 0, new SplittableRandom(seed + world.rank()));
            } catch (AssertionError e) {
              throw new AssertionError("seed " + seed + ", rank " + world.rank(), e);
            }
          }
        });
    assertThat(BufferPool.shared().statistics().liveBlocks()).isEqualTo(live);
  }

  private static void converse(
      Communicator world, List<Planned> plan, boolean wild, SplittableRandom random)
      throws Exception {
    try (ExecutorService other = Executors.newSingleThreadExecutor()) {
      Future<?> sending = other.submit(() -> sendAll(world, plan));
      List<Planned> mine = plan.stream().filter(m -> m.to() == world.rank()).toList();
      if (wild) {
        receiveAsTheyCome(world, mine);
      } else {
        receiveByName(world, mine, random);
      }
      sending.get();
    }
    world.barrier();
    assertThat(world.iprobe(Communicator.ANY_SOURCE, Communicator.ANY_TAG)).isEmpty();
    world.barrier();
  }

  private static void sendAll(Communicator world, List<Planned> plan) {
    List<Request> requests = new ArrayList<>();
    for (Planned message : plan) {
      if (message.from() == world.rank()) {
        switch (message.way()) {
          case 0 -> world.send(message.content(), message.to(), message.tag());
          case 1 -> world.synchronousSend(message.content(), message.to(), message.tag());
          case 2 -> requests.add(world.isend(message.content(), message.to(), message.tag()));
          default ->
              requests.add(world.isynchronousSend(message.content(), message.to(), message.tag()));
        }
      }
    }
    Request.awaitAll(requests);
  }

  private static void receiveAsTheyCome(Communicator world, List<Planned> mine) {
    int[] next = new int[world.size()];
    byte[] room = new byte[1_000_000];
    for (int i = 0; i < mine.size(); i++) {
      Status status = world.receive(room, Communicator.ANY_SOURCE, Communicator.ANY_TAG);
      List<Planned> fromIt = mine.stream().filter(m -> m.from() == status.source()).toList();
      Planned expected = fromIt.get(next[status.source()]++);
      assertThat(status.tag()).isEqualTo(expected.tag());
      assertThat(Arrays.copyOf(room, (int) status.bytes())).isEqualTo(expected.content());
    }
  }

  /// Receives are started in any order, but for messages with the same source and tag.
  private static void receiveByName(
      Communicator world, List<Planned> mine, SplittableRandom random) {
    List<List<Planned>> queues = new ArrayList<>();
    for (int source = 0; source < world.size(); source++) {
      for (int tag = 0; tag < 4; tag++) {
        int from = source;
        int with = tag;
        queues.add(
            new ArrayList<>(
                mine.stream().filter(m -> m.from() == from && m.tag() == with).toList()));
      }
    }
    List<Planned> order = new ArrayList<>();
    List<byte[]> rooms = new ArrayList<>();
    List<Request> requests = new ArrayList<>();
    while (order.size() < mine.size()) {
      List<Planned> queue = queues.get(random.nextInt(queues.size()));
      if (!queue.isEmpty()) {
        Planned message = queue.removeFirst();
        byte[] room = new byte[message.size() + random.nextInt(2)];
        order.add(message);
        rooms.add(room);
        requests.add(world.ireceive(room, message.from(), message.tag()));
      }
    }
    List<Status> statuses = Request.awaitAll(requests);
    for (int i = 0; i < order.size(); i++) {
      assertThat(statuses.get(i).bytes()).isEqualTo(order.get(i).size());
      assertThat(Arrays.copyOf(rooms.get(i), order.get(i).size()))
          .isEqualTo(order.get(i).content());
    }
  }
}
