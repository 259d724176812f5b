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
    return Stream.concat(
            Dealt.ALL.stream()
                .flatMap(
                    dealt ->
                        Stream.of(Operation.WRITE, Operation.READ)
                            .map(operation -> kept(dealt, operation))),
            Stream.of(opened()))
        .toList();
  }

  static String id(Dealt dealt, Operation operation) {
    return PREFIX + dealt.id() + (operation == Operation.READ ? ".read" : ".write");
  }

  private Experiment kept(Dealt dealt, Operation operation) {
    List<FileWork> works = works(dealt, operation, extent.shared() / 16 * dealt.sixteenths());
    return with(
            Experiment.of(
                id(dealt, operation),
                (operation == Operation.READ ? "Reading" : "Overwriting")
                    + " a file of all ranks together, each "
                    + dealt.title(),
                Sources.dickensThakur("section 6"),
                FileState.CACHED),
            jobs(dealt),
            Jobs.kept(works))
        .remark("The array has " + extents(works.getFirst()) + " doubles, row-major.")
        .remark(
            "The file is open; one collective call of all ranks is timed, in C the view set before it"
                + " as well. Each is compared with the C program by its own library.");
  }

  private Experiment opened() {
    List<FileWork> works =
        works(Dealt.LINE, Operation.WRITE, Math.min(extent.shared(), Extent.MEBIBYTE));
    return with(
            Experiment.of(
                PREFIX + "open",
                "Opening a file of all ranks, overwriting 1 MiB together, closing it",
                Sources.dickensThakur("section 6"),
                FileState.CACHED),
            List.of(libraries.getLast()),
            works)
        .remark(
            "Penstock lets all ranks agree on what they open and on every error, and finds out what"
                + " the file holds; MPI's own call does less.");
  }

  private List<FileWork> works(Dealt dealt, Operation operation, long bytes) {
    return extent.ranks().stream().map(ranks -> dealt.work(operation, bytes, ranks)).toList();
  }

  private static Experiment with(Experiment experiment, List<Jobs> jobs, List<FileWork> works) {
    return jobs.stream()
        .flatMap(job -> job.together(works).stream())
        .reduce(experiment.along(Axis.PROCESSES), Experiment::add, (one, _) -> one);
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
