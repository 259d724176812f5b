package io.penstock.evaluate.arrays;

import static io.penstock.report.By.JDK;

import io.penstock.array.ElementType;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileWork;
import io.penstock.evaluate.run.FileWork.Access;
import io.penstock.evaluate.run.FileWork.Operation;
import io.penstock.evaluate.run.Findings;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.report.Axis;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The costs of tiles of matrices: a row of a tile lies side by side in the file, the next one
/// elsewhere.
final class MatrixTiles implements Question {
  private static final long SIDE = 256;
  private static final long EDGE = 64;
  private static final String AUTO = "penstock-" + Engines.AUTO;

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    Extent extent = Extent.of(setting);
    long doubles = extent.moderate(extent.readInts()).fileBytes() / Double.BYTES;
    Access.Tiles flat = tiles(2, SIDE, doubles);
    Access.Tiles solid = tiles(3, EDGE, doubles);
    return Stream.of(
            extent.bothLayouts(
                of(
                        "arrays.tiles.read",
                        "Reading tiles of 256 x 256 doubles",
                        Operation.READ,
                        flat,
                        extent)
                    .goalOfC("tiles of 256 x 256, read, auto / C", 0.9, AUTO, Findings.threads(1))),
            extent.bothLayoutsUnlessQuick(
                of(
                        "arrays.tiles.write",
                        "Overwriting tiles of 256 x 256 doubles",
                        Operation.WRITE,
                        flat,
                        extent)
                    .goalOfC(
                        "tiles of 256 x 256, overwrite, auto / C", 0.9, AUTO, Findings.threads(1))),
            extent.usualInBothLayouts(
                of(
                    "arrays.tiles.3d",
                    "Reading blocks of 64 x 64 x 64 doubles",
                    Operation.READ,
                    solid,
                    extent)))
        .flatMap(experiments -> experiments);
  }

  private static Experiment of(
      String id, String title, Operation operation, Access.Tiles tiles, Extent extent) {
    long elements = tiles.count() * tiles.tileElements();
    FileWork work = FileWork.of(operation, ElementType.DOUBLE, elements);
    List<FileWork> works = extent.byThreads(extent.quick() ? 1 : 2, work.access(tiles));
    return Engines.all(
            ArraysChapter.cached(id, title, "section 6")
                .along(Axis.THREADS)
                .on(works)
                .approach("jdk-channel", JDK, JdkWays::channel)
                .approach("jdk-mapped", JDK, JdkWays::mapped),
            PenstockWays::requests)
        .yardstick("c", extent.c())
        .remark("The matrix has " + extents(tiles.shape()) + " doubles, row-major.")
        .remark("C and the JDK's ways move row by row, Penstock tile by tile.");
  }

  /// A matrix of at most so many elements, and at least one tile, about as long as wide.
  private static Access.Tiles tiles(int rank, long tile, long elements) {
    List<Long> counts = new ArrayList<>();
    long rest = Math.max(1, elements / (long) Math.pow((double) tile, rank));
    for (int left = rank; left > 0; left--) {
      long along = Math.max(1, Math.round(Math.pow((double) rest, 1.0 / left)));
      long whole = left == 1 ? rest : Math.min(rest, along);
      counts.add(whole);
      rest = rest / whole;
    }
    return new Access.Tiles(
        counts.stream().map(count -> count * tile).toList(),
        counts.stream().map(_ -> tile).toList());
  }

  private static String extents(List<Long> shape) {
    return String.join(" x ", shape.stream().map(String::valueOf).toList());
  }
}
