package io.penstock.evaluate.arrays;

import io.penstock.evaluate.Axis;
import io.penstock.evaluate.run.Access;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.FileWork;
import io.penstock.evaluate.run.Measure;
import java.util.List;

/// The costs of a request: by size, at random places, and through a mapping that is kept.
///
/// @param who takes part
/// @param extent of the works
record AccessPatterns(Contestants who, Extent extent) {
  private static final long PAGE = 4096;
  private static final int SLOTS = 64;
  private static final long SEED = 7;

  /// The sizes of requests that tell most about the others.
  private static final List<Long> TELLING = List.of(PAGE, Extent.MEBIBYTE, 16 * Extent.MEBIBYTE);

  private static final String KEPT_MAP = "c-kept-map";

  List<Experiment> experiments() {
    return List.of(requests(), random(), kept());
  }

  private Experiment requests() {
    List<FileWork> works =
        extent.byRequest(extent.moderate(extent.readInts()), PAGE, 16 * Extent.MEBIBYTE, 4).stream()
            .filter(work -> !extent.quick() || TELLING.contains(work.requestOr(0)))
            .toList();
    return Engines.cached()
        .map(engine -> who.penstock(engine, PenstockRequests.class, works))
        .reduce(
            Experiment.of(
                    "arrays.request",
                    "Reading a file by one thread, by the size of a request",
                    Sources.dickensThakur("section 5.1"),
                    FileState.CACHED)
                .along(Axis.REQUEST_BYTES)
                .add(who.channel(works))
                .add(who.ffmPread(works)),
            Experiment::add,
            (a, _) -> a)
        .add(who.c(works));
  }

  private Experiment random() {
    long reads = extent.quick() ? 50_000 : 200_000;
    List<FileWork> works =
        extent.byThreads(
            2,
            extent
                .fixed(extent.readInts())
                .request(PAGE)
                .access(new Access.Scattered(reads, SEED, SLOTS)));
    return Engines.cached()
        .filter(engine -> !engine.equals(Engines.MAPPED))
        .map(engine -> who.penstock(engine, PenstockKeptFile.class, works))
        .reduce(
            Experiment.of(
                    "arrays.random",
                    "Reading 4 KiB at random places of an open file",
                    Sources.dickensThakur("section 2"),
                    FileState.CACHED)
                .along(Axis.THREADS)
                .measuring(Measure.OPERATIONS)
                .add(who.sharedChannel(works))
                .add(who.keptMapping(works).against(KEPT_MAP)),
            Experiment::add,
            (a, _) -> a)
        .add(who.penstock(Engines.MAPPED, PenstockKeptFile.class, works).against(KEPT_MAP))
        .add(who.c(works))
        .add(who.c(KEPT_MAP, "kept-map", works))
        .remark("Files, channels and mappings stay open from run to run; threads share them.")
        .remark("Mappings are compared with C's mapping, calls with C's calls.");
  }

  private Experiment kept() {
    List<FileWork> works =
        extent.byThreads(extent.moderate(extent.readInts()).request(Extent.MEBIBYTE));
    return Experiment.of(
            "arrays.mapped",
            "Reading a file that stays open or mapped, in requests of 1 MiB",
            Sources.dickensThakur("section 4"),
            FileState.CACHED)
        .along(Axis.THREADS)
        .add(who.keptMapping(works))
        .add(who.penstock(Engines.AUTO, PenstockKeptFile.class, works))
        .add(who.penstock(Engines.POSIX, PenstockKeptFile.class, works))
        .add(who.penstock(Engines.MAPPED, PenstockKeptFile.class, works))
        .add(who.c(KEPT_MAP, "kept-map", works))
        .remark("The first of the runs that are not timed has touched every page.");
  }
}
