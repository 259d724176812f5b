package io.penstock.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.cli.bench.BenchThread.Offsets;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever the block, the size and the number of workers: offsets are multiples of the block with
/// a whole block behind them, and leave no block out.
class OffsetsProperties {
  private static final int JOBS = 200;
  private static final int MOST_BLOCKS = 300;
  private static final int MOST_WORKERS = 20;

  /// By so many draws for each block one is left out in one of 10^15 jobs.
  private static final int DRAWS = 40;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void sequentialRegionsHaveEveryBlockOnceARound(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < JOBS; i++) {
      BenchJob job = job(random);
      BitSet seen = new BitSet();
      for (int worker = 0; worker < job.workers(); worker++) {
        Offsets offsets = new Offsets(job, worker, random.split());
        long first = job.regionStart(worker);
        long count = job.regionStart(worker + 1) - first;
        assertThat(count).as("%s", job).isPositive();
        for (long block = first; block < first + count; block++) {
          assertThat(offsets.next()).as("%s", job).isEqualTo(block * job.block());
          assertThat(seen.get((int) block)).as("%s", job).isFalse();
          seen.set((int) block);
        }
        assertThat(offsets.next()).as("%s", job).isEqualTo(first * job.block());
      }
      assertWhole(seen, job);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {4, 5, 6})
  void randomOffsetsHaveEveryBlockInTime(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < JOBS; i++) {
      BenchJob job = new Jobs(job(random)).random().job();
      BitSet seen = new BitSet();
      Offsets offsets = new Offsets(job, random.nextInt(job.workers()), random.split());
      for (long draw = 0; draw < job.blocks() * DRAWS; draw++) {
        long offset = offsets.next();
        assertThat(offset % job.block()).as("%s", job).isZero();
        assertThat(offset).as("%s", job).isBetween(0L, job.size() - job.block());
        seen.set((int) (offset / job.block()));
      }
      assertWhole(seen, job);
    }
  }

  private static BenchJob job(SplittableRandom random) {
    int workers = random.nextInt(1, MOST_WORKERS);
    long blocks = random.nextInt(workers, MOST_BLOCKS);
    long block = random.nextInt(1, 1 << random.nextInt(1, 20));
    long size = blocks * block + random.nextLong(block);
    return Jobs.on(Path.of("file"), Math.max(size, 4096)).block(block).workers(1, workers).job();
  }

  private static void assertWhole(BitSet seen, BenchJob job) {
    assertThat(seen.length()).as("%s", job).isEqualTo((int) job.blocks());
    assertThat(seen.cardinality()).as("%s", job).isEqualTo((int) job.blocks());
  }
}
