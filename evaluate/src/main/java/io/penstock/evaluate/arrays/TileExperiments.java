package io.penstock.evaluate.arrays;

import io.penstock.array.ElementType;
import io.penstock.evaluate.Axis;
import io.penstock.evaluate.run.Access.Tiles;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.FileWork;
import io.penstock.evaluate.run.Operation;
import java.util.ArrayList;
import java.util.List;

/// Tiles of matrices: a row of a tile lies side by side in the file, the next one elsewhere.
///
/// @param who takes part
/// @param extent of the works
record TileExperiments(Contestants who, Extent extent) {
  private static final long SIDE = 256;
  private static final long EDGE = 64;

  List<Experiment> experiments() {
    long doubles = extent.moderate(extent.readInts()).fileBytes() / Double.BYTES;
    Tiles flat = tiles(2, SIDE, doubles);
    Tiles solid = tiles(3, EDGE, doubles);
    return List.of(
        of("arrays.tiles.read", "Reading tiles of 256 x 256 doubles", Operation.READ, flat),
        of("arrays.tiles.write", "Overwriting tiles of 256 x 256 doubles", Operation.WRITE, flat),
        of("arrays.tiles.3d", "Reading blocks of 64 x 64 x 64 doubles", Operation.READ, solid));
  }

  private Experiment of(String id, String title, Operation operation, Tiles tiles) {
    long elements = tiles.count() * tiles.tileElements();
    FileWork work =
        operation == Operation.READ
            ? FileWork.read(ElementType.DOUBLE, elements)
            : FileWork.write(ElementType.DOUBLE, elements);
    List<FileWork> works = extent.byThreads(extent.quick() ? 1 : 2, work.access(tiles));
    Experiment experiment =
        Experiment.of(id, title, Sources.dickensThakur("section 6"), FileState.CACHED)
            .along(Axis.THREADS)
            .add(who.channel(works))
            .add(who.mapped(works));
    for (String engine : Engines.cached().toList()) {
      experiment = experiment.add(who.penstock(engine, PenstockRequests.class, works));
    }
    return experiment
        .add(who.c(works))
        .remark("The matrix has " + extents(tiles.shape()) + " doubles, row-major.")
        .remark("C and the JDK's ways move row by row, Penstock tile by tile.");
  }

  /// A matrix of at most so many elements, and at least one tile, about as long as wide.
  private static Tiles tiles(int rank, long tile, long elements) {
    List<Long> counts = new ArrayList<>();
    long rest = Math.max(1, elements / (long) Math.pow((double) tile, rank));
    for (int left = rank; left > 0; left--) {
      long along = Math.max(1, Math.round(Math.pow((double) rest, 1.0 / left)));
      long whole = left == 1 ? rest : Math.min(rest, along);
      counts.add(whole);
      rest = rest / whole;
    }
    return new Tiles(
        counts.stream().map(count -> count * tile).toList(),
        counts.stream().map(_ -> tile).toList());
  }

  private static String extents(List<Long> shape) {
    return String.join(" x ", shape.stream().map(String::valueOf).toList());
  }
}
