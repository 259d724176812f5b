package io.penstock.evaluate.messages;

import io.penstock.evaluate.machine.MpiInstallation;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Entry;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Measure;
import io.penstock.report.Axis;
import io.penstock.report.By;
import java.util.List;
import java.util.Locale;

/// A message to and fro between two ranks of an MPI job, by each library that is here.
///
/// @param who takes part
/// @param extent of the drills
record MpiExchange(Contestants who, Extent extent) {
  static final String LATENCY = "messages.mpi.latency";
  static final String THROUGHPUT = "messages.mpi.throughput";

  static final String SEGMENT = Exchange.SEGMENT + "-";
  static final String ARRAY = Exchange.ARRAY + "-";
  static final String C = "c-";
  static final String TCP = "penstock-tcp";

  static final String SOURCE =
      "Dickens and Thakur, An Evaluation of Java's I/O Capabilities for High-Performance Computing,"
          + " section 6";

  List<Experiment> experiments() {
    return List.of(
        experiment(
            LATENCY,
            "A small message between two ranks of an MPI job, one way",
            Measure.MICROSECONDS,
            extent.smallByMpi()),
        experiment(
            THROUGHPUT,
            "A large message between two ranks of an MPI job, one way",
            Measure.THROUGHPUT,
            extent.largeByMpi()));
  }

  private Experiment experiment(String id, String title, Measure measure, List<Long> sizes) {
    List<Drill> drills =
        sizes.stream().map(size -> extent.drill(Exchange.DRILL, size).processes(2)).toList();
    Experiment all = Experiment.drill(id, title, SOURCE, measure).along(Axis.BYTES);
    for (MpiInstallation mpi : who.mpi(extent)) {
      all =
          all.add(who.c(C + mpi.key(), mpi, drills))
              .add(penstock(SEGMENT, mpi, Wirings.SEGMENT, drills))
              .add(penstock(ARRAY, mpi, Wirings.ARRAY, drills));
    }
    return who.orNoMpi(all, drills)
        .add(who.ranks(TCP, By.PENSTOCK, PingPong.class, Exchange.wired(drills, Wirings.SEGMENT)))
        .remark(who.libraries(extent))
        .remark(
            "Half the time to and fro. C calls MPI_Send and MPI_Recv; Penstock is compared with C by"
                + " the same library under the same launcher. "
                + TCP
                + " sends a segment by Penstock's own transport between processes.")
        .remark(
            String.format(
                    Locale.ROOT,
                    "Penstock sends up to %s B at once by Open MPI and up to %s B by others; longer messages",
                    Extent.OPEN_MPI_LIMIT,
                    Extent.MPI_LIMIT)
                + " wait for their receive.");
  }

  private Entry penstock(String name, MpiInstallation mpi, String wiring, List<Drill> drills) {
    return who.ranks(name + mpi.key(), mpi, PingPong.class, Exchange.wired(drills, wiring))
        .against(C + mpi.key());
  }
}
