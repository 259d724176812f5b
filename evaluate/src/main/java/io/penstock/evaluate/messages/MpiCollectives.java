package io.penstock.evaluate.messages;

import io.penstock.evaluate.machine.MpiInstallation;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Measure;
import io.penstock.report.Axis;
import io.penstock.report.By;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// The costs of what all ranks of a job do together, by each MPI library that is here and by
/// Penstock's own transports.
///
/// @param who takes part
/// @param extent of the drills
record MpiCollectives(Contestants who, Extent extent) {
  static final String ALL_REDUCE = "messages.mpi.allreduce.";
  static final String ALL_TO_ALL = "messages.mpi.alltoall.";

  static final String PENSTOCK = "penstock-";
  static final String THREADS = "penstock-threads";

  List<Experiment> experiments() {
    return Stream.of(2, 4)
        .flatMap(
            ranks ->
                Stream.of(
                    experiment(
                        ALL_REDUCE + ranks,
                        String.format(
                            Locale.ROOT, "Doubles summed up over %d ranks, for all of them", ranks),
                        Collective.ALL_REDUCE,
                        ranks),
                    experiment(
                        ALL_TO_ALL + ranks,
                        String.format(
                            Locale.ROOT, "A block of doubles from each of %d ranks to each", ranks),
                        Collective.ALL_TO_ALL,
                        ranks)))
        .toList();
  }

  private Experiment experiment(String id, String title, String drill, int ranks) {
    List<Drill> threads =
        extent.together().stream().map(size -> extent.drill(drill, size).threads(ranks)).toList();
    List<Drill> processes = Contestants.each(threads, one -> one.threads(1).processes(ranks));
    Experiment all =
        Experiment.drill(id, title, MpiExchange.SOURCE, Measure.MICROSECONDS).along(Axis.BYTES);
    for (MpiInstallation mpi : who.mpi(extent)) {
      String c = MpiExchange.C + mpi.key();
      all =
          all.add(who.c(c, mpi, processes))
              .add(who.ranks(PENSTOCK + mpi.key(), mpi, Collective.class, processes).against(c));
    }
    return who.orNoMpi(all, processes)
        .add(who.ranks(MpiExchange.TCP, By.PENSTOCK, Collective.class, processes))
        .add(who.ranks(THREADS, By.PENSTOCK, Collective.class, threads))
        .remark(who.libraries(extent))
        .remark(
            "The time of one operation at rank 0, by memory outside the heap. Sizes are those of what"
                + " a rank has, in a sum, and of a block, otherwise. C calls MPI_Allreduce and"
                + " MPI_Alltoall; Penstock is compared with C by the same library under the same"
                + " launcher. More ranks than cores share them, and waiting MPI libraries do not"
                + " always give way.");
  }
}
