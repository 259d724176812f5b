package io.penstock.message;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.penstock.array.Elements;
import io.penstock.array.Hyperslab;
import io.penstock.array.Layout;
import io.penstock.array.Shape;
import io.penstock.array.Tile;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Ranks that call operations with arguments which seldom agree: all must end, in good order or by
/// an error.
@Tag("long")
@Timeout(600)
class RandomMismatchTest {
  private static final int JOBS = 60;

  @ParameterizedTest
  @MethodSource(TestJob.ALL)
  void noRankWaitsForEverWhateverOthersCall(TestJob job) {
    Random seeds = new Random(3);
    for (int i = 0; i < JOBS; i++) {
      long seed = seeds.nextLong();
      int ranks = 1 + seeds.nextInt(7);
      Throwable outcome = catchThrowable(() -> job.run(ranks, world -> storm(world, seed)));
      assertThatCode(
              () -> {
                if (outcome != null && !(outcome instanceof RankFailedException)) {
                  throw outcome;
                }
              })
          .as("seed %d, %d ranks", seed, ranks)
          .doesNotThrowAnyException();
    }
  }

  /// Most of what a rank calls is what all call.
  private static void storm(Communicator world, long seed) {
    Random common = new Random(seed);
    Random own = new Random(seed ^ (31L * world.rank()));
    for (int call = 0; call < 6; call++) {
      long drawn = common.nextLong();
      boolean other = own.nextInt(25) == 0;
      call(world, new Random(other ? own.nextLong() : drawn));
    }
  }

  private static void call(Communicator world, Random random) {
    int ranks = world.size();
    int me = world.rank();
    Topology topology = topology(random, ranks);
    int count = new int[] {0, 1, 1000, 100_000}[random.nextInt(4)];
    int sources = topology.sources(me).length;
    int destinations = topology.destinations(me).length;
    switch (random.nextInt(7)) {
      case 0 -> world.neighbourAllGather(new int[count], new int[count * sources], topology);
      case 1 ->
          world.neighbourAllToAll(
              new float[count * destinations], new float[count * sources], topology);
      case 2 ->
          world
              .ineighbourAllToAll(tiles(destinations, count), tiles(sources, count), topology)
              .await();
      case 3 -> world.allToAll(tiles(ranks, count), tiles(ranks, count));
      case 4 -> {
        boolean[] data = new boolean[count * ranks];
        world.allToAll(data, data);
      }
      case 5 -> world.allReduce(new boolean[count], new boolean[count], Reduction.XOR);
      default -> world.broadcast(new int[count], random.nextInt(ranks));
    }
  }

  private static Topology topology(Random random, int ranks) {
    if (random.nextBoolean()) {
      RankGrid grid = RankGrid.balanced(ranks, 1 + random.nextInt(2));
      return random.nextBoolean() ? grid : grid.withRings(0);
    }
    return RankGraph.of(
        IntStream.range(0, ranks)
            .mapToObj(_ -> random.ints(random.nextInt(4), 0, ranks).toArray())
            .toArray(int[][]::new));
  }

  private static List<Layout> tiles(int parts, int count) {
    return Stream.<Layout>generate(
            () ->
                count % 2 == 0
                    ? Elements.of(new long[count])
                    : new Tile(
                        new long[2 * count],
                        Shape.of(count, 2),
                        Hyperslab.at(0, 1).count(count, 1)))
        .limit(parts)
        .toList();
  }
}
