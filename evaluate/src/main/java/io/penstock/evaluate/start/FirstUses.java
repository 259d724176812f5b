package io.penstock.evaluate.start;

import static io.penstock.evaluate.start.FirstUse.AIRCOMPRESSOR;
import static io.penstock.evaluate.start.FirstUse.ARENA;
import static io.penstock.evaluate.start.FirstUse.COPY;
import static io.penstock.evaluate.start.FirstUse.CREATE;
import static io.penstock.evaluate.start.FirstUse.GZIP;
import static io.penstock.evaluate.start.FirstUse.JDK;
import static io.penstock.evaluate.start.FirstUse.LEASE;
import static io.penstock.evaluate.start.FirstUse.LINES;
import static io.penstock.evaluate.start.FirstUse.LUCENE;
import static io.penstock.evaluate.start.FirstUse.NETTY;
import static io.penstock.evaluate.start.FirstUse.OKIO;
import static io.penstock.evaluate.start.FirstUse.PENSTOCK;
import static io.penstock.evaluate.start.FirstUse.READ;
import static io.penstock.evaluate.start.FirstUse.STREAM;
import static io.penstock.evaluate.start.FirstUse.ZSTD_JNI;

import io.penstock.evaluate.run.Commands;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Entry;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Program;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Setting;
import io.penstock.evaluate.run.TextWork;
import io.penstock.evaluate.run.Tools;
import io.penstock.evaluate.start.FreshProcess.Check;
import io.penstock.evaluate.start.FreshProcess.Jvm;
import io.penstock.evaluate.text.LogText;
import io.penstock.report.By;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/// The cost of the first use of a library in a fresh JVM, for one small thing each.
final class FirstUses implements Question {
  private static final int INT_FILE_BYTES = 4;
  private static final int TEXT_FILE_BYTES = 8 << 10;
  private static final long ARRAY_BYTES = (long) FirstUse.ELEMENTS * Long.BYTES;
  private static final List<String> OKIO_JARS = List.of("okio.Okio", "kotlin.Unit");
  private static final List<String> NETTY_JARS =
      List.of("io.netty.buffer.ByteBuf", "io.netty.util.ReferenceCounted");
  private static final List<String> LUCENE_JARS = List.of("org.apache.lucene.store.Directory");
  private static final List<String> ZSTD_JARS = List.of("com.github.luben.zstd.Zstd");
  private static final List<String> AIRCOMPRESSOR_JARS =
      List.of("io.airlift.compress.v3.zstd.ZstdJavaCompressor", ZSTD_JARS.getFirst());

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    Tools tools = setting.tools();
    return Stream.of(
        read(tools), create(tools), stream(tools), copy(tools), lease(tools), gzip(), lines(tools));
  }

  private static Experiment read(Tools tools) {
    Program numpy = tools.python("numpy_start.py");
    return Use.of(
            READ,
            "Opening a raw array file and reading 8 KiB",
            numbers(READ, ARRAY_BYTES),
            start -> FreshProcess.timingItself(start, Check.comesTo(FreshProcess.Site::answer)))
        .library(OKIO, By.PEER, OKIO_JARS)
        .library(LUCENE, By.PEER, LUCENE_JARS)
        .program("numpy-load", By.PEER, numpy, FirstUses::files)
        .noting("its import included, its interpreter not")
        .add(
            "numpy-load-process",
            By.PEER,
            FreshProcess.whole(FreshProcess.told(FirstUses::files), Check.printsAnswer()),
            numpy)
        .noting("a whole process, with its start")
        .c(tools);
  }

  private static Experiment create(Tools tools) {
    return Use.of(
            CREATE,
            "Creating a .npy file of 8 KiB",
            numbers(CREATE, ARRAY_BYTES),
            start ->
                FreshProcess.timingItself(start, Check.comesTo(_ -> FirstUse.ELEMENTS))
                    .making(".npy", Check.endsLikeSource()))
        .c(tools);
  }

  private static Experiment stream(Tools tools) {
    return Use.of(
            STREAM,
            "Opening a data output stream, writing an int and closing it",
            numbers(STREAM, INT_FILE_BYTES),
            FirstUses::makingOne)
        .library(OKIO, By.PEER, OKIO_JARS)
        .c(tools);
  }

  private static Experiment copy(Tools tools) {
    return Use.of(
            COPY, "Copying a file of 4 bytes", numbers(COPY, INT_FILE_BYTES), FirstUses::makingOne)
        .library(OKIO, By.PEER, OKIO_JARS)
        .c(tools);
  }

  /// A process that makes one file like the one that it is given.
  private static FreshProcess makingOne(FreshProcess.Start start) {
    return comingTo(start, 1).making(".made", Check.endsLikeSource());
  }

  private static FreshProcess comingTo(FreshProcess.Start start, long number) {
    return FreshProcess.timingItself(start, Check.comesTo(_ -> number));
  }

  private static Experiment lease(Tools tools) {
    return Use.of(
            LEASE,
            "Getting 4 KiB of memory and giving it back",
            numbers(LEASE, INT_FILE_BYTES),
            start -> comingTo(start, 1))
        .library(ARENA, By.JDK, List.of())
        .library(NETTY, By.PEER, NETTY_JARS)
        .c(tools);
  }

  private static Experiment gzip() {
    long hash = Arrays.hashCode(FirstUse.text());
    return Use.of(
            GZIP,
            "Compressing 1,000 bytes by gzip",
            numbers(GZIP, INT_FILE_BYTES),
            start -> comingTo(start, hash))
        .library(ZSTD_JNI, By.PEER, ZSTD_JARS)
        .library(AIRCOMPRESSOR, By.PEER, AIRCOMPRESSOR_JARS)
        .experiment
        .remark(ZSTD_JNI + " and " + AIRCOMPRESSOR + " make zstd's format.");
  }

  private static Experiment lines(Tools tools) {
    LogText log = new LogText(TEXT_FILE_BYTES);
    return Use.of(
            LINES,
            "Counting the lines of a file of 8 KiB",
            TextWork.of(drill(LINES, log.bytes()), log, LogText.LINES),
            start -> FreshProcess.timingItself(start, Check.comesTo(FreshProcess.Site::answer)))
        .library(OKIO, By.PEER, OKIO_JARS)
        .c(tools);
  }

  private static TextWork numbers(String what, long bytes) {
    return TextWork.of(drill(what, bytes), new Numbers(bytes), Numbers.SUM);
  }

  private static Drill drill(String what, long bytes) {
    return Drill.of(StartChapter.PREFIX + what, bytes, Duration.ZERO);
  }

  private static List<String> files(FreshProcess.Site site) {
    return List.of(site.from().toString(), site.to().toString());
  }

  /// One small thing, and the experiment on it so far.
  ///
  /// @param what it is called by the programs
  /// @param work about its file
  /// @param process that does it, checked
  private record Use(
      String what,
      TextWork work,
      Function<FreshProcess.Start, FreshProcess> process,
      Experiment experiment) {
    /// With the JDK and Penstock.
    static Use of(
        String what,
        String title,
        TextWork work,
        Function<FreshProcess.Start, FreshProcess> process) {
      Experiment none =
          Experiment.of(StartChapter.PREFIX + what, title, StartChapter.SOURCE, FileState.CACHED)
              .measuring(Measure.MILLISECONDS)
              .remark(
                  "Each run is the first use in a process of its own, timed by that process from"
                      + " just before the first call to its return; the start of the process is"
                      + " not timed. Names that end in -aot have an ahead-of-time cache.");
      return new Use(what, work, process, none)
          .library(JDK, By.JDK, List.of())
          .library(PENSTOCK, By.PENSTOCK, StartChapter.LIBRARY);
    }

    /// With a library more, without an ahead-of-time cache and with one.
    Use library(String name, By by, List<String> jars) {
      Jvm jvm =
          new Jvm(
              FirstUse.class,
              jars,
              site -> List.of(what, name, site.from().toString(), site.to().toString()));
      return add(Entry.of(name, by, process.apply(jvm::bare), List.of(work)))
          .add(Entry.of(name + StartChapter.CACHED, by, process.apply(jvm::cached), List.of(work)));
    }

    /// With a program that is no Java.
    Use program(String name, By by, Program program, FreshProcess.Arguments arguments) {
      return add(name, by, process.apply(FreshProcess.told(arguments)), program);
    }

    Use add(String name, By by, FreshProcess way, Program program) {
      return add(Commands.tell(Entry.of(name, by, way, List.of(work)), program));
    }

    private Use add(Entry entry) {
      return new Use(what, work, process, experiment.add(entry));
    }

    /// With what a reader must know about the last one.
    Use noting(String note) {
      Entry last = experiment.entries().getLast();
      return new Use(
          what,
          work,
          process,
          experiment.each(entry -> entry.equals(last) ? entry.note(note) : entry));
    }

    Experiment c(Tools tools) {
      return program(StartChapter.C, By.C, tools.drills(), StartChapter.cArguments(what))
          .experiment;
    }
  }
}
