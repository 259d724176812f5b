package io.penstock.evaluate.arrays;

import io.penstock.array.Shape;
import io.penstock.evaluate.Axis;
import io.penstock.evaluate.run.Access;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.FileWork;
import io.penstock.evaluate.run.Operation;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// One file of all ranks of an MPI job, written and read by collective calls, in the patterns in
/// which programs deal arrays to their ranks.
///
/// @param libraries whose jobs take part
/// @param extent of the works
record SharedExperiments(List<Jobs> libraries, Extent extent) {
  static final String PREFIX = "arrays.shared.";

  List<Experiment> experiments() {
    return Dealt.ALL.stream()
        .flatMap(
            dealt ->
                Stream.of(Operation.WRITE, Operation.READ)
                    .map(operation -> experiment(dealt, operation)))
        .toList();
  }

  static String id(Dealt dealt, Operation operation) {
    return PREFIX + dealt.id() + (operation == Operation.READ ? ".read" : ".write");
  }

  private Experiment experiment(Dealt dealt, Operation operation) {
    long bytes = extent.shared() / 16 * dealt.sixteenths();
    List<FileWork> works =
        extent.ranks().stream().map(ranks -> dealt.work(operation, bytes, ranks)).toList();
    Experiment experiment =
        Experiment.of(
                id(dealt, operation),
                (operation == Operation.READ ? "Reading" : "Overwriting")
                    + " a file of all ranks together, each "
                    + dealt.title(),
                Sources.dickensThakur("section 6"),
                FileState.CACHED)
            .along(Axis.PROCESSES);
    for (Jobs job : jobs(dealt)) {
      experiment = experiment.add(job.twoPhase(works)).add(job.mpiIo(works)).add(job.c(works));
      experiment = job.mpi4py(works).map(experiment::add).orElse(experiment);
    }
    return experiment
        .remark("The array has " + extents(works.getFirst()) + " doubles, row-major.")
        .remark(
            "All open the file, move everything in one collective call and close it, within the time"
                + " measured; each is compared with the C program by its own library.");
  }

  /// Every library where most depends on it; else the last one, because each job takes a second or
  /// two to start.
  private List<Jobs> jobs(Dealt dealt) {
    boolean all =
        switch (extent.effort()) {
          case QUICK -> false;
          case NORMAL -> Dealt.EXTREMES.contains(dealt);
          case FULL -> true;
        };
    return all ? libraries : List.of(libraries.getLast());
  }

  private static String extents(FileWork work) {
    Shape shape = ((Access.Distributed) work.access()).distribution().shape();
    return String.join(
        " x ", IntStream.range(0, shape.rank()).mapToObj(d -> "" + shape.extent(d)).toList());
  }
}
