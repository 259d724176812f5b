package io.penstock.evaluate.arrays;

import io.penstock.evaluate.Axis;
import io.penstock.evaluate.Yardstick;
import io.penstock.evaluate.run.Entry;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.FileWork;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// All approaches on one file that is in the page cache, by threads as on the Origin2000 and by
/// processes as on the SP: the publication's Figure 2 drawn again.
///
/// @param who takes part
/// @param extent of the works
record FigureTwo(Contestants who, Extent extent) {
  private static final String MB = "MB/s";
  private static final long PROCESS_REQUEST = 4 * Extent.MEBIBYTE;

  List<Experiment> experiments() {
    return List.of(readByThreads(), writeByThreads(), readByProcesses(), writeByProcesses());
  }

  private Experiment readByThreads() {
    return with(
            Experiment.of(
                    "arrays.read.cached",
                    "Reading a file into an array, by threads",
                    Sources.dickensThakur("Figure 2"),
                    FileState.CACHED)
                .along(Axis.THREADS),
            byThreads(extent.large(extent.readInts())))
        .history(new Yardstick("Origin2000, raw byte arrays, 16 threads", 631, MB))
        .history(new Yardstick("Origin2000, conversion by shifts, 64 threads", 158, MB))
        .history(new Yardstick("Origin2000, best data stream", 4, MB))
        .remark(oneCall())
        .remark(small());
  }

  private Experiment writeByThreads() {
    return with(
            Experiment.of(
                    "arrays.write.cached",
                    "Overwriting a file from an array, by threads",
                    Sources.dickensThakur("Figure 2"),
                    FileState.CACHED)
                .along(Axis.THREADS),
            byThreads(extent.large(extent.writeInts())))
        .history(new Yardstick("Origin2000, conversion by shifts, 64 threads", 108, MB))
        .history(new Yardstick("Origin2000, best data stream (buffered, 512 KiB)", 4.1, MB))
        .remark(oneCall())
        .remark(small());
  }

  private Experiment readByProcesses() {
    return with(
            Experiment.of(
                    "arrays.read.processes",
                    "Reading a file into the arrays of several processes",
                    Sources.dickensThakur("Figure 2"),
                    FileState.CACHED)
                .along(Axis.PROCESSES),
            byProcesses(extent.moderate(extent.readInts())))
        .history(new Yardstick("IBM SP, raw byte arrays, 16 processes", 96, MB))
        .history(new Yardstick("IBM SP, conversion by shifts, 64 processes", 30, MB))
        .history(new Yardstick("IBM SP, best data stream (byte arrays), 64 processes", 7.5, MB));
  }

  private Experiment writeByProcesses() {
    return with(
            Experiment.of(
                    "arrays.write.processes",
                    "Overwriting a file from the arrays of several processes",
                    Sources.dickensThakur("Figure 2"),
                    FileState.CACHED)
                .along(Axis.PROCESSES),
            byProcesses(extent.moderate(extent.writeInts())))
        .history(new Yardstick("IBM SP, raw byte arrays, 32 processes", 106, MB))
        .history(new Yardstick("IBM SP, conversion by shifts, 64 processes", 20, MB))
        .history(new Yardstick("IBM SP, best data stream (byte arrays), 64 processes", 7.5, MB));
  }

  private Stream<Entry> byThreads(FileWork work) {
    List<FileWork> ints = extent.byThreads(work);
    List<FileWork> moderate = Extent.each(ints, extent::moderate);
    List<FileWork> big = Extent.each(ints, each -> each.order(ByteOrder.BIG_ENDIAN));
    return Stream.of(
            Stream.of(
                who.rawByteArrays(Extent.each(moderate, extent::asBytes)),
                who.convertShifts(moderate),
                who.convertBackground(moderate),
                who.dataStreams(Extent.each(big, extent::small)),
                who.bufferedDataStreams(Extent.each(big, extent::slow)),
                who.byteArrayStreams(Extent.each(big, extent::slow)),
                who.objectSerialization(Extent.each(big, extent::slow)),
                who.ffmPread(ints),
                who.channel(ints),
                who.mapped(ints)),
            numpy(ints.stream().filter(each -> each.threads() == 1).toList()),
            Engines.cached().map(engine -> who.penstock(engine, PenstockFile.class, ints)),
            Stream.of(who.streams(big), who.randomAccess(big), who.c(ints)))
        .flatMap(entries -> entries);
  }

  private Stream<Entry> byProcesses(FileWork work) {
    List<FileWork> ints = extent.byProcesses(work);
    List<FileWork> big = Extent.each(ints, each -> each.order(ByteOrder.BIG_ENDIAN));
    List<FileWork> requests = Extent.each(ints, each -> each.request(PROCESS_REQUEST));
    return Stream.of(
            Stream.of(
                who.rawByteArrays(Extent.each(ints, extent::asBytes)),
                who.convertShifts(ints),
                who.bufferedDataStreams(Extent.each(big, extent::slow)),
                who.byteArrayStreams(Extent.each(big, extent::slow)),
                who.channel(requests)),
            numpy(ints).limit(1),
            Engines.cached()
                .limit(extent.quick() ? 2 : 4)
                .map(engine -> who.penstock(engine, PenstockRequests.class, requests)),
            Stream.of(who.randomAccess(big), who.c(requests)))
        .flatMap(entries -> entries);
  }

  private Stream<Entry> numpy(List<FileWork> works) {
    return works.isEmpty()
        ? Stream.empty()
        : Stream.of("readinto", "fromfile", "tofile", "memmap")
            .filter(way -> NumpyWays.knows(way, works.getFirst().operation()))
            .map(way -> who.numpy(way, works));
  }

  private static Experiment with(Experiment experiment, Stream<Entry> entries) {
    return entries.reduce(experiment, Experiment::add, (a, _) -> a);
  }

  private static String oneCall() {
    return "Penstock moves the array in one call that shares the work among its threads; C and the"
        + " JDK's ways make requests of 1 MiB by as many threads.";
  }

  private String small() {
    long kibibytes = extent.small(extent.readInts()).fileBytes() / 1024;
    return String.format(
        Locale.ROOT,
        "data-streams moves %d KiB only: each element costs one call, so that its rate does not"
            + " depend on the size, and a gigabyte would take minutes.",
        kibibytes);
  }
}
