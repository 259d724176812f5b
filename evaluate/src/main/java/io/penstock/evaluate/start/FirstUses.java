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
import static io.penstock.evaluate.start.StartChapter.C;
import static io.penstock.evaluate.start.StartChapter.cArguments;

import io.penstock.evaluate.run.Executable;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.evaluate.run.TextWork;
import io.penstock.evaluate.run.TextWork.Corpus;
import io.penstock.evaluate.run.Tools;
import io.penstock.evaluate.start.FreshProcess.Check;
import io.penstock.evaluate.start.FreshProcess.Jvm;
import io.penstock.evaluate.start.FreshProcess.Start;
import io.penstock.evaluate.text.LogText;
import io.penstock.report.By;
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
            read(tools),
            create(tools),
            stream(tools),
            copy(tools),
            lease(tools),
            gzip(),
            lines(tools))
        .map(FreshExperiment::experiment);
  }

  private static FreshExperiment read(Tools tools) {
    Executable numpy = tools.python("numpy_start.py");
    return numbers(
            READ,
            "Opening a raw array file and reading 8 KiB",
            ARRAY_BYTES,
            FreshProcess::comingToAnswer)
        .add(OKIO, By.PEER, jvm(READ, OKIO, OKIO_JARS))
        .add(LUCENE, By.PEER, jvm(READ, LUCENE, LUCENE_JARS))
        .add("numpy-load", By.PEER, numpy, FirstUses::files)
        .note("its import included, its interpreter not")
        .checked(start -> FreshProcess.whole(start, Check.printsAnswer()))
        .add("numpy-load-process", By.PEER, numpy, FirstUses::files)
        .note("a whole process, with its start")
        .checked(FreshProcess::comingToAnswer)
        .add(C, By.C, tools.drills(), cArguments(READ));
  }

  private static FreshExperiment create(Tools tools) {
    return numbers(
            CREATE,
            "Creating a .npy file of 8 KiB",
            ARRAY_BYTES,
            start -> comingTo(start, FirstUse.ELEMENTS).making(".npy", Check.endsLikeSource()))
        .add(C, By.C, tools.drills(), cArguments(CREATE));
  }

  private static FreshExperiment stream(Tools tools) {
    return numbers(
            STREAM,
            "Opening a data output stream, writing an int and closing it",
            INT_FILE_BYTES,
            FirstUses::makingOne)
        .add(OKIO, By.PEER, jvm(STREAM, OKIO, OKIO_JARS))
        .add(C, By.C, tools.drills(), cArguments(STREAM));
  }

  private static FreshExperiment copy(Tools tools) {
    return numbers(COPY, "Copying a file of 4 bytes", INT_FILE_BYTES, FirstUses::makingOne)
        .add(OKIO, By.PEER, jvm(COPY, OKIO, OKIO_JARS))
        .add(C, By.C, tools.drills(), cArguments(COPY));
  }

  private static FreshExperiment lease(Tools tools) {
    return numbers(
            LEASE,
            "Getting 4 KiB of memory and giving it back",
            INT_FILE_BYTES,
            start -> comingTo(start, 1))
        .add(ARENA, By.JDK, jvm(LEASE, ARENA, List.of()))
        .add(NETTY, By.PEER, jvm(LEASE, NETTY, NETTY_JARS))
        .add(C, By.C, tools.drills(), cArguments(LEASE));
  }

  private static FreshExperiment gzip() {
    long hash = Arrays.hashCode(FirstUse.text());
    return numbers(
            GZIP, "Compressing 1,000 bytes by gzip", INT_FILE_BYTES, start -> comingTo(start, hash))
        .add(ZSTD_JNI, By.PEER, jvm(GZIP, ZSTD_JNI, ZSTD_JARS))
        .add(AIRCOMPRESSOR, By.PEER, jvm(GZIP, AIRCOMPRESSOR, AIRCOMPRESSOR_JARS))
        .with(
            experiment ->
                experiment.remark(ZSTD_JNI + " and " + AIRCOMPRESSOR + " make zstd's format."));
  }

  private static FreshExperiment lines(Tools tools) {
    return of(
            LINES,
            "Counting the lines of a file of 8 KiB",
            new LogText(TEXT_FILE_BYTES),
            LogText.LINES,
            FreshProcess::comingToAnswer)
        .add(OKIO, By.PEER, jvm(LINES, OKIO, OKIO_JARS))
        .add(C, By.C, tools.drills(), cArguments(LINES));
  }

  private static FreshExperiment numbers(
      String what, String title, long bytes, Function<Start, FreshProcess> process) {
    return of(what, title, new RawLongs(bytes), RawLongs.SUM, process);
  }

  /// With the JDK and Penstock.
  private static FreshExperiment of(
      String what,
      String title,
      Corpus file,
      String question,
      Function<Start, FreshProcess> process) {
    String id = StartChapter.PREFIX + what;
    List<TextWork> works = List.of(FreshExperiment.work(id, file, question));
    return FreshExperiment.of(id, title, works, process)
        .with(
            experiment ->
                experiment.remark(
                    "Each run is the first use in a process of its own, timed by that process from"
                        + " just before the first call to its return; the start of the process is"
                        + " not timed. Names that end in -aot have an ahead-of-time cache."))
        .add(JDK, By.JDK, jvm(what, JDK, List.of()))
        .add(PENSTOCK, By.PENSTOCK, jvm(what, PENSTOCK, library(what)));
  }

  /// Classes of the modules that a program depends on which does this one thing.
  private static List<String> library(String what) {
    return switch (what) {
      case COPY -> with("io.penstock.tree.FileCopy");
      case GZIP -> with("io.penstock.compress.Compression");
      case LINES -> with("io.penstock.text.Lines");
      default -> StartChapter.LIBRARY;
    };
  }

  private static List<String> with(String type) {
    return Stream.concat(StartChapter.LIBRARY.stream(), Stream.of(type)).toList();
  }

  private static Jvm jvm(String what, String library, List<String> jars) {
    return new Jvm(
        FirstUse.class,
        jars,
        site -> List.of(what, library, site.from().toString(), site.to().toString()));
  }

  /// A process that makes one file like the one that it is given.
  private static FreshProcess makingOne(Start start) {
    return comingTo(start, 1).making(".made", Check.endsLikeSource());
  }

  private static FreshProcess comingTo(Start start, long number) {
    return FreshProcess.timingItself(start, Check.comesTo(_ -> number));
  }

  private static List<String> files(FreshProcess.Site site) {
    return List.of(site.from().toString(), site.to().toString());
  }
}
