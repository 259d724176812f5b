package io.penstock.evaluate.messages;

import io.penstock.evaluate.machine.MpiInstallation;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Setting;
import io.penstock.report.Axis;
import io.penstock.report.By;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// The cost of collective operations over all ranks of a job, by each MPI library that is here and
/// by Penstock's own transports.
final class MpiCollectives implements Question {
  @Override
  public Stream<Experiment> experiments(Setting setting) {
    MpiLibraries mpi = MpiLibraries.of(setting);
    Extent extent = Extent.of(setting);
    return Stream.of(2, 4)
        .flatMap(
            ranks ->
                Stream.of(
                    experiment(
                        "messages.mpi.allreduce." + ranks,
                        String.format(
                            Locale.ROOT, "Doubles summed up over %d ranks, for all of them", ranks),
                        mpi,
                        drills(extent, Collective.ALL_REDUCE, ranks)),
                    experiment(
                        "messages.mpi.alltoall." + ranks,
                        String.format(
                            Locale.ROOT, "A block of doubles from each of %d ranks to each", ranks),
                        mpi,
                        drills(extent, Collective.ALL_TO_ALL, ranks))));
  }

  private static List<Drill> drills(Extent extent, String name, int ranks) {
    return extent.together().stream()
        .map(size -> extent.drill(name, size).processes(ranks))
        .toList();
  }

  private static Experiment experiment(
      String id, String title, MpiLibraries mpi, List<Drill> processes) {
    Experiment all =
        Experiment.drill(id, title, MpiLibraries.SOURCE, Measure.MICROSECONDS).along(Axis.BYTES);
    Collective launched = new Collective(Job::launched);
    for (MpiInstallation library : mpi.list()) {
      all =
          all.add(mpi.c(library, processes))
              .add(MpiLibraries.ranks(MpiLibraries.PENSTOCK, library, launched, processes));
    }
    List<Drill> threads =
        processes.stream().map(one -> one.threads(one.processes()).processes(1)).toList();
    all =
        mpi.orMissing(all, processes)
            .on(processes)
            .exercise(MpiLibraries.TCP, By.PENSTOCK, new Collective(Job::of), Extent::rank)
            .on(threads)
            .exercise("penstock-threads", By.PENSTOCK, new Collective(Job::of), Extent::rank);
    return mpi.named(all)
        .remark(
            "The time of one operation at rank 0, by memory outside the heap. Sizes are those of what"
                + " a rank has, in a sum, and of a block, otherwise. C calls MPI_Allreduce and"
                + " MPI_Alltoall; Penstock is compared with C by the same library under the same"
                + " launcher. More ranks than cores share them, and waiting MPI libraries do not"
                + " always give way.");
  }
}
