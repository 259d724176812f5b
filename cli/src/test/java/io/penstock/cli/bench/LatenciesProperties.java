package io.penstock.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Percentiles are those of the sorted times, to a thousandth; the rest is exact.
class LatenciesProperties {
  private static final double[] PERCENTS = {0.01, 1, 25, 50, 90, 99, 99.9, 99.99, 100};

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 10, 99, 100, 101, 9_999, 100_000})
  void figuresAreThoseOfTheSortedTimes(int count) {
    long[] times = times(new SplittableRandom(count), count);
    Latencies latencies = of(times);
    Arrays.sort(times);
    assertThat(latencies.requests()).isEqualTo(count);
    assertThat(latencies.min()).isEqualTo(times[0]);
    assertThat(latencies.max()).isEqualTo(times[count - 1]);
    assertThat(latencies.mean()).isEqualTo((double) LongStream.of(times).sum() / count);
    for (double percent : PERCENTS) {
      long exact = times[Math.max(1, (int) Math.ceil(percent * count / 100)) - 1];
      assertThat((double) latencies.percentile(percent))
          .as("%s %% of %d", percent, count)
          .isBetween((double) exact, exact * 1.001 + 1);
    }
  }

  @Test
  void severalRecordsAddUpToOneOfAll() {
    long[] times = times(new SplittableRandom(7), 30_000);
    Latencies sum = new Latencies();
    for (int from = 0; from < times.length; from += 10_000) {
      sum.add(of(Arrays.copyOfRange(times, from, from + 10_000)));
    }
    sum.add(new Latencies());
    Latencies all = of(times);
    assertThat(sum.requests()).isEqualTo(all.requests());
    assertThat(sum.mean()).isEqualTo(all.mean());
    assertThat(sum.min()).isEqualTo(all.min());
    assertThat(sum.max()).isEqualTo(all.max());
    for (double percent : PERCENTS) {
      assertThat(sum.percentile(percent)).isEqualTo(all.percentile(percent));
    }
  }

  private static Latencies of(long... times) {
    Latencies latencies = new Latencies();
    for (long time : times) {
      latencies.add(time);
    }
    return latencies;
  }

  // From nanoseconds to minutes.
  private static long[] times(SplittableRandom random, int count) {
    return LongStream.generate(() -> random.nextLong(1L << random.nextInt(1, 38)))
        .limit(count)
        .toArray();
  }
}
