package io.penstock.cli.bench;

/// The figures of a job that has run.
///
/// @param nanos how long requests were counted; 0 if the job ended before
/// @param whole whether it ran as long as was asked for
public record Outcome(
    Job job, long nanos, boolean whole, Latencies reads, Latencies writes, Latencies syncs) {
  private static final double NANOS = 1e9;

  /// How many reads and writes there were.
  public long requests() {
    return reads.requests() + writes.requests();
  }

  /// How many of something there were in a second.
  public double perSecond(long count) {
    return nanos == 0 ? 0 : count / seconds();
  }

  /// How long requests were counted.
  public double seconds() {
    return nanos / NANOS;
  }

  /// How many bytes requests moved.
  public long bytes(long requests) {
    return requests * job.block();
  }
}
