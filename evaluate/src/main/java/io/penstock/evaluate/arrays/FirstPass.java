package io.penstock.evaluate.arrays;

import io.penstock.evaluate.run.Entry;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.FileWork;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// The first pass of a program that opens a file, reads it once and ends, as most programs do:
/// nothing is compiled yet, and nothing known of what a way of reading costs.
///
/// @param who takes part
/// @param extent of the works
record FirstPass(Contestants who, Extent extent) {
  private static final Set<String> NORMAL_ONLY =
      Set.of(
          "raw-byte-arrays", "ffm-pread", "numpy-readinto", "penstock-posix", "penstock-channel");

  static final String ID = "arrays.first-pass";

  List<Experiment> experiments() {
    // The size says how much of a pass is the first steps: it must be the same for any effort.
    FileWork work = extent.fixed(extent.readInts());
    List<FileWork> works = List.of(work);
    Experiment experiment =
        Experiment.of(
            ID,
            "Opening a file, reading it into an array once and closing it, by a fresh process",
            Sources.dickensThakur("section 5.1"),
            FileState.CACHED);
    for (Entry entry : entries(works).toList()) {
      if (!extent.quick() || !NORMAL_ONLY.contains(entry.approach())) {
        experiment = experiment.add(entry.anew());
      }
    }
    return List.of(
        experiment.remark(
            "Each run is the first of a process of its own; its start and its array are not timed."));
  }

  private Stream<Entry> entries(List<FileWork> works) {
    return Stream.of(
            Stream.of(
                who.rawByteArrays(Extent.each(works, extent::asBytes)),
                who.ffmPread(works),
                who.channel(works),
                who.mapped(works),
                who.numpy("readinto", works)),
            Engines.cached().map(engine -> who.penstock(engine, PenstockFile.class, works)),
            Stream.of(who.c(works)))
        .flatMap(entries -> entries);
  }
}
