package io.penstock.evaluate.arrays;

import io.penstock.array.Dealing;
import io.penstock.array.Distribution;
import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Experiment.Entry;
import io.penstock.evaluate.run.FileWork;
import io.penstock.evaluate.run.FileWork.Access;
import io.penstock.evaluate.run.FileWork.Operation;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.report.Axis;
import io.penstock.report.By;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The costs of one file of all ranks of a job, by MPI or without it: written and read by
/// collective calls, in the patterns in which programs deal arrays to their ranks, and from small
/// arrays, piece by piece.
final class SharedFiles implements Question {
  static final String PREFIX = "arrays.shared.";

  private static final String MB = "MB/s";
  private static final long PIECE = 4 * Extent.MEBIBYTE;
  private static final long PAGE = 4096;

  /// So many pieces for each rank at least, that an array is used again.
  private static final int LEAST = 2;

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    Extent extent = Extent.of(setting);
    List<Jobs> libraries = Jobs.all(setting.tools());
    Stream<Experiment> kept =
        Dealt.ALL.stream()
            .flatMap(
                dealt ->
                    Stream.of(Operation.WRITE, Operation.READ)
                        .flatMap(
                            operation -> {
                              Experiment one = kept(dealt, operation, libraries, extent);
                              return dealt.equals(Dealt.LINE)
                                  ? extent.always(one)
                                  : extent.usual(one);
                            }));
    return Stream.of(
            kept, extent.usual(opened(libraries, extent)), inTurn(libraries.getLast(), extent))
        .flatMap(experiments -> experiments);
  }

  private static Experiment kept(
      Dealt dealt, Operation operation, List<Jobs> libraries, Extent extent) {
    String id = PREFIX + dealt.id() + (operation == Operation.READ ? ".read" : ".write");
    List<FileWork> works =
        works(dealt, operation, extent.shared() / 16 * dealt.sixteenths(), extent);
    return goals(
        with(
                Jobs::withKept,
                ArraysChapter.cached(
                    id,
                    (operation == Operation.READ ? "Reading" : "Overwriting")
                        + " a file of all ranks together, each "
                        + dealt.title(),
                    "section 6"),
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
            ArraysChapter.cached(
                PREFIX + "open",
                "Opening a file of all ranks, overwriting 1 MiB together, closing it",
                "section 6"),
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
    Stream<Entry> byMpi = jobs.stream().flatMap(job -> job.together(works).stream());
    return own.apply(experiment.along(Axis.PROCESSES).addAll(byMpi), works);
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

  // ---- the experiment on the SP ----------------------------------------------------------------

  /// The publication's experiment on the SP: each rank of a job is a process of its own with an
  /// array of 4 MiB, and all move one piece of a shared file after the other, in turn, until it is
  /// full.
  private static Stream<Experiment> inTurn(Jobs job, Extent extent) {
    return Stream.of(
            inTurn(
                    "arrays.sp.write",
                    "Overwriting a file from small arrays of MPI's ranks, piece by piece",
                    FileWork.write(ElementType.INT, 1),
                    extent,
                    job)
                .history("IBM SP, raw byte arrays, 32 processes", 106, MB, "raw-byte-arrays")
                .history("IBM SP, encode/decode, 64 processes", 20, MB, "convert-shifts"),
            inTurn(
                    "arrays.sp.read",
                    "Reading a file into small arrays of MPI's ranks, piece by piece",
                    FileWork.read(ElementType.INT, 1),
                    extent,
                    job)
                .history("IBM SP, raw byte arrays, 16 processes", 96, MB, "raw-byte-arrays")
                .history("IBM SP, encode/decode, 64 processes", 30, MB, "convert-shifts"))
        .flatMap(extent::usual);
  }

  private static Experiment inTurn(
      String id, String title, FileWork work, Extent extent, Jobs job) {
    List<FileWork> ints =
        extent.ranks().stream().map(ranks -> inTurn(work, ranks, extent)).toList();
    FileWork first = ints.getFirst();
    Experiment byMpi =
        ArraysChapter.cached(id, title, "section 5.1")
            .along(Axis.PROCESSES)
            .addAll(entries(job, ints));
    return Jobs.withPieces(byMpi, ints)
        .remark(
            String.format(
                Locale.ROOT,
                "The file has %d MiB, an array and a piece %d KiB; the publication's had 1 GiB and 4 MiB.",
                first.fileBytes() / Extent.MEBIBYTE,
                first.requestOr(0) / 1024))
        .remark(
            "c-mpi-io moves each piece by MPI_File_write_at or read_at, every rank for itself.");
  }

  private static Stream<Entry> entries(Jobs job, List<FileWork> ints) {
    List<FileWork> bytes = Extent.each(ints, work -> work.as(ElementType.BYTE));
    return Stream.of(
        job.java("raw-byte-arrays", By.CLASSIC, ClassicWays::rawPieces, bytes),
        job.java("convert-shifts", By.CLASSIC, ClassicWays::convertPieces, ints),
        job.java("jdk-channel", By.JDK, JdkWays::channel, ints),
        job.java("penstock-array-file", By.PENSTOCK, PenstockWays.requests(Engines.AUTO), ints),
        job.pieces(Jobs.TWO_PHASE, ints),
        job.piecesTogether(Jobs.TWO_PHASE, ints),
        job.pieces(Jobs.MPI_IO, ints),
        job.piecesTogether(Jobs.MPI_IO, ints),
        job.c(ints));
  }

  private static FileWork inTurn(FileWork work, int ranks, Extent extent) {
    long most = extent.ranks().getLast();
    long bytes = extent.sp();
    long piece = Math.clamp(bytes / (LEAST * most) / PAGE * PAGE, PAGE, PIECE);
    long rounds = Math.max(1, bytes / (piece * most));
    return work.elements(rounds * most * piece / work.type().bytes())
        .processes(ranks)
        .request(piece)
        .access(new Access.InTurn(1));
  }

  // ---- the patterns ----------------------------------------------------------------------------

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
      return FileWork.of(operation, ElementType.DOUBLE, elements)
          .processes(ranks)
          .access(new Access.Distributed(distribution));
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
