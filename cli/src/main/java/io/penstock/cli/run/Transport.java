package io.penstock.cli.run;

import java.util.Locale;

/// A way of starting and connecting the ranks of a job.
public enum Transport {
  /// As threads of one process.
  THREADS,
  /// As processes, over TCP.
  TCP,
  /// As processes that an MPI launcher starts, over MPI.
  MPI;

  /// As it is written on the command line.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
