package io.penstock.mpijava;

import io.penstock.message.threads.RankThreads;
import mpi.MPI;

/// Ranks that are threads of this JVM, each between `Init` and `Finalize`.
final class Ranks {
  private Ranks() {}

  static void run(int count, Body body) {
    RankThreads.run(
        count,
        world -> {
          MPI.Init(new String[0]);
          body.run(world.rank());
          MPI.Finalize();
        });
  }

  /// What each rank does.
  @FunctionalInterface
  interface Body {
    void run(int rank) throws Exception;
  }
}
