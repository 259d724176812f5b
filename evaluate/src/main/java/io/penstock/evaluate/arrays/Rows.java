package io.penstock.evaluate.arrays;

import io.penstock.evaluate.ExperimentOutcome;
import io.penstock.evaluate.run.Access;
import io.penstock.evaluate.run.Entry;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileWork;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The experiments and approaches that take part, and those that are asked once more about a file
/// in small folios.
///
/// A quick evaluation leaves out what it has not the time to measure truly, rather than to measure
/// everything badly.
///
/// @param extent of the works
record Rows(Extent extent) {
  /// What a quick evaluation leaves out.
  private static final Set<String> NORMAL_ONLY =
      Set.of(
          "arrays.read.processes",
          "arrays.write.processes",
          "arrays.direct.read",
          "arrays.direct.write",
          "arrays.types.read",
          "arrays.types.write",
          "arrays.byte-order.read",
          "arrays.byte-order.write",
          "arrays.tiles.3d",
          "arrays.chunk.read",
          "arrays.chunk.write",
          "arrays.streams.new-file",
          "arrays.buffered-streams.read",
          "arrays.buffered-streams.write",
          "arrays.file-input-stream",
          "arrays.file-input-stream.cold",
          "arrays.shared.rows-2d.write",
          "arrays.shared.rows-2d.read",
          "arrays.shared.blocks-2d.write",
          "arrays.shared.blocks-2d.read",
          "arrays.shared.blocks-3d.write",
          "arrays.shared.blocks-3d.read",
          "arrays.shared.blocks-4d.write",
          "arrays.shared.blocks-4d.read",
          "arrays.shared.cyclic-columns.write",
          "arrays.shared.cyclic-columns.read",
          "arrays.shared.open",
          "arrays.sp.write",
          "arrays.sp.read");

  /// Experiments in which every approach takes part.
  private static final Set<String> CROWDED = Set.of("arrays.read.cached", "arrays.write.cached");

  /// Approaches that others resemble there, and those that get new memory for each run, whose
  /// medians of few runs say little.
  private static final Set<String> NORMAL_ONLY_APPROACHES =
      Set.of(
          "raw-byte-arrays",
          "convert-background",
          "numpy-fromfile",
          "byte-array-streams",
          "object-serialization",
          "penstock-random-access");

  private static final Set<String> SMALL =
      Set.of(
          "arrays.read.cached",
          "arrays.write.cached",
          "arrays.read.processes",
          "arrays.write.processes",
          "arrays.first-pass",
          "arrays.request",
          "arrays.random",
          "arrays.mapped",
          "arrays.types.read",
          "arrays.types.write",
          "arrays.byte-order.read",
          "arrays.byte-order.write",
          "arrays.tiles.read",
          "arrays.tiles.write",
          "arrays.tiles.3d",
          "arrays.file-input-stream");

  private static final Set<String> SMALL_IF_QUICK =
      Set.of("arrays.read.cached", "arrays.write.cached", "arrays.tiles.read");

  /// What becomes of an experiment: nothing, itself, or one more beside it.
  Stream<Experiment> of(Experiment experiment) {
    if (!extent.quick()) {
      return beside(experiment, SMALL);
    }
    return NORMAL_ONLY.contains(experiment.id())
        ? Stream.empty()
        : beside(experiment.only(entry -> isForQuick(experiment, entry)), SMALL_IF_QUICK);
  }

  private static boolean isForQuick(Experiment experiment, Entry entry) {
    return !(CROWDED.contains(experiment.id())
        && NORMAL_ONLY_APPROACHES.contains(entry.approach()));
  }

  private Stream<Experiment> beside(Experiment experiment, Set<String> small) {
    return small.contains(experiment.id())
        ? Stream.of(experiment, experiment.inSmallFolios(Rows::dependsOnFolios, this::moderate))
        : Stream.of(experiment);
  }

  /// What folios cost depends little on the size of the file.
  private FileWork moderate(FileWork work) {
    FileWork moderate = work.access() instanceof Access.Sequential ? extent.moderate(work) : work;
    return moderate.fileBytes() < work.fileBytes() ? moderate : work;
  }

  /// Conversions of the publication's time hide what the page cache costs.
  private static boolean dependsOnFolios(Entry entry) {
    boolean converts = entry.approach().endsWith("streams") || entry.approach().endsWith("-access");
    return switch (entry.by()) {
      case CLASSIC, PEER -> false;
      case JDK, C -> true;
      case PENSTOCK -> !converts;
    };
  }

  /// What a reader of a whole chapter's outcome misses there; empty if it was no quick one.
  static Optional<String> leftOut(List<ExperimentOutcome> outcomes) {
    Set<String> ran =
        outcomes.stream().map(ExperimentOutcome::id).collect(Collectors.toUnmodifiableSet());
    boolean wasQuick = !ran.isEmpty() && NORMAL_ONLY.stream().noneMatch(ran::contains);
    return wasQuick
        ? Optional.of(
            "Left to a run without --quick, because they need more time to be true: "
                + NORMAL_ONLY.stream().sorted().collect(Collectors.joining(", "))
                + ", small folios elsewhere than in "
                + SMALL_IF_QUICK.stream().sorted().collect(Collectors.joining(", "))
                + ", and of "
                + CROWDED.stream().sorted().collect(Collectors.joining(" and "))
                + " the approaches "
                + NORMAL_ONLY_APPROACHES.stream().sorted().collect(Collectors.joining(", "))
                + ".")
        : Optional.empty();
  }
}
