package io.penstock.evaluate.arrays;

import io.penstock.evaluate.By;
import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Entry;
import io.penstock.evaluate.run.FileWork;
import io.penstock.evaluate.run.Program;
import io.penstock.evaluate.run.Tools;
import java.util.List;

/// Who takes part in the experiments of this chapter, each under the name that the report shows.
///
/// @param tools for those that are no Java
record Contestants(Tools tools) {
  private static final long MEBIBYTE = 1L << 20;

  /// The approaches of the publication, of its section 7 and of its section 4.6, which it left out.
  Entry rawByteArrays(List<FileWork> works) {
    return java("raw-byte-arrays", By.CLASSIC, RawByteArrays.class, works);
  }

  /// The same as programs do it that have found the size of a request.
  Entry rawByteRequests(List<FileWork> works) {
    return java(
        "raw-byte-requests",
        By.CLASSIC,
        RawByteArrays.class,
        Extent.each(works, work -> work.request(64 << 10)));
  }

  Entry convertShifts(List<FileWork> works) {
    return java("convert-shifts", By.CLASSIC, ConvertShifts.class, works)
        .scratch(largest(works, 32 * MEBIBYTE, 1));
  }

  Entry convertBackground(List<FileWork> works) {
    return java("convert-background", By.CLASSIC, ConvertBackground.class, works)
        .scratch(largest(works, 2 * MEBIBYTE, 2));
  }

  Entry dataStreams(List<FileWork> works) {
    return java("data-streams", By.CLASSIC, DataStreams.class, works);
  }

  Entry bufferedDataStreams(List<FileWork> works) {
    return java("buffered-data-streams", By.CLASSIC, BufferedDataStreams.class, works)
        .scratch(largest(works, 8 * MEBIBYTE, 1));
  }

  Entry byteArrayStreams(List<FileWork> works) {
    return java("byte-array-streams", By.CLASSIC, ByteArrayStreams.class, works)
        .scratch(largest(works, 96 * MEBIBYTE, 3));
  }

  Entry objectSerialization(List<FileWork> works) {
    return java("object-serialization", By.CLASSIC, ObjectSerialization.class, works)
        .scratch(works.stream().mapToLong(FileWork::fileBytes).max().orElseThrow() * 3 / 2)
        .note("its header is kept out of the file, so that threads know where to seek");
  }

  Entry oneDescriptor(List<FileWork> works) {
    return java("one-descriptor", By.CLASSIC, OneDescriptorStreams.class, works)
        .scratch(largest(works, 8 * MEBIBYTE, 1));
  }

  Entry fileInputStream(List<FileWork> works) {
    return java("file-input-stream", By.CLASSIC, FileInputStreams.class, works);
  }

  Entry proposedLoop(List<FileWork> works) {
    return java(
        "proposed-loop",
        By.CLASSIC,
        FfmPread.class,
        Extent.each(works, work -> work.with("chunk", "32768")));
  }

  Entry elementByElement(String name, List<FileWork> works) {
    return java(name, By.CLASSIC, ElementByElement.class, works);
  }

  /// The JDK's.
  Entry ffmPread(List<FileWork> works) {
    return java("ffm-pread", By.JDK, FfmPread.class, works);
  }

  Entry channel(List<FileWork> works) {
    return channel("jdk-channel", works);
  }

  Entry channel(String name, List<FileWork> works) {
    return java(name, By.JDK, JdkChannel.class, works);
  }

  Entry sharedChannel(List<FileWork> works) {
    return java("jdk-channel", By.JDK, JdkSharedChannel.class, works);
  }

  Entry channelDirect(List<FileWork> works) {
    return java("jdk-channel-direct", By.JDK, JdkChannelDirect.class, works);
  }

  Entry mapped(List<FileWork> works) {
    return java("jdk-mapped", By.JDK, JdkMapped.class, works);
  }

  Entry keptMapping(List<FileWork> works) {
    return java("jdk-mapped", By.JDK, JdkKeptMapping.class, works);
  }

  /// NumPy, by the way of this name; one thread only.
  Entry numpy(String way, List<FileWork> works) {
    return Entry.of(
        "numpy-" + way,
        By.PEER,
        tools.python("numpy_arrays.py"),
        Extent.each(works, work -> work.with("way", way)));
  }

  /// Penstock by an engine.
  Entry penstock(String engine, Class<? extends Approach> approach, List<FileWork> works) {
    return penstock("penstock-" + engine, engine, approach, works);
  }

  /// Penstock by an engine under a name of its own.
  Entry penstock(
      String name, String engine, Class<? extends Approach> approach, List<FileWork> works) {
    return java(
        name, By.PENSTOCK, approach, Extent.each(works, work -> work.with("engine", engine)));
  }

  Entry streams(List<FileWork> works) {
    return java("penstock-streams", By.PENSTOCK, PenstockStreams.class, works);
  }

  Entry fileStreams(List<FileWork> works) {
    return java("penstock-file-streams", By.PENSTOCK, PenstockFileStreams.class, works);
  }

  Entry randomAccess(List<FileWork> works) {
    return java("penstock-random-access", By.PENSTOCK, PenstockRandomAccess.class, works);
  }

  /// The C program, with `pread` and `pwrite`.
  Entry c(List<FileWork> works) {
    return c("c", works);
  }

  Entry c(String name, List<FileWork> works) {
    return Entry.of(name, By.C, tools.yardstick(), works);
  }

  /// The C program by another method than its usual one.
  Entry c(String name, String method, List<FileWork> works) {
    return c(name, Extent.each(works, work -> work.with("method", method)));
  }

  Entry java(String name, By by, Class<? extends Approach> approach, List<FileWork> works) {
    return Entry.of(name, by, program(approach), works);
  }

  static Program program(Class<? extends Approach> approach) {
    return new Program.Java(approach, UNTUNED);
  }

  /// What is measured is the library as it is, not as an earlier evaluation has tuned it.
  private static final List<String> UNTUNED = List.of("-Dpenstock.profile=/dev/null");

  /// Memory of which every thread takes so much, all of them together no more than some `arrays`.
  private static long largest(List<FileWork> works, long perThread, int arrays) {
    return works.stream()
        .mapToLong(work -> Math.min(perThread * work.threads(), arrays * work.fileBytes()))
        .max()
        .orElseThrow();
  }
}
