package io.penstock.evaluate.arrays;

import static io.penstock.report.By.CLASSIC;
import static io.penstock.report.By.JDK;

import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Experiment.Entry;
import io.penstock.evaluate.run.FileWork;
import io.penstock.evaluate.run.Findings;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/// The first pass of a program that opens a file, reads it once and ends, as most programs do:
/// nothing is compiled yet, and nothing known of what a way of reading costs.
final class FirstPass implements Question {
  private static final String ID = "arrays.first-pass";
  private static final Set<String> LEFT_OUT =
      Set.of(
          "raw-byte-arrays", "ffm-pread", "numpy-readinto", "penstock-posix", "penstock-channel");

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    Extent extent = Extent.of(setting);
    // The size says how much of a pass is the first steps: it must be the same for any effort.
    List<FileWork> works = List.of(extent.fixed(extent.readInts()));
    Experiment experiment =
        Engines.all(
                ArraysChapter.cached(
                        ID,
                        "Opening a file, reading it into an array once and closing it, by a fresh"
                            + " process",
                        "section 5.1")
                    .on(Extent.each(works, extent::asBytes))
                    .approach("raw-byte-arrays", CLASSIC, ClassicWays::rawByteArrays)
                    .on(works)
                    .approach("ffm-pread", JDK, FfmPread.way())
                    .approach("jdk-channel", JDK, JdkWays::channel)
                    .approach("jdk-mapped", JDK, JdkWays::mapped)
                    .add(Engines.numpy("readinto", works, extent)),
                PenstockWays::file)
            .yardstick("c", extent.c())
            .each(Entry::anew)
            .remark(
                "Each run is the first of a process of its own; its start and its array are not"
                    + " timed.")
            .goal("first pass of a fresh JVM, auto / later passes", 0.8, FirstPass::toLater);
    return extent.bothLayoutsUnlessQuick(
        extent.quick()
            ? experiment.only(entry -> !LEFT_OUT.contains(entry.approach()))
            : experiment);
  }

  /// One pass of a program that begins with it, over one of many by a program that goes on.
  private static OptionalDouble toLater(Findings findings) {
    return Findings.over(
        findings.median(ID, "penstock-auto", Findings.ANY),
        findings.median("arrays.read.cached", "penstock-auto", Findings.threads(1)));
  }
}
