package io.penstock.evaluate.arrays;

import static io.penstock.evaluate.run.Findings.threads;
import static io.penstock.report.By.CLASSIC;
import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileWork;
import io.penstock.evaluate.run.FileWork.Operation;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.report.Axis;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/// The publication's Figure 2 drawn again: all approaches on one file that is in the page cache, by
/// threads as on the Origin2000 and by processes as on the SP.
final class FigureTwo implements Question {
  private static final String MB = "MB/s";
  private static final long MEBIBYTE = Extent.MEBIBYTE;
  private static final long PROCESS_REQUEST = 4 * MEBIBYTE;
  private static final int BACKGROUND = 1 << 20;
  private static final String HEADLESS =
      "its header is kept out of the file, so that threads know where to seek";

  /// Approaches that others resemble, those that get new memory for each run, whose medians of few
  /// runs say little, and one that takes long to start: they are left to longer runs than a quick
  /// one.
  private static final Set<String> LEFT_OUT =
      Set.of(
          "raw-byte-arrays",
          "convert-background",
          "convert-background-32-mib",
          "byte-array-streams-grown",
          "numpy-fromfile",
          "byte-array-streams",
          "object-serialization",
          "penstock-random-access",
          "fio");

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    Extent extent = Extent.of(setting);
    return Stream.of(
            extent.bothLayouts(crowded(extent, readByThreads(extent))),
            extent.bothLayouts(crowded(extent, writeByThreads(extent))),
            extent.usualInBothLayouts(readByProcesses(extent)),
            extent.usualInBothLayouts(writeByProcesses(extent)))
        .flatMap(experiments -> experiments);
  }

  private static Experiment crowded(Extent extent, Experiment experiment) {
    return extent.quick()
        ? experiment.only(entry -> !LEFT_OUT.contains(entry.approach()))
        : experiment;
  }

  private static Experiment readByThreads(Extent extent) {
    return byThreads(
            ArraysChapter.cached(
                "arrays.read.cached", "Reading a file into an array, by threads", "Figure 2"),
            extent.large(extent.readInts()),
            extent)
        .history("Origin2000, raw byte arrays, 16 threads", 631, MB, "raw-byte-arrays")
        .history("Origin2000, encode/decode, 64 threads", 158, MB, "convert-shifts")
        .history("Origin2000, best data stream", 4, MB, "buffered-data-streams")
        .remark(oneCall())
        .remark(small(extent));
  }

  private static Experiment writeByThreads(Extent extent) {
    return byThreads(
            ArraysChapter.cached(
                "arrays.write.cached", "Overwriting a file from an array, by threads", "Figure 2"),
            extent.large(extent.writeInts()),
            extent)
        .on(slowWrites(extent))
        .approach("byte-array-streams-grown", CLASSIC, StreamWays::grownByteArrayStreams)
        .scratch(Extent.scratch(slowWrites(extent), 160 * MEBIBYTE, 5))
        .history("Origin2000, encode/decode, 64 threads", 108, MB, "convert-shifts")
        .history(
            "Origin2000, best data stream (buffered, 512 KiB)", 4.1, MB, "buffered-data-streams")
        .remark(oneCall())
        .remark(small(extent))
        .goalOfC("overwriting a cached file, auto / C pwrite", 0.95, "penstock-auto", threads(1));
  }

  private static List<FileWork> slowWrites(Extent extent) {
    FileWork work = extent.large(extent.writeInts()).order(ByteOrder.BIG_ENDIAN);
    return Extent.each(extent.byThreads(work), extent::slow);
  }

  private static Experiment readByProcesses(Extent extent) {
    return byProcesses(
            ArraysChapter.cached(
                "arrays.read.processes",
                "Reading a file into the arrays of several processes",
                "Figure 2"),
            extent.moderate(extent.readInts()),
            extent)
        .history("IBM SP, raw byte arrays, 16 processes", 96, MB, "raw-byte-arrays")
        .history("IBM SP, encode/decode, 64 processes", 30, MB, "convert-shifts")
        .history(
            "IBM SP, best data stream (byte arrays), 64 processes", 7.5, MB, "byte-array-streams");
  }

  private static Experiment writeByProcesses(Extent extent) {
    return byProcesses(
            ArraysChapter.cached(
                "arrays.write.processes",
                "Overwriting a file from the arrays of several processes",
                "Figure 2"),
            extent.moderate(extent.writeInts()),
            extent)
        .history("IBM SP, raw byte arrays, 32 processes", 106, MB, "raw-byte-arrays")
        .history("IBM SP, encode/decode, 64 processes", 20, MB, "convert-shifts")
        .history(
            "IBM SP, best data stream (byte arrays), 64 processes", 7.5, MB, "byte-array-streams");
  }

  private static Experiment byThreads(Experiment bare, FileWork work, Extent extent) {
    List<FileWork> ints = extent.byThreads(work);
    List<FileWork> moderate = Extent.each(ints, extent::moderate);
    List<FileWork> big = Extent.each(ints, each -> each.order(ByteOrder.BIG_ENDIAN));
    List<FileWork> slow = Extent.each(big, extent::slow);
    long largest = slow.stream().mapToLong(FileWork::fileBytes).max().orElseThrow();
    Experiment classic =
        streams(
                conversions(bare.along(Axis.THREADS), moderate, extent)
                    .approach(
                        "convert-background-32-mib",
                        CLASSIC,
                        ClassicWays.convertBackground(ClassicWays.AT_A_TIME))
                    .scratch(Extent.scratch(moderate, 64 * MEBIBYTE, 2)),
                big,
                largest * 3 / 2,
                extent)
            .on(ints)
            .approach("ffm-pread", JDK, FfmPread.way())
            .approach("jdk-channel", JDK, JdkWays::channel)
            .approach("jdk-mapped", JDK, JdkWays::mapped);
    List<FileWork> one = ints.stream().filter(each -> each.threads() == 1).toList();
    Experiment peers = one.isEmpty() ? classic : numpy(classic, one, Long.MAX_VALUE, extent);
    return Engines.all(fio(peers.on(ints)), PenstockWays::file)
        .on(big)
        .approach("penstock-streams", PENSTOCK, StreamWays::penstockStreams)
        .approach("penstock-random-access", PENSTOCK, StreamWays::penstockRandomAccess)
        .on(ints)
        .yardstick("c", extent.c());
  }

  private static Experiment byProcesses(Experiment bare, FileWork work, Extent extent) {
    List<FileWork> ints = extent.byProcesses(work);
    List<FileWork> big = Extent.each(ints, each -> each.order(ByteOrder.BIG_ENDIAN));
    List<FileWork> slow = Extent.each(big, extent::slow);
    List<FileWork> requests = Extent.each(ints, each -> each.request(PROCESS_REQUEST));
    Experiment classic =
        streams(
                conversions(bare.along(Axis.PROCESSES), ints, extent),
                big,
                3 * slow.getFirst().fileBytes(),
                extent)
            .on(requests)
            .approach("jdk-channel", JDK, JdkWays::channel);
    return Engines.all(numpy(classic, ints, 1, extent).on(requests), PenstockWays::requests)
        .on(big)
        .approach("penstock-random-access", PENSTOCK, StreamWays::penstockRandomAccess)
        .on(requests)
        .yardstick("c", extent.c());
  }

  /// With raw bytes, and with conversions by shifts.
  private static Experiment conversions(Experiment experiment, List<FileWork> ints, Extent extent) {
    return experiment
        .on(Extent.each(ints, extent::asBytes))
        .approach("raw-byte-arrays", CLASSIC, ClassicWays::rawByteArrays)
        .on(ints)
        .approach("convert-shifts", CLASSIC, ClassicWays::convertShifts)
        .scratch(Extent.scratch(ints, 32 * MEBIBYTE, 1))
        .approach("convert-background", CLASSIC, ClassicWays.convertBackground(BACKGROUND))
        .scratch(Extent.scratch(ints, 2 * MEBIBYTE, 2));
  }

  /// With the publication's streams.
  ///
  /// @param serialized memory of those that serialize an array
  private static Experiment streams(
      Experiment experiment, List<FileWork> big, long serialized, Extent extent) {
    List<FileWork> slow = Extent.each(big, extent::slow);
    return experiment
        .on(Extent.each(big, extent::small))
        .approach("data-streams", CLASSIC, StreamWays::dataStreams)
        .on(slow)
        .approach("buffered-data-streams", CLASSIC, StreamWays::bufferedDataStreams)
        .scratch(Extent.scratch(slow, 8 * MEBIBYTE, 1))
        .approach("byte-array-streams", CLASSIC, StreamWays::byteArrayStreams)
        .scratch(Extent.scratch(slow, 96 * MEBIBYTE, 3))
        .approach("object-serialization", CLASSIC, StreamWays::objectSerialization)
        .scratch(serialized)
        .note(HEADLESS);
  }

  /// NumPy's ways that go the way of the works; one thread only.
  private static Experiment numpy(
      Experiment experiment, List<FileWork> works, long most, Extent extent) {
    boolean reads = works.getFirst().operation() == Operation.READ;
    List<String> ways =
        reads ? List.of("readinto", "fromfile", "memmap") : List.of("tofile", "memmap");
    return experiment.addAll(
        ways.stream().limit(most).map(way -> Engines.numpy(way, works, extent)));
  }

  private static Experiment fio(Experiment experiment) {
    return Engines.read(experiment) ? Fio.CACHED.to(experiment) : experiment;
  }

  private static String oneCall() {
    return "Penstock moves the array in one call that shares the work among its threads; C and the"
        + " JDK's ways make requests of 1 MiB by as many threads.";
  }

  private static String small(Extent extent) {
    long kibibytes = extent.small(extent.readInts()).fileBytes() / 1024;
    return String.format(
        Locale.ROOT,
        "data-streams moves %d KiB only: each element costs one call, so that its rate does not"
            + " depend on the size, and a gigabyte would take minutes.",
        kibibytes);
  }
}
