package io.penstock.evaluate.arrays;

import io.penstock.evaluate.Axis;
import io.penstock.evaluate.run.Entry;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.FileWork;
import java.util.List;
import java.util.stream.Stream;

/// A file that is not there yet, one that is not in the page cache, and transfers past the page
/// cache.
///
/// @param who takes part
/// @param extent of the works
record DeviceStates(Contestants who, Extent extent) {
  private static final int FEW_THREADS = 2;

  List<Experiment> experiments() {
    return List.of(
        newFile(),
        cold(),
        direct("arrays.direct.read", "Reading past the page cache (O_DIRECT)", extent.readInts()),
        direct(
            "arrays.direct.write",
            "Overwriting past the page cache (O_DIRECT)",
            extent.writeInts()));
  }

  private Experiment newFile() {
    List<FileWork> works = extent.byThreads(FEW_THREADS, extent.writeInts());
    List<FileWork> one = extent.byThreads(1, extent.writeInts());
    return with(
            Experiment.of(
                    "arrays.new-file",
                    "Writing a new file",
                    Sources.dickensThakur("section 4.1"),
                    FileState.NEW_FILE)
                .along(Axis.THREADS),
            Stream.concat(
                Stream.of(
                    who.rawByteArrays(Extent.each(works, extent::asBytes)),
                    who.channel(works),
                    who.numpy("tofile", Extent.each(one, work -> work.with("new", "true")))),
                Engines.cached().map(engine -> who.penstock(engine, PenstockNewFile.class, works))))
        .add(who.c("c-fallocate", Extent.each(works, work -> work.with("preallocate", "true"))))
        .add(who.c("c", works))
        .remark("Penstock and c-fallocate reserve the room of the file first; nobody syncs it.");
  }

  private Experiment cold() {
    List<FileWork> works = extent.byThreads(FEW_THREADS, extent.readInts());
    List<FileWork> one = extent.byThreads(1, extent.readInts());
    return with(
        Experiment.of(
                "arrays.cold",
                "Reading a file from the device",
                Sources.dickensThakur("section 5.1"),
                FileState.COLD)
            .along(Axis.THREADS),
        Stream.concat(
            Stream.of(
                who.rawByteArrays(Extent.each(works, extent::asBytes)),
                who.channel(works),
                who.mapped(works),
                who.numpy("readinto", one)),
            Stream.concat(
                Stream.concat(Engines.cached(), Stream.of(Engines.DIRECT))
                    .map(engine -> penstock(engine, works)),
                Stream.of(who.c(works)))));
  }

  private Experiment direct(String id, String title, FileWork work) {
    List<FileWork> works = extent.byThreads(FEW_THREADS, work);
    return Experiment.of(id, title, Sources.dickensThakur("section 2"), FileState.COLD)
        .along(Axis.THREADS)
        .add(who.channelDirect(works))
        .add(penstock(Engines.DIRECT, works))
        .add(who.c("c-direct", "direct", works))
        .add(who.c("c", works))
        .remark("c makes the same transfers through the page cache.");
  }

  private Entry penstock(String engine, List<FileWork> works) {
    return who.penstock(engine, PenstockFile.class, works);
  }

  private static Experiment with(Experiment experiment, Stream<Entry> entries) {
    return entries.reduce(experiment, Experiment::add, (a, _) -> a);
  }
}
