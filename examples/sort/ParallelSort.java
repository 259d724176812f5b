import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.file.ArrayFile;
import io.penstock.message.Communicator;
import io.penstock.message.Shares;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;

/// Sorts random numbers that lie spread over all ranks: a sample sort.
///
/// ```sh
/// javac -cp 'cli/target/modules/*' -d /tmp/examples examples/sort/ParallelSort.java
/// ./penstock run -n 4 -cp /tmp/examples ParallelSort sorted.npy 10000000
/// ```
///
/// Each rank sorts what it has and shows the others a sample of it. From all samples all ranks see
/// where to cut, so that each gets about as much; each sends every other what falls into the
/// other's range, and sorts again. In the end rank 0 writes the whole to a `.npy` file, the same to
/// the last bit however many ranks there were.
public final class ParallelSort {
  private static final int SAMPLES = 64;

  private final Communicator world;

  private ParallelSort(Communicator world) {
    this.world = world;
  }

  public static void main(String[] args) throws IOException {
    Path file = Path.of(args.length > 0 ? args[0] : "sorted.npy");
    int count = args.length > 1 ? Integer.parseInt(args[1]) : 10_000_000;
    try (Communicator world = Communicator.world()) {
      ParallelSort sort = new ParallelSort(world);
      long[] sorted = sort.sort(sort.numbers(count));
      sort.save(sorted, file, count);
    }
  }

  /// This rank's share of a series of random numbers, the n-th of which depends on n alone.
  private long[] numbers(int count) {
    Shares shares = Shares.balanced(count, world.size());
    long[] mine = new long[(int) shares.count(world.rank())];
    Arrays.setAll(mine, i -> scramble(shares.displacement(world.rank()) + i));
    return mine;
  }

  private static long scramble(long n) {
    long mixed = (n + 1) * 0x9e3779b97f4a7c15L;
    mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return mixed ^ (mixed >>> 31);
  }

  private long[] sort(long[] mine) {
    Arrays.sort(mine);
    Shares sent = cut(mine, splitters(mine));
    Shares received = counterpart(sent);
    long[] sorted = new long[(int) received.end()];
    world.allToAll(mine, sent, sorted, received);
    Arrays.sort(sorted);
    return sorted;
  }

  /// Where the range of each rank but the last ends.
  private long[] splitters(long[] mine) {
    long[] sample = new long[SAMPLES];
    if (mine.length > 0) {
      Arrays.setAll(sample, i -> mine[(int) ((long) i * mine.length / SAMPLES)]);
    }
    long[] all = new long[SAMPLES * world.size()];
    world.allGather(sample, all);
    Arrays.sort(all);
    return IntStream.range(1, world.size()).mapToLong(rank -> all[rank * SAMPLES]).toArray();
  }

  /// What falls into the range of each rank.
  private Shares cut(long[] mine, long[] splitters) {
    long[] counts = new long[world.size()];
    int from = 0;
    for (int rank = 0; rank < world.size(); rank++) {
      int to = rank < splitters.length ? firstFrom(mine, splitters[rank]) : mine.length;
      counts[rank] = to - from;
      from = to;
    }
    return Shares.of(counts);
  }

  private static int firstFrom(long[] sorted, long value) {
    int place = Arrays.binarySearch(sorted, value);
    while (place > 0 && sorted[place - 1] == value) {
      place--;
    }
    return place < 0 ? -place - 1 : place;
  }

  /// What comes from each rank: all tell all how much they send.
  private Shares counterpart(Shares sent) {
    long[] counts = IntStream.range(0, world.size()).mapToLong(sent::count).toArray();
    long[] received = new long[world.size()];
    world.allToAll(counts, received);
    return Shares.of(received);
  }

  private void save(long[] sorted, Path file, int count) throws IOException {
    boolean writes = world.rank() == 0;
    long[] lengths = new long[world.size()];
    world.allGather(new long[] {sorted.length}, lengths);
    long[] all = new long[writes ? count : 0];
    world.gather(sorted, all, Shares.of(lengths), 0);
    if (writes) {
      try (ArrayFile npy = ArrayFile.create(file, ElementType.LONG, Shape.of(count))) {
        npy.write(all);
      }
      System.out.printf("%d numbers, the smallest %d%n", count, count == 0 ? 0 : all[0]);
    }
  }
}
