package io.penstock.evaluate.arrays;

import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileWork;
import io.penstock.evaluate.run.FileWork.Access;
import io.penstock.evaluate.run.Findings;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.report.Axis;
import java.util.List;
import java.util.stream.Stream;

/// The costs of a request: by size, at random places, and through a mapping that is kept.
final class AccessPatterns implements Question {
  private static final long PAGE = 4096;
  private static final int SLOTS = 64;
  private static final long SEED = 7;

  /// More reads of a small file tell nothing new.
  private static final long READS_OF_A_PAGE = 16;

  private static final String RANDOM = "arrays.random";
  private static final String MAPPED = "arrays.mapped";

  /// The sizes of requests that tell most about the others.
  private static final List<Long> TELLING = List.of(PAGE, Extent.MEBIBYTE, 16 * Extent.MEBIBYTE);

  private static final String KEPT_MAP = "c-kept-map";

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    Extent extent = Extent.of(setting);
    return Stream.of(requests(extent), random(extent), kept(extent))
        .flatMap(extent::bothLayoutsUnlessQuick);
  }

  private static Experiment requests(Extent extent) {
    List<FileWork> works =
        extent.byRequest(extent.moderate(extent.readInts()), PAGE, 16 * Extent.MEBIBYTE, 4).stream()
            .filter(work -> !extent.quick() || TELLING.contains(work.requestOr(0)))
            .toList();
    Experiment calls =
        ArraysChapter.cached(
                "arrays.request",
                "Reading a file by one thread, by the size of a request",
                "section 5.1")
            .along(Axis.REQUEST_BYTES)
            .on(works)
            .approach("jdk-channel", JDK, JdkWays::channel)
            .approach("ffm-pread", JDK, FfmPread.way());
    return Engines.all(extent.quick() ? calls : Fio.CACHED.to(calls), PenstockWays::requests)
        .yardstick("c", extent.c())
        .goalOfC(
            "cached read in 1 MiB requests, posix / C",
            0.95,
            "penstock-posix",
            Findings.request(Extent.MEBIBYTE));
  }

  private static Experiment random(Extent extent) {
    FileWork file = extent.fixed(extent.readInts()).request(PAGE);
    long most = file.fileBytes() / PAGE * READS_OF_A_PAGE;
    long reads = Math.min(extent.quick() ? 50_000 : 200_000, most);
    List<FileWork> works =
        extent.byThreads(2, file.access(new Access.Scattered(reads, SEED, SLOTS)));
    Experiment jdk =
        ArraysChapter.cached(RANDOM, "Reading 4 KiB at random places of an open file", "section 2")
            .along(Axis.THREADS)
            .measuring(Measure.OPERATIONS)
            .on(works)
            .approach("jdk-channel", JDK, JdkWays::sharedChannel)
            .approach("jdk-mapped", JDK, JdkWays::keptMapping)
            .against(KEPT_MAP);
    return Fio.CACHED
        .toRandom(jdk)
        .approach("penstock-auto", PENSTOCK, PenstockWays.keptFile(Engines.AUTO))
        .approach("penstock-posix", PENSTOCK, PenstockWays.keptFile(Engines.POSIX))
        .approach("penstock-channel", PENSTOCK, PenstockWays.keptFile(Engines.CHANNEL))
        .approach("penstock-mapped", PENSTOCK, PenstockWays.keptFile(Engines.MAPPED))
        .against(KEPT_MAP)
        .yardstick("c", extent.c())
        .yardstick(KEPT_MAP, extent.c())
        .last(entry -> entry.told("method", "kept-map"))
        .remark("Files, channels and mappings stay open from run to run; threads share them.")
        .remark("Mappings are compared with C's mapping, calls with C's calls.")
        .goalOfC(
            "random 4 KiB reads, 2 threads, posix / C", 0.95, "penstock-posix", Findings.threads(2))
        .goal(
            "random 4 KiB reads, 2 threads, posix / FileChannel",
            1.15,
            findings ->
                findings.ratio(RANDOM, "penstock-posix", "jdk-channel", Findings.threads(2)));
  }

  private static Experiment kept(Extent extent) {
    List<FileWork> works =
        extent.byThreads(extent.moderate(extent.readInts()).request(Extent.MEBIBYTE));
    return ArraysChapter.cached(
            MAPPED, "Reading a file that stays open or mapped, in requests of 1 MiB", "section 4")
        .along(Axis.THREADS)
        .on(works)
        .approach("jdk-mapped", JDK, JdkWays::keptMapping)
        .approach("penstock-auto", PENSTOCK, PenstockWays.keptFile(Engines.AUTO))
        .approach("penstock-posix", PENSTOCK, PenstockWays.keptFile(Engines.POSIX))
        .approach("penstock-mapped", PENSTOCK, PenstockWays.keptFile(Engines.MAPPED))
        .yardstick(KEPT_MAP, extent.c())
        .last(entry -> entry.told("method", "kept-map"))
        .remark("The first of the runs that are not timed has touched every page.")
        .goalOfC(
            "reading a kept mapping, 1 thread / C's kept mapping",
            0.95,
            "penstock-mapped",
            Findings.threads(1));
  }
}
