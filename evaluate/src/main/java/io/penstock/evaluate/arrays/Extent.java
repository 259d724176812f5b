package io.penstock.evaluate.arrays;

import io.penstock.array.ElementType;
import io.penstock.evaluate.run.Effort;
import io.penstock.evaluate.run.Executable;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Experiment.Entry;
import io.penstock.evaluate.run.FileWork;
import io.penstock.evaluate.run.FileWork.Access;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.evaluate.run.Tools;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// The amount of everything that the experiments measure, and the programs that take part.
///
/// @param bytes of a file, whole pages
/// @param threads to visit
/// @param effort that the user wants to spend
/// @param tools programs that are no Java
record Extent(long bytes, List<Integer> threads, Effort effort, Tools tools) {
  static final long MEBIBYTE = 1L << 20;
  private static final long PAGE = 4096;
  private static final long LARGEST_BYTE_ARRAY = 1L << 30;
  private static final int MOST_PROCESSES = 4;
  private static final long POST_BYTES = 444_945_620;

  static Extent of(Setting setting) {
    long pages = Math.max(1, setting.bytes() / PAGE);
    return new Extent(pages * PAGE, setting.threads(), setting.effort(), setting.tools());
  }

  /// The yardstick in C.
  Executable c() {
    return tools.yardstick();
  }

  /// Whether minutes count.
  boolean quick() {
    return effort == Effort.QUICK;
  }

  /// Reading the file as integers.
  FileWork readInts() {
    return FileWork.read(ElementType.INT, bytes / Integer.BYTES);
  }

  /// Writing the file as integers.
  FileWork writeInts() {
    return FileWork.write(ElementType.INT, bytes / Integer.BYTES);
  }

  /// The same as bytes, of which an array holds fewer.
  FileWork asBytes(FileWork work) {
    return work.as(ElementType.BYTE).elements(Math.min(work.fileBytes(), LARGEST_BYTE_ARRAY));
  }

  /// Of a file so small that a call for each element comes to its end.
  FileWork small(FileWork work) {
    return switch (effort) {
      case QUICK, NORMAL -> atMost(MEBIBYTE, work);
      case FULL -> atMost(8 * MEBIBYTE, work);
    };
  }

  /// Of a file that an approach which moves each element by itself gets through in seconds.
  FileWork slow(FileWork work) {
    return switch (effort) {
      case QUICK -> atMost(16 * MEBIBYTE, work);
      case NORMAL -> atMost(32 * MEBIBYTE, work);
      case FULL -> work;
    };
  }

  /// Of a file large enough for a question that depends little on its size: several times what the
  /// processor caches.
  FileWork moderate(FileWork work) {
    return switch (effort) {
      case QUICK -> atMost(64 * MEBIBYTE, work);
      case NORMAL -> atMost(128 * MEBIBYTE, work);
      case FULL -> work;
    };
  }

  /// Of a file that the largest caches of processors do not hold together with its array: from
  /// there each way is as much faster as it touches less memory, and the ratios are others.
  FileWork large(FileWork work) {
    return quick() ? fixed(work) : work;
  }

  /// Of a file for a question whose answer depends on the size, so that it is the same for any
  /// effort.
  FileWork fixed(FileWork work) {
    long most = 256 * MEBIBYTE;
    return work.elements(Math.min(quick() ? 4 * bytes : bytes, most) / work.type().bytes());
  }

  /// Of a file as long as the cached one of the post on FileInputStream, where there is time for
  /// it.
  FileWork post(FileWork work) {
    return switch (effort) {
      case QUICK, NORMAL -> work;
      case FULL -> work.elements(POST_BYTES / work.type().bytes());
    };
  }

  /// The size of a file that ranks share: several times what the processor caches.
  long shared() {
    return switch (effort) {
      case QUICK, NORMAL -> Math.min(bytes, 64 * MEBIBYTE);
      case FULL -> Math.min(bytes, 256 * MEBIBYTE);
    };
  }

