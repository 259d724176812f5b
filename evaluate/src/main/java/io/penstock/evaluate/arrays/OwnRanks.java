package io.penstock.evaluate.arrays;

import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Executable;
import io.penstock.evaluate.run.Executable.Started;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Experiment.Entry;
import io.penstock.evaluate.run.FileWork;
import io.penstock.report.By;
import java.util.List;
import java.util.stream.Stream;

/// The approaches of ranks that need no MPI library, each under a name that ends in the transport
/// that connects them.
final class OwnRanks {
  private OwnRanks() {}

  /// With Penstock's collective calls on a file that stays open.
  static Experiment kept(Experiment experiment, List<FileWork> works) {
    return with(experiment, "penstock-collective", SharedWays.kept(Jobs.TWO_PHASE), works);
  }

  /// The same on a file that the ranks open for each run.
  static Experiment opened(Experiment experiment, List<FileWork> works) {
    return with(experiment, "penstock-collective", SharedWays.opened(Jobs.TWO_PHASE), works);
  }

  /// With pieces through a shared file, each rank for itself.
  static Experiment pieces(Experiment experiment, List<FileWork> works) {
    return with(experiment, "penstock-shared", SharedWays.pieces(Jobs.TWO_PHASE), works);
  }

  private static Experiment with(
      Experiment experiment, String approach, Approach way, List<FileWork> works) {
    return entries(approach, way, works).reduce(experiment, Experiment::add, (one, _) -> one);
  }

  private static Stream<Entry> entries(String approach, Approach way, List<FileWork> works) {
    return Stream.of(Started.THREADS, Started.TCP)
        .map(
            transport ->
                Entry.of(
                        approach + "-" + transport,
                        By.PENSTOCK,
                        new Started(transport, Executable.of(way)),
                        works)
                    .note(note(transport)));
  }

  private static String note(String transport) {
    return transport.equals(Started.THREADS)
        ? "two-phase; ranks are threads of one JVM, without MPI"
        : "two-phase; ranks are JVMs connected by TCP, without MPI";
  }
}
