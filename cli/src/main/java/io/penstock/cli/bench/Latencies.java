package io.penstock.cli.bench;

import org.HdrHistogram.Histogram;

/// A histogram of the latencies of one kind of request, in nanoseconds, to three digits; count,
/// sum, minimum and maximum are exact. For one thread.
public final class Latencies {
  private static final int DIGITS = 3;

  private final Histogram histogram = new Histogram(DIGITS);
  private long sum;
  private long min = Long.MAX_VALUE;
  private long max;

  /// Adds a request.
  void add(long nanos) {
    histogram.recordValue(nanos);
    sum += nanos;
    min = Math.min(min, nanos);
    max = Math.max(max, nanos);
  }

  /// Adds all requests of another record.
  void add(Latencies other) {
    histogram.add(other.histogram);
    sum += other.sum;
    min = Math.min(min, other.min);
    max = Math.max(max, other.max);
  }

  /// The number of requests.
  public long requests() {
    return histogram.getTotalCount();
  }

  /// The shortest time; like the others of no meaning where there was no request.
  public long min() {
    return min;
  }

  /// The longest time.
  public long max() {
    return max;
  }

  /// The mean time.
  public double mean() {
    return (double) sum / requests();
  }

  /// The least time that so many of a hundred requests did not exceed, at most a thousandth too
  /// long.
  public long percentile(double percent) {
    return Math.min(max, histogram.getValueAtPercentile(percent));
  }
}
