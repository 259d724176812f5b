package io.penstock.evaluate.arrays;

import io.penstock.array.Dealing;
import io.penstock.array.Distribution;
import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.FileWork;
import io.penstock.evaluate.run.FileWork.Access;
import io.penstock.evaluate.run.FileWork.Operation;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.report.Axis;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The costs of one file of all ranks of a job, by MPI or without it, written and read by
/// collective calls, in the patterns in which programs deal arrays to their ranks.
final class SharedFiles implements Question {
  static final String PREFIX = "arrays.shared.";

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    Extent extent = Extent.of(setting);
    List<Jobs> libraries = Jobs.all(setting.tools());
    return Stream.concat(
        Dealt.ALL.stream()
            .flatMap(
                dealt ->
                    Stream.of(Operation.WRITE, Operation.READ)
                        .flatMap(
                            operation -> {
                              Experiment kept = kept(dealt, operation, libraries, extent);
                              return dealt.equals(Dealt.LINE)
                                  ? extent.always(kept)
                                  : extent.usual(kept);
                            })),
        extent.usual(opened(libraries, extent)));
  }

  private static Experiment kept(
      Dealt dealt, Operation operation, List<Jobs> libraries, Extent extent) {
    String id = PREFIX + dealt.id() + (operation == Operation.READ ? ".read" : ".write");
    List<FileWork> works =
        works(dealt, operation, extent.shared() / 16 * dealt.sixteenths(), extent);
    return goals(
        with(
                Jobs::withKept,
                Experiment.of(
                    id,
                    (operation == Operation.READ ? "Reading" : "Overwriting")
                        + " a file of all ranks together, each "
                        + dealt.title(),
                    ArraysChapter.dickensThakur("section 6"),
                    FileState.CACHED),
                jobs(dealt, libraries, extent),
                Jobs.kept(works))
            .remark("The array has " + extents(works.getFirst()) + " doubles, row-major.")
            .remark(
                "The file is open; one collective call of all ranks is timed, in C the view set before"
                    + " it as well. Each is compared with the C program by its own library."),
        dealt);
  }

  /// Of whichever MPI library it is least for.
  private static Experiment goals(Experiment experiment, Dealt dealt) {
    Experiment held = goal(experiment, Jobs.MPI_IO, 0.95);
    if (List.of(Dealt.LINE, Dealt.ROWS).contains(dealt)) {
      return goal(held, Jobs.TWO_PHASE, 1.0);
    }
    return List.of(Dealt.DEEP, Dealt.CYCLIC).contains(dealt)
        ? goal(held, Jobs.TWO_PHASE, 2.0)
        : held;
  }

  private static Experiment goal(Experiment experiment, String engine, double wanted) {
    String id = experiment.id();
    return experiment.goal(
        id + ": " + engine + " / C's MPI-IO",
        wanted,
        findings -> findings.leastMeanToC(id, "penstock-" + engine));
  }

  private static Experiment opened(List<Jobs> libraries, Extent extent) {
    List<FileWork> works =
        works(Dealt.LINE, Operation.WRITE, Math.min(extent.shared(), Extent.MEBIBYTE), extent);
    return with(
            Jobs::withOpened,
            Experiment.of(
                PREFIX + "open",
                "Opening a file of all ranks, overwriting 1 MiB together, closing it",
                ArraysChapter.dickensThakur("section 6"),
                FileState.CACHED),
            List.of(libraries.getLast()),
            works)
        .remark(
            "Penstock lets all ranks agree on what they open and on every error, and finds out what"
                + " the file holds; MPI's own call does less.");
  }

  private static List<FileWork> works(Dealt dealt, Operation operation, long bytes, Extent extent) {
    return extent.ranks().stream().map(ranks -> dealt.work(operation, bytes, ranks)).toList();
  }

  private static Experiment with(
      BiFunction<Experiment, List<FileWork>, Experiment> own,
      Experiment experiment,
      List<Jobs> jobs,
      List<FileWork> works) {
    Experiment byMpi =
        jobs.stream()
            .flatMap(job -> job.together(works).stream())
            .reduce(experiment.along(Axis.PROCESSES), Experiment::add, (one, _) -> one);
    return own.apply(byMpi, works);
  }

  /// Every library where most depends on it; else the last one, because each job takes a second or
  /// two to start.
  private static List<Jobs> jobs(Dealt dealt, List<Jobs> libraries, Extent extent) {
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

  /// A way of dealing an array of doubles, about as long as wide, to 2 or 4 ranks.
  ///
  /// @param id in the experiment's name
  /// @param title what each rank has
  /// @param two how many ranks share each axis, where there are two
  /// @param four the same where there are four
  /// @param each how the axes are dealt that are shared
  /// @param sixteenths of the usual file that are enough for it
  record Dealt(
      String id, String title, List<Long> two, List<Long> four, Dealing each, int sixteenths) {
    static final Dealt LINE = blocks("blocks-1d", "one block of a vector", List.of(2), List.of(4));
    static final Dealt ROWS =
        blocks("rows-2d", "neighbouring rows of a matrix", List.of(2, 1), List.of(4, 1));
    static final Dealt MATRIX =
        blocks("blocks-2d", "a block of a matrix", List.of(1, 2), List.of(2, 2));
    static final Dealt SOLID =
        blocks("blocks-3d", "a block of three dimensions", List.of(1, 2, 1), List.of(2, 2, 1));
    static final Dealt DEEP =
        blocks(
            "blocks-4d",
            "a block of four dimensions, cut in the last ones",
            List.of(1, 1, 1, 2),
            List.of(1, 1, 2, 2));
    static final Dealt CYCLIC =
        new Dealt(
            "cyclic-columns",
            "every second or fourth column of a matrix",
            longs(List.of(1, 2)),
            longs(List.of(1, 4)),
            Dealing.cyclic(),
            4);

    /// From the one of the longest stretches of the file to the one of the shortest.
    static final List<Dealt> ALL = List.of(LINE, ROWS, MATRIX, SOLID, DEEP, CYCLIC);

    /// All of a rank's elements side by side, some, one.
    static final List<Dealt> EXTREMES = List.of(LINE, DEEP, CYCLIC);

    private static Dealt blocks(String id, String title, List<Integer> two, List<Integer> four) {
      return new Dealt(id, title, longs(two), longs(four), Dealing.block(), 16);
    }

    private static List<Long> longs(List<Integer> numbers) {
      return numbers.stream().map(Integer::longValue).toList();
    }

    /// The work of so many ranks.
    ///
    /// @param bytes of the file, at most
    FileWork work(Operation operation, long bytes, int ranks) {
      List<Long> grid = ranks == 2 ? two : four;
      long extent = extent(bytes / Double.BYTES, grid.size());
      long[] shape = new long[grid.size()];
      Arrays.fill(shape, extent);
      Distribution distribution = distribution(Shape.of(shape), grid);
      long elements = distribution.shape().size();
      FileWork whole =
          operation == Operation.READ
              ? FileWork.read(ElementType.DOUBLE, elements)
              : FileWork.write(ElementType.DOUBLE, elements);
      return whole.processes(ranks).access(new Access.Distributed(distribution));
    }

    private Distribution distribution(Shape shape, List<Long> grid) {
      List<Dealing> dealings = new ArrayList<>();
      grid.forEach(processes -> dealings.add(processes == 1 ? Dealing.whole() : each));
      return new Distribution(
          shape, dealings, Shape.of(grid.stream().mapToLong(Long::longValue).toArray()));
    }

    /// The largest whose power is no more than that many elements.
    private static long extent(long elements, int rank) {
      long extent = Math.round(Math.pow((double) elements, 1.0 / rank));
      return power(extent, rank) > elements ? extent - 1 : Math.max(1, extent);
    }

    private static long power(long extent, int rank) {
      long power = 1;
      for (int d = 0; d < rank; d++) {
        power *= extent;
      }
      return power;
    }
  }
}
