package io.penstock.evaluate.run;

import io.penstock.evaluate.run.Exercise.Reading;
import io.penstock.report.Better;

/// The quantity that an experiment's figures tell.
public enum Measure {
  /// Bytes moved per time, in GB/s (10^9 bytes).
  THROUGHPUT("GB/s", Better.HIGHER),
  /// Requests, or operations of all threads, per time, in millions per second.
  OPERATIONS("Mop/s", Better.HIGHER),
  /// Time that an operation takes, in nanoseconds.
  NANOSECONDS("ns", Better.LOWER),
  /// Time that an operation takes, in microseconds.
  MICROSECONDS("µs", Better.LOWER),
  /// Time that an operation takes, in milliseconds.
  MILLISECONDS("ms", Better.LOWER),
  /// Bytes held for each byte in use.
  FOOTPRINT("held / live", Better.LOWER),
  /// Bytes for each operation.
  BYTES("B", Better.LOWER),
  /// Reads that found what was there before, of a thousand.
  STALE("stale of 1000", Better.LOWER),
  /// Bytes held, in MiB.
  SPACE("MiB", Better.LOWER);

  private final String unit;
  private final Better better;

  Measure(String unit, Better better) {
    this.unit = unit;
    this.better = better;
  }

  /// The figure of a run that came to a reading.
  double figure(Work work, Reading reading) {
    double amount = reading.amount();
    long operations = reading.operations();
    return switch (this) {
      case THROUGHPUT -> (double) work.bytes() * operations / amount;
      case OPERATIONS -> 1e3 * atOnce(work) * operations / amount;
      case NANOSECONDS, FOOTPRINT, BYTES -> amount / operations;
      case MICROSECONDS -> 1e-3 * amount / operations;
      case STALE -> 1e3 * amount / operations;
      case MILLISECONDS -> 1e-6 * amount / operations;
      case SPACE -> amount / (1 << 20);
    };
  }

  /// Whether amounts are times, of which none is empty: others may come to nothing.
  boolean isOfTime() {
    return switch (this) {
      case THROUGHPUT, OPERATIONS, NANOSECONDS, MICROSECONDS, MILLISECONDS -> true;
      case FOOTPRINT, BYTES, STALE, SPACE -> false;
    };
  }

  /// Of the figures.
  public String unit() {
    return unit;
  }

  /// Which way they are good.
  public Better better() {
    return better;
  }

  private static double atOnce(Work work) {
    return switch (work) {
      case FileWork file -> file.requests();
      case Drill drill -> drill.threads();
      case TextWork text -> text.threads();
    };
  }
}
