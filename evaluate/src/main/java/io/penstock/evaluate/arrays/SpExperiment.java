package io.penstock.evaluate.arrays;

import io.penstock.array.ElementType;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Experiment.Entry;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.FileWork;
import io.penstock.evaluate.run.FileWork.Access;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.report.Axis;
import io.penstock.report.By;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// The publication's experiment on the SP: each rank of a job is a process of its own with an array
/// of 4 MiB, and all move one piece of a shared file after the other, in turn, until it is full.
final class SpExperiment implements Question {
  private static final String MB = "MB/s";
  private static final long PIECE = 4 * Extent.MEBIBYTE;
  private static final long PAGE = 4096;

  /// So many pieces for each rank at least, that an array is used again.
  private static final int LEAST = 2;

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    Extent extent = Extent.of(setting);
    Jobs job = Jobs.all(setting.tools()).getLast();
    return Stream.of(
            experiment(
                    "arrays.sp.write",
                    "Overwriting a file from small arrays of MPI's ranks, piece by piece",
                    FileWork.write(ElementType.INT, 1),
                    extent,
                    job)
                .history("IBM SP, raw byte arrays, 32 processes", 106, MB, "raw-byte-arrays")
                .history("IBM SP, encode/decode, 64 processes", 20, MB, "convert-shifts"),
            experiment(
                    "arrays.sp.read",
                    "Reading a file into small arrays of MPI's ranks, piece by piece",
                    FileWork.read(ElementType.INT, 1),
                    extent,
                    job)
                .history("IBM SP, raw byte arrays, 16 processes", 96, MB, "raw-byte-arrays")
                .history("IBM SP, encode/decode, 64 processes", 30, MB, "convert-shifts"))
        .flatMap(extent::usual);
  }

  private static Experiment experiment(
      String id, String title, FileWork work, Extent extent, Jobs job) {
    List<FileWork> ints =
        extent.ranks().stream().map(ranks -> inTurn(work, ranks, extent)).toList();
    FileWork first = ints.getFirst();
    Experiment byMpi =
        entries(job, ints)
            .reduce(
                Experiment.of(
                        id, title, ArraysChapter.dickensThakur("section 5.1"), FileState.CACHED)
                    .along(Axis.PROCESSES),
                Experiment::add,
                (one, _) -> one);
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
}
