package io.penstock.array;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.RandomSelections;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Random distributions against the owner of each single element, as MPI 4.1, section 5.1.4,
/// defines it.
class DistributionProperties {
  private static final int CASES = 3000;

  private final SplittableRandom random = new SplittableRandom(20261121);

  /// How one axis is dealt, in the standard's words: block 0 stands for no distribution.
  private record Axis(long extent, long processes, long block, Dealing dealing) {
    long owner(long index) {
      return block == 0 ? 0 : index / block % processes;
    }
  }

  @Test
  void everyRankGetsTheElementsThatItOwnsInTheirOrder() {
    for (int i = 0; i < CASES; i++) {
      List<Axis> axes = axes();
      Distribution distribution = distribution(axes);
      List<List<Long>> owned = owned(axes, distribution.grid().size());
      for (int rank = 0; rank < owned.size(); rank++) {
        Share share = distribution.of(rank);
        share.requireWithin(distribution.shape());
        assertThat(RandomSelections.positions(distribution.shape(), share))
            .as("case %d: rank %d of %s", i, rank, axes)
            .containsExactly(owned.get(rank).toArray(Long[]::new));
        assertThat(share.size()).isEqualTo(owned.get(rank).size());
      }
    }
  }

  @Test
  void allRanksTogetherHaveEveryElementOnce() {
    for (int i = 0; i < CASES; i++) {
      Distribution distribution = distribution(axes());
      int[] times = new int[Math.toIntExact(distribution.shape().size())];
      for (long rank = 0; rank < distribution.grid().size(); rank++) {
        long[] positions = RandomSelections.positions(distribution.shape(), distribution.of(rank));
        Arrays.stream(positions).forEach(position -> times[Math.toIntExact(position)]++);
      }
      assertThat(times).as("case %d: %s", i, distribution).containsOnly(ones(times.length));
    }
  }

  private static int[] ones(int length) {
    return length == 0 ? new int[0] : new int[] {1};
  }

  private List<Axis> axes() {
    List<Axis> axes = new ArrayList<>();
    for (int rank = 1 + random.nextInt(4); rank > 0; rank--) {
      axes.add(axis(random.nextInt(13), 1 + random.nextInt(4)));
    }
    return axes;
  }

  private Axis axis(long extent, long processes) {
    long block = 1L + random.nextInt(6);
    return switch (random.nextInt(4)) {
      case 0 -> new Axis(extent, 1, 0, Dealing.whole());
      case 1 -> {
        long even = Math.max(1, (extent + processes - 1) / processes);
        yield new Axis(extent, processes, even, Dealing.block());
      }
      case 2 -> new Axis(extent, processes, 1, Dealing.cyclic());
      default -> new Axis(extent, processes, block, Dealing.cyclic(block));
    };
  }

  private static Distribution distribution(List<Axis> axes) {
    return new Distribution(
        Shape.of(axes.stream().mapToLong(Axis::extent).toArray()),
        axes.stream().map(Axis::dealing).toList(),
        Shape.of(axes.stream().mapToLong(Axis::processes).toArray()));
  }

  /// The positions of every rank's elements in the whole array, one element after the other.
  private static List<List<Long>> owned(List<Axis> axes, long ranks) {
    List<List<Long>> owned = new ArrayList<>();
    for (long rank = 0; rank < ranks; rank++) {
      owned.add(new ArrayList<>());
    }
    long size = axes.stream().mapToLong(Axis::extent).reduce(1, (a, b) -> a * b);
    for (long position = 0; position < size; position++) {
      owned.get(Math.toIntExact(owner(axes, position))).add(position);
    }
    return owned;
  }

  private static long owner(List<Axis> axes, long position) {
    long rest = position;
    long rank = 0;
    long ranks = 1;
    for (Axis axis : axes.reversed()) {
      rank += axis.owner(rest % axis.extent()) * ranks;
      ranks *= axis.processes();
      rest /= axis.extent();
    }
    return rank;
  }
}
