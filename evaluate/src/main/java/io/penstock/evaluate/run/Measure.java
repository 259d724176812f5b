package io.penstock.evaluate.run;

import io.penstock.report.Better;

/// The quantity that an experiment's figures tell.
public enum Measure {
  /// Bytes moved per time, in GB/s (10^9 bytes).
  THROUGHPUT("GB/s", Better.HIGHER) {
    @Override
    double figure(Work work, Reading reading) {
      return (double) work.bytes() * reading.operations() / reading.amount();
    }
  },
  /// Requests, or operations of all threads, per time, in millions per second.
  OPERATIONS("Mop/s", Better.HIGHER) {
    @Override
    double figure(Work work, Reading reading) {
      return 1e3 * atOnce(work) * reading.operations() / reading.amount();
    }
  },
  /// Time that an operation takes, in nanoseconds.
  NANOSECONDS("ns", Better.LOWER) {
    @Override
    double figure(Work work, Reading reading) {
      return (double) reading.amount() / reading.operations();
    }
  },
  /// Time that an operation takes, in microseconds.
  MICROSECONDS("µs", Better.LOWER) {
    @Override
    double figure(Work work, Reading reading) {
      return 1e-3 * reading.amount() / reading.operations();
    }
  },
  /// Time that an operation takes, in milliseconds.
  MILLISECONDS("ms", Better.LOWER) {
    @Override
    double figure(Work work, Reading reading) {
      return 1e-6 * reading.amount() / reading.operations();
    }
  },
  /// Bytes held for each byte in use.
  FOOTPRINT("held / live", Better.LOWER) {
    @Override
    double figure(Work work, Reading reading) {
      return (double) reading.amount() / reading.operations();
    }
  },
  /// Bytes for each operation.
  BYTES("B", Better.LOWER) {
    @Override
    double figure(Work work, Reading reading) {
      return (double) reading.amount() / reading.operations();
    }
  },
  /// Reads that found what was there before, of a thousand.
  STALE("stale of 1000", Better.LOWER) {
    @Override
    double figure(Work work, Reading reading) {
      return 1e3 * reading.amount() / reading.operations();
    }
  },
  /// Bytes held, in MiB.
  SPACE("MiB", Better.LOWER) {
    @Override
    double figure(Work work, Reading reading) {
      return (double) reading.amount() / (1 << 20);
    }
  };

  private final String unit;
  private final Better better;

  Measure(String unit, Better better) {
    this.unit = unit;
    this.better = better;
  }

  /// The figure of a run that came to a reading.
  abstract double figure(Work work, Reading reading);

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
      case FileWork file -> (double) file.bytes() / file.requestBytes().orElseThrow();
      case Drill drill -> drill.threads();
      case TextWork text -> text.threads();
    };
  }
}
