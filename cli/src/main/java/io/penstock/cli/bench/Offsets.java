package io.penstock.cli.bench;

import java.util.SplittableRandom;

/// The offsets of one worker's requests, one after the other: multiples of the block, each with a
/// whole block behind it.
sealed interface Offsets {
  /// The offset of the next request, in bytes.
  long next();

  /// Those of a worker of a job.
  ///
  /// @param worker from 0
  /// @param random draws them where they are random
  static Offsets of(Job job, int worker, SplittableRandom random) {
    return switch (job.pattern()) {
      case SEQUENTIAL ->
          new Sequential(
              job.regionStart(worker) * job.block(),
              job.regionStart(worker + 1) * job.block(),
              job.block());
      case RANDOM -> new Random(job.blocks(), job.block(), random);
    };
  }

  /// A region from its beginning to its end, again and again.
  final class Sequential implements Offsets {
    private final long first;
    private final long end;
    private final long block;
    private long next;

    private Sequential(long first, long end, long block) {
      this.first = first;
      this.end = end;
      this.block = block;
      this.next = first;
    }

    @Override
    public long next() {
      long offset = next;
      next = offset + block == end ? first : offset + block;
      return offset;
    }
  }

  /// Any blocks, each as likely as the others.
  record Random(long blocks, long block, SplittableRandom random) implements Offsets {
    @Override
    public long next() {
      return random.nextLong(blocks) * block;
    }
  }
}
