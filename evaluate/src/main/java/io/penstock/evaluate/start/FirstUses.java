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

import io.penstock.evaluate.run.Corpus;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.TextWork;
import io.penstock.evaluate.text.LogText;
import io.penstock.report.By;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/// Experiments on the first use of a library in a fresh JVM, each one small thing.
///
/// @param who takes part
record FirstUses(Contestants who) {
  static final String SOURCE = "Penstock: the first use";
  static final String PREFIX = "start.";

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

  List<Experiment> experiments() {
    return List.of(read(), create(), stream(), copy(), lease(), gzip(), lines());
  }

  private Experiment read() {
    long sum = Numbers.sum(numbers());
    TextWork work = work(READ, new Numbers(ARRAY_BYTES), sum);
    Experiment experiment = of("Opening a raw array file and reading 8 KiB", work);
    experiment = both(experiment, OKIO, By.PEER, OKIO_JARS, work);
    return both(experiment, LUCENE, By.PEER, LUCENE_JARS, work)
        .add(
            who.numpy("numpy-load", FreshProcess.Program.class, List.of(work))
                .note("its import included, its interpreter not"))
        .add(
            who.numpy(
                    "numpy-load-process",
                    FreshProcess.Command.class,
                    List.of(work.with(FreshProcess.SAID, Long.toString(sum))))
                .note("a whole process, with its start"))
        .add(who.c(READ, List.of(work)));
  }

  private Experiment create() {
    TextWork work =
        writing(work(CREATE, new Numbers(ARRAY_BYTES), FirstUse.ELEMENTS))
            .with(FreshProcess.SUFFIX, ".npy");
    return of("Creating a .npy file of 8 KiB", work).add(who.c(CREATE, List.of(work)));
  }

  private Experiment stream() {
    TextWork work = writing(work(STREAM, new Numbers(INT_FILE_BYTES), 1));
    return both(
            of("Opening a data output stream, writing an int and closing it", work),
            OKIO,
            By.PEER,
            OKIO_JARS,
            work)
        .add(who.c(STREAM, List.of(work)));
  }

  private Experiment copy() {
    TextWork work = writing(work(COPY, new Numbers(INT_FILE_BYTES), 1));
    return both(of("Copying a file of 4 bytes", work), OKIO, By.PEER, OKIO_JARS, work)
        .add(who.c(COPY, List.of(work)));
  }

  private Experiment lease() {
    TextWork work = work(LEASE, new Numbers(INT_FILE_BYTES), 1);
    Experiment experiment = of("Getting 4 KiB of memory and giving it back", work);
    experiment = both(experiment, ARENA, By.JDK, List.of(), work);
    return both(experiment, NETTY, By.PEER, NETTY_JARS, work).add(who.c(LEASE, List.of(work)));
  }

  private Experiment gzip() {
    TextWork work = work(GZIP, new Numbers(INT_FILE_BYTES), Arrays.hashCode(FirstUse.text()));
    Experiment experiment = of("Compressing 1,000 bytes by gzip", work);
    experiment = both(experiment, ZSTD_JNI, By.PEER, ZSTD_JARS, work);
    return both(experiment, AIRCOMPRESSOR, By.PEER, AIRCOMPRESSOR_JARS, work)
        .remark(ZSTD_JNI + " and " + AIRCOMPRESSOR + " make zstd's format.");
  }

  private Experiment lines() {
    LogText log = new LogText(TEXT_FILE_BYTES);
    TextWork work = TextWork.of(drill(LINES, log), log, LogText.LINES);
    return both(of("Counting the lines of a file of 8 KiB", work), OKIO, By.PEER, OKIO_JARS, work)
        .add(who.c(LINES, List.of(work)));
  }

  private static TextWork writing(TextWork work) {
    return work.with(FreshProcess.WRITTEN, FreshProcess.Written.AT_END.name());
  }

  private static long[] numbers() {
    return Numbers.first(FirstUse.ELEMENTS);
  }

  /// An experiment with the JDK and Penstock.
  private Experiment of(String title, TextWork work) {
    Experiment experiment =
        Experiment.of(work.drill().name(), title, SOURCE, FileState.CACHED)
            .measuring(Measure.MILLISECONDS)
            .remark(
                "Each run is the first use in a process of its own, timed by that process from just"
                    + " before the first call to its return; the start of the process is not"
                    + " timed. Names that end in -aot have an ahead-of-time cache.");
    experiment = both(experiment, JDK, By.JDK, List.of(), work);
    return both(experiment, PENSTOCK, By.PENSTOCK, Contestants.penstock(), work);
  }

  /// With a library more, without an ahead-of-time cache and with one.
  private Experiment both(
      Experiment experiment, String library, By by, List<String> jars, TextWork work) {
    List<String> words =
        List.of(
            FirstUse.class.getName(),
            work.drill().name().substring(PREFIX.length()),
            library,
            FreshProcess.FROM,
            FreshProcess.TO);
    return experiment
        .add(who.java(library, by, words, jars, List.of(work)))
        .add(who.cached(library, by, words, jars, List.of(work)));
  }

  private static TextWork work(String what, Numbers file, long expected) {
    return TextWork.of(drill(what, file), file, Numbers.SUM)
        .with(FreshProcess.EXPECTED, Long.toString(expected));
  }

  private static Drill drill(String what, Corpus file) {
    return Drill.of(PREFIX + what, file.bytes(), Duration.ZERO);
  }
}
