package io.penstock.evaluate.arrays;

import io.penstock.evaluate.Axis;
import io.penstock.evaluate.Yardstick;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.FileWork;
import java.nio.ByteOrder;
import java.util.List;

/// Streams: the array methods that the publication asks for, its buffer sizes, and the calls of
/// FileInputStream.
///
/// @param who takes part
/// @param extent of the works
record StreamExperiments(Contestants who, Extent extent) {
  private static final long KIBIBYTE = 1024;
  private static final String MB = "MB/s";
  private static final String COHERENCE =
      "unsafe: several threads buffer writes to one descriptor, whose position they share";

  List<Experiment> experiments() {
    return List.of(
        read(),
        write(),
        newFile(),
        bufferedRead(),
        bufferedWrite(),
        fileInputStream(FileState.CACHED),
        fileInputStream(FileState.COLD));
  }

  private FileWork readInts() {
    return extent.moderate(extent.readInts());
  }

  private FileWork writeInts() {
    return extent.moderate(extent.writeInts());
  }

  private Experiment read() {
    FileWork big = readInts().order(ByteOrder.BIG_ENDIAN);
    List<FileWork> works = List.of(big);
    return Experiment.of(
            "arrays.streams.read",
            "readIntArray beside readInt for each element",
            Sources.dickensThakur("section 6"),
            FileState.CACHED)
        .add(who.elementByElement("data-input-stream", works))
        .add(who.rawByteArrays(List.of(extent.asBytes(readInts()))))
        .add(who.rawByteRequests(List.of(extent.asBytes(readInts()))))
        .add(who.streams(works))
        .add(who.fileStreams(works))
        .add(who.randomAccess(works))
        .add(who.c(works))
        .remark(bigEndian());
  }

  private Experiment write() {
    List<FileWork> works = List.of(writeInts().order(ByteOrder.BIG_ENDIAN));
    return Experiment.of(
            "arrays.streams.write",
            "writeIntArray beside writeInt for each element, overwriting",
            Sources.dickensThakur("section 6"),
            FileState.CACHED)
        .add(who.elementByElement("data-output-stream", works))
        .add(who.rawByteArrays(List.of(extent.asBytes(writeInts()))))
        .add(who.rawByteRequests(List.of(extent.asBytes(writeInts()))))
        .add(who.streams(works))
        .add(who.randomAccess(works))
        .add(who.c(works))
        .remark(bigEndian());
  }

  private Experiment newFile() {
    List<FileWork> works = List.of(writeInts().order(ByteOrder.BIG_ENDIAN));
    return Experiment.of(
            "arrays.streams.new-file",
            "writeIntArray beside writeInt for each element, to a new file",
            Sources.dickensThakur("section 6"),
            FileState.NEW_FILE)
        .add(who.elementByElement("data-output-stream", works))
        .add(who.rawByteArrays(List.of(extent.asBytes(writeInts()))))
        .add(who.rawByteRequests(List.of(extent.asBytes(writeInts()))))
        .add(who.streams(works))
        .add(who.fileStreams(works))
        .add(who.c(works))
        .remark(bigEndian());
  }

  private static String bigEndian() {
    return "raw-byte-arrays moves bytes in one call, for which the JDK allocates as much memory, and"
        + " raw-byte-requests 64 KiB at a time; the others hold big-endian integers in the file, as"
        + " the JDK's streams do.";
  }

  private Experiment bufferedRead() {
    List<FileWork> works = buffers(readInts());
    return Experiment.of(
            "arrays.buffered-streams.read",
            "Reading through buffered data streams, by the size of the buffer",
            Sources.dickensThakur("sections 4.4 and 5.2"),
            FileState.CACHED)
        .along(Axis.REQUEST_BYTES)
        .add(who.bufferedDataStreams(works))
        .add(who.streams(works))
        .add(who.c(works));
  }

  private Experiment bufferedWrite() {
    List<FileWork> works = buffers(writeInts());
    List<FileWork> two = List.of(works.get(1).threads(2));
    return Experiment.of(
            "arrays.buffered-streams.write",
            "Overwriting through buffered data streams, by the size of the buffer",
            Sources.dickensThakur("sections 4.4 and 5.2"),
            FileState.CACHED)
        .along(Axis.REQUEST_BYTES)
        .add(who.bufferedDataStreams(works))
        .add(who.oneDescriptor(two).unsafe(COHERENCE))
        .add(who.streams(works))
        .add(who.c(works))
        .history(new Yardstick("Origin2000, 512 KiB buffer", 4.1, MB))
        .remark(
            "one-descriptor is what the publication warns of: two threads, each with a buffer of its"
                + " own, on one descriptor. With a file opened by each thread the same streams are"
                + " safe.");
  }

  private List<FileWork> buffers(FileWork work) {
    return extent.byRequest(
        work.order(ByteOrder.BIG_ENDIAN), 512, 8 * Extent.MEBIBYTE, extent.quick() ? 128 : 4);
  }

  private Experiment fileInputStream(FileState state) {
    boolean cold = state == FileState.COLD;
    FileWork bytes = extent.asBytes(readInts());
    List<FileWork> works =
        extent.byRequest(
            bytes, 4 * KIBIBYTE, 8 * Extent.MEBIBYTE, extent.quick() ? (cold ? 2048 : 32) : 4);
    Experiment experiment =
        Experiment.of(
                cold ? "arrays.file-input-stream.cold" : "arrays.file-input-stream",
                "FileInputStream, by the size of a read" + (cold ? ", from the device" : ""),
                Sources.FILE_INPUT_STREAM,
                state)
            .along(Axis.REQUEST_BYTES)
            .add(who.fileInputStream(works))
            .add(who.proposedLoop(works))
            .add(who.penstock(Engines.AUTO, PenstockRequests.class, works))
            .add(who.penstock(Engines.POSIX, PenstockRequests.class, works))
            .add(who.c(works))
            .remark(
                "proposed-loop is the 32 KiB loop that the post proposes for the JDK, made of the"
                    + " same system calls.");
    return cold
        ? experiment
            .history(new Yardstick("FileInputStream, JDK 6, disk", 46, MB))
            .history(new Yardstick("C++, disk", 51, MB))
        : experiment
            .history(new Yardstick("FileInputStream, JDK 6, page cache", 62, MB))
            .history(new Yardstick("C++, page cache", 332, MB));
  }
}
