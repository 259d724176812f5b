package io.penstock.evaluate.arrays;

import static io.penstock.report.By.CLASSIC;
import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.FileWork;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.report.Axis;
import java.nio.ByteOrder;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// The costs of streams: the array methods that the publication asks for, its buffer sizes, and the
/// calls of FileInputStream.
final class Streams implements Question {
  private static final long KIBIBYTE = 1024;
  private static final String MB = "MB/s";

  /// Requests around the 8 KiB up to which FileInputStream needs no memory of its own, the post's
  /// own buffer, and as much as any program asks for.
  private static final List<Long> AROUND_ITS_BUFFER =
      List.of(8191L, 8192L, 8193L, 32 * KIBIBYTE, 8 * Extent.MEBIBYTE);

  private static final String READ = "arrays.streams.read";
  private static final String WRITE = "arrays.streams.write";
  private static final String COHERENCE =
      "unsafe: several threads buffer writes to one descriptor, whose position they share";

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    Extent extent = Extent.of(setting);
    return Stream.of(
            extent.always(read(extent)),
            extent.always(write(extent)),
            extent.usual(newFile(extent)),
            extent.usual(bufferedRead(extent)),
            extent.usual(bufferedWrite(extent)),
            extent.usualInBothLayouts(fileInputStream(extent)),
            extent.usual(coldFileInputStream(extent)))
        .flatMap(experiments -> experiments);
  }

  private static FileWork readInts(Extent extent) {
    return extent.moderate(extent.readInts());
  }

  private static FileWork writeInts(Extent extent) {
    return extent.moderate(extent.writeInts());
  }

  /// The loop over elements, raw bytes at once and by requests, and array methods in its place.
  ///
  /// @param loop the name of the loop
  private static Experiment loopAndArrays(
      Experiment bare, String loop, FileWork ints, Extent extent) {
    FileWork big = ints.order(ByteOrder.BIG_ENDIAN);
    FileWork bytes = extent.asBytes(ints);
    return bare.on(big)
        .approach(loop, CLASSIC, StreamWays::elementByElement)
        .on(bytes)
        .approach("raw-byte-arrays", CLASSIC, ClassicWays::rawByteArraysAtOnce)
        .on(bytes.request(64 << 10))
        .approach("raw-byte-requests", CLASSIC, ClassicWays::rawByteArrays)
        .on(big)
        .approach("penstock-streams", PENSTOCK, StreamWays::penstockStreams);
  }

  private static Experiment read(Extent extent) {
    return loopAndArrays(
            ArraysChapter.cached(READ, "readIntArray beside readInt for each element", "section 6"),
            "data-input-stream",
            readInts(extent),
            extent)
        .approach("penstock-file-streams", PENSTOCK, StreamWays::penstockFileStreams)
        .approach("penstock-random-access", PENSTOCK, StreamWays::penstockRandomAccess)
        .yardstick("c", extent.c())
        .remark(bigEndian())
        .goal(30, "penstock-file-streams", "data-input-stream")
        .goal(30, "penstock-streams", "data-input-stream")
        .goal(0.85, "penstock-file-streams", "raw-byte-arrays")
        .goal(0.85, "penstock-file-streams", "raw-byte-requests");
  }

  private static Experiment write(Extent extent) {
    return loopAndArrays(
            ArraysChapter.cached(
                WRITE, "writeIntArray beside writeInt for each element, overwriting", "section 6"),
            "data-output-stream",
            writeInts(extent),
            extent)
        .approach("penstock-random-access", PENSTOCK, StreamWays::penstockRandomAccess)
        .yardstick("c", extent.c())
        .remark(bigEndian())
        .goal(20, "penstock-streams", "data-output-stream")
        .goal(20, "penstock-random-access", "data-output-stream")
        .goal(0.85, "penstock-streams", "raw-byte-arrays")
        .goal(0.85, "penstock-streams", "raw-byte-requests");
  }

  private static Experiment newFile(Extent extent) {
    return loopAndArrays(
            Experiment.of(
                "arrays.streams.new-file",
                "writeIntArray beside writeInt for each element, to a new file",
                ArraysChapter.dickensThakur("section 6"),
                FileState.NEW_FILE),
            "data-output-stream",
            writeInts(extent),
            extent)
        .approach("penstock-file-streams", PENSTOCK, StreamWays::penstockFileStreams)
        .yardstick("c", extent.c())
        .remark(bigEndian());
  }

  private static String bigEndian() {
    return "raw-byte-arrays moves bytes in one call, for which the JDK allocates as much memory,"
        + " and raw-byte-requests 64 KiB at a time; the others hold big-endian integers in"
        + " the file, as the JDK's streams do.";
  }

  private static Experiment bufferedRead(Extent extent) {
    List<FileWork> works = buffers(readInts(extent), extent);
    return ArraysChapter.cached(
            "arrays.buffered-streams.read",
            "Reading through buffered data streams, by the size of the buffer",
            "sections 4.4 and 5.2")
        .along(Axis.REQUEST_BYTES)
        .on(works)
        .approach("buffered-data-streams", CLASSIC, StreamWays::bufferedDataStreams)
        .scratch(Extent.scratch(works, 8 * Extent.MEBIBYTE, 1))
        .approach("penstock-streams", PENSTOCK, StreamWays::penstockStreams)
        .yardstick("c", extent.c());
  }

  private static Experiment bufferedWrite(Extent extent) {
    List<FileWork> works = buffers(writeInts(extent), extent);
    List<FileWork> two = List.of(works.get(1).threads(2));
    return ArraysChapter.cached(
            "arrays.buffered-streams.write",
            "Overwriting through buffered data streams, by the size of the buffer",
            "sections 4.4 and 5.2")
        .along(Axis.REQUEST_BYTES)
        .on(works)
        .approach("buffered-data-streams", CLASSIC, StreamWays::bufferedDataStreams)
        .scratch(Extent.scratch(works, 8 * Extent.MEBIBYTE, 1))
        .on(two)
        .approach("one-descriptor", CLASSIC, StreamWays::oneDescriptor)
        .scratch(Extent.scratch(two, 8 * Extent.MEBIBYTE, 1))
        .last(entry -> entry.unsafe(COHERENCE))
        .on(works)
        .approach("penstock-streams", PENSTOCK, StreamWays::penstockStreams)
        .yardstick("c", extent.c())
        .history("Origin2000, 512 KiB buffer", 4.1, MB, "buffered-data-streams")
        .remark(
            "one-descriptor is what the publication warns of: two threads, each with a buffer of"
                + " its own, on one descriptor. With a file opened by each thread the same streams"
                + " are safe.");
  }

  private static List<FileWork> buffers(FileWork work, Extent extent) {
    return extent.byRequest(
        work.order(ByteOrder.BIG_ENDIAN), 512, 8 * Extent.MEBIBYTE, extent.quick() ? 128 : 4);
  }

  private static Experiment fileInputStream(Extent extent) {
    return calls(
            Experiment.of(
                "arrays.file-input-stream",
                "FileInputStream, by the size of a read",
                ArraysChapter.FILE_INPUT_STREAM,
                FileState.CACHED),
            extent.quick() ? 32 : 4,
            extent)
        .history("FileInputStream, JDK 6, page cache", 62, MB, "file-input-stream")
        .history("C++, page cache", 332, MB);
  }

  private static Experiment coldFileInputStream(Extent extent) {
    return calls(
            Experiment.of(
                "arrays.file-input-stream.cold",
                "FileInputStream, by the size of a read, from the device",
                ArraysChapter.FILE_INPUT_STREAM,
                FileState.COLD),
            extent.quick() ? 2048 : 4,
            extent)
        .history("FileInputStream, JDK 6, disk", 46, MB, "file-input-stream")
        .history("C++, disk", 51, MB);
  }

  private static Experiment calls(Experiment bare, int factor, Extent extent) {
    FileWork bytes = extent.post(extent.asBytes(readInts(extent)));
    List<FileWork> works =
        Stream.concat(
                extent.byRequest(bytes, 4 * KIBIBYTE, 8 * Extent.MEBIBYTE, factor).stream(),
                AROUND_ITS_BUFFER.stream().map(bytes::request))
            .distinct()
            .sorted(Comparator.comparingLong(work -> work.requestOr(0)))
            .toList();
    return bare.along(Axis.REQUEST_BYTES)
        .on(works)
        .approach("file-input-stream", CLASSIC, StreamWays::fileInputStreams)
        .approach("jdk-channel", JDK, JdkWays::channel)
        .approach("proposed-loop", CLASSIC, FfmPread.way(32 << 10))
        .approach("penstock-auto", PENSTOCK, PenstockWays.requests(Engines.AUTO))
        .approach("penstock-posix", PENSTOCK, PenstockWays.requests(Engines.POSIX))
        .yardstick("c", extent.c())
        .remark(
            "proposed-loop is the 32 KiB loop that the post proposes for the JDK, made of the same"
                + " system calls.");
  }
}
