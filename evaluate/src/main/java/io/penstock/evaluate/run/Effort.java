package io.penstock.evaluate.run;

import java.time.Duration;

/// The time that an evaluation may take.
public enum Effort {
  /// Minutes: small files, the runs that a median needs.
  QUICK(64L << 20, 5, 1, 150),
  /// Files of several times what a processor caches; half an hour for arrays.
  NORMAL(512L << 20, 5, 1, 500),
  /// More runs of the same.
  FULL(1L << 30, 9, 2, 1000);

  private final long bytes;
  private final int runs;
  private final int warmups;
  private final int warmupMillis;

  Effort(long bytes, int runs, int warmups, int warmupMillis) {
    this.bytes = bytes;
    this.runs = runs;
    this.warmups = warmups;
    this.warmupMillis = warmupMillis;
  }

  /// How long a batch of short operations should take.
  public Duration batch() {
    return Duration.ofMillis(
        switch (this) {
          case QUICK -> 10;
          case NORMAL -> 30;
          case FULL -> 60;
        });
  }

  /// The size of the array files where the user names none.
  public long bytes() {
    return bytes;
  }

  int runs() {
    return runs;
  }

  int warmups() {
    return warmups;
  }

  Duration warmup() {
    return Duration.ofMillis(warmupMillis);
  }
}