  /// The size of the file of the publication's experiment on the SP, where it was 1 GiB.
  long sp() {
    return switch (effort) {
      case QUICK -> Math.min(bytes, 32 * MEBIBYTE);
      case NORMAL -> Math.min(bytes, 256 * MEBIBYTE);
      case FULL -> bytes;
    };
  }

  /// How many ranks an MPI job has. More than there are processors say as much about who waits as
  /// about files, and take their time.
  List<Integer> ranks() {
    return switch (effort) {
      case QUICK -> List.of(2);
      case NORMAL ->
          Runtime.getRuntime().availableProcessors() < MOST_PROCESSES ? List.of(2) : List.of(2, 4);
      case FULL -> List.of(2, 4);
    };
  }

  private FileWork atMost(long most, FileWork work) {
    return work.elements(Math.min(bytes, most) / work.type().bytes());
  }

  /// A work for each number of threads.
  List<FileWork> byThreads(FileWork work) {
    return threads.stream().map(work::threads).toList();
  }

  /// A work for each number of threads up to `most`.
  List<FileWork> byThreads(int most, FileWork work) {
    List<Integer> few = threads.stream().filter(n -> n <= most).toList();
    return (few.isEmpty() ? List.of(1) : few).stream().map(work::threads).toList();
  }

  /// A work for each number of processes, which are the numbers of threads.
  List<FileWork> byProcesses(FileWork work) {
    return threads.stream().map(work::processes).toList();
  }

  /// A work for each size of a request, `from` times powers of `factor` up to `to`.
  List<FileWork> byRequest(FileWork work, long from, long to, long factor) {
    return LongStream.iterate(from, size -> size <= to, size -> size * factor)
        .mapToObj(work::request)
        .toList();
  }

  /// Leaves an experiment to longer runs than a quick one.
  Stream<Experiment> usual(Experiment experiment) {
    return quick() ? Stream.empty() : always(experiment);
  }

  /// An experiment that is put in every run.
  Stream<Experiment> always(Experiment experiment) {
    return Stream.of(Engines.held(experiment));
  }

  /// Asks once more about a file in small folios.
  Stream<Experiment> bothLayouts(Experiment experiment) {
    Experiment small = experiment.inSmallFolios(Extent::dependsOnFolios, this::moderateOrLess);
    return Stream.of(Engines.held(experiment), Engines.held(small));
  }

  /// Asks once more about a file in small folios, in longer runs than a quick one.
  Stream<Experiment> bothLayoutsUnlessQuick(Experiment experiment) {
    return quick() ? always(experiment) : bothLayouts(experiment);
  }

  /// Leaves an experiment, and its question about small folios, to longer runs than a quick one.
  Stream<Experiment> usualInBothLayouts(Experiment experiment) {
    return quick() ? Stream.empty() : bothLayouts(experiment);
  }

  /// What folios cost depends little on the size of the file.
  private FileWork moderateOrLess(FileWork work) {
    FileWork moderate = work.access() instanceof Access.Sequential ? moderate(work) : work;
    return moderate.fileBytes() < work.fileBytes() ? moderate : work;
  }

  /// Conversions of the publication's time hide what the page cache costs.
  private static boolean dependsOnFolios(Entry entry) {
    boolean converts = entry.approach().endsWith("streams") || entry.approach().endsWith("-access");
    return switch (entry.by()) {
      case CLASSIC, PEER -> false;
      case JDK, C -> true;
      case PENSTOCK -> !converts;
    };
  }

  /// Memory of which every thread takes so much, all of them together no more than some `arrays`.
  static long scratch(List<FileWork> works, long perThread, int arrays) {
    return works.stream()
        .mapToLong(work -> Math.min(perThread * work.threads(), arrays * work.fileBytes()))
        .max()
        .orElseThrow();
  }

  static List<FileWork> each(List<FileWork> works, UnaryOperator<FileWork> change) {
    return works.stream().map(change).toList();
  }
}
