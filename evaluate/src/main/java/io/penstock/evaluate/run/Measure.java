package io.penstock.evaluate.run;

import io.penstock.evaluate.Better;

/// What an experiment's figures say.
public enum Measure {
  /// Bytes moved per time, in GB/s (10^9 bytes).
  THROUGHPUT("GB/s") {
    @Override
    double figure(Work work, long nanos) {
      return (double) work.bytes() / nanos;
    }
  },
  /// Requests per time, in millions per second.
  OPERATIONS("Mop/s") {
    @Override
    double figure(Work work, long nanos) {
      return 1e3 * ((double) work.bytes() / work.requestBytes().orElseThrow()) / nanos;
    }
  };

  private final String unit;

  Measure(String unit) {
    this.unit = unit;
  }

  /// The figure of a run that took so long.
  abstract double figure(Work work, long nanos);

  /// Of the figures.
  public String unit() {
    return unit;
  }

  /// Which way they are good.
  public Better better() {
    return Better.HIGHER;
  }
}
