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

import io.penstock.evaluate.By;
import io.penstock.evaluate.run.Corpus;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Entry;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.TextWork;
import io.penstock.evaluate.text.LogText;
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
  private static final String ZSTD_JAR = "com.github.luben.zstd.Zstd";
  private static final String AIRCOMPRESSOR_JAR = "io.airlift.compress.v3.zstd.ZstdJavaCompressor";
  private static final String ZSTD_NOTE = "it makes zstd's format";

  List<Experiment> experiments() {
    return List.of(read(), create(), stream(), copy(), lease(), gzip(), lines());
  }

  private Experiment read() {
    TextWork work = work(READ, new Numbers(ARRAY_BYTES), Numbers.sum(numbers()));
    Experiment experiment =
        of(READ, "Opening a raw array file and reading 8 KiB", work)
            .add(peer(OKIO, READ, OKIO_JARS, work))
            .add(peer(LUCENE, READ, List.of("org.apache.lucene.store.Directory"), work))
            .add(
                who.numpy("numpy-load", FreshProcess.Program.class, List.of(work))
                    .note("its import included, its interpreter not"))
            .add(
                who.numpy(
                        "numpy-load-process",
                        FreshProcess.Command.class,
                        List.of(
                            work.with(FreshProcess.SAID, Long.toString(Numbers.sum(numbers())))))
                    .note("a whole process, with its start"));
    return experiment.add(who.c(READ, List.of(work)));
  }

  private Experiment create() {
    TextWork work =
        work(CREATE, new Numbers(ARRAY_BYTES), FirstUse.ELEMENTS)
            .with(FreshProcess.WRITTEN, FreshProcess.Written.AT_END.name())
            .with(FreshProcess.SUFFIX, ".npy");
    return of(CREATE, "Creating a .npy file of 8 KiB", work).add(who.c(CREATE, List.of(work)));
  }

  private Experiment stream() {
    TextWork work =
        work(STREAM, new Numbers(INT_FILE_BYTES), 1)
            .with(FreshProcess.WRITTEN, FreshProcess.Written.AT_END.name());
    return of(STREAM, "Opening a data output stream, writing an int and closing it", work)
        .add(peer(OKIO, STREAM, OKIO_JARS, work))
        .add(who.c(STREAM, List.of(work)));
  }

  private Experiment copy() {
    TextWork work =
        work(COPY, new Numbers(INT_FILE_BYTES), 1)
            .with(FreshProcess.WRITTEN, FreshProcess.Written.AT_END.name());
    return of(COPY, "Copying a file of 4 bytes", work)
        .add(peer(OKIO, COPY, OKIO_JARS, work))
        .add(who.c(COPY, List.of(work)));
  }

  private Experiment lease() {
    TextWork work = work(LEASE, new Numbers(INT_FILE_BYTES), 1);
    return of(LEASE, "Getting 4 KiB of memory and giving it back", work)
        .add(who.java(ARENA, By.JDK, words(LEASE, ARENA), List.of(), List.of(work)))
        .add(peer(NETTY, LEASE, NETTY_JARS, work))
        .add(who.c(LEASE, List.of(work)));
  }

  private Experiment gzip() {
    TextWork work = work(GZIP, new Numbers(INT_FILE_BYTES), Arrays.hashCode(FirstUse.text()));
    return of(GZIP, "Compressing 1,000 bytes by gzip", work)
        .add(peer(ZSTD_JNI, GZIP, List.of(ZSTD_JAR), work).note(ZSTD_NOTE))
        .add(peer(AIRCOMPRESSOR, GZIP, List.of(AIRCOMPRESSOR_JAR, ZSTD_JAR), work).note(ZSTD_NOTE));
  }

  private Experiment lines() {
    LogText log = new LogText(TEXT_FILE_BYTES);
    TextWork work = TextWork.of(drill(LINES, log), log, LogText.LINES);
    return of(LINES, "Counting the lines of a file of 8 KiB", work)
        .add(peer(OKIO, LINES, OKIO_JARS, work))
        .add(who.c(LINES, List.of(work)));
  }

  private static long[] numbers() {
    return Numbers.first(FirstUse.ELEMENTS);
  }

  /// An experiment with the JDK and Penstock, without a cache and with one.
  private Experiment of(String what, String title, TextWork work) {
    List<TextWork> works = List.of(work);
    return Experiment.of(PREFIX + what, title, SOURCE, FileState.CACHED)
        .measuring(Measure.MILLISECONDS)
        .add(who.java(JDK, By.JDK, words(what, JDK), List.of(), works))
        .add(who.cached(JDK, By.JDK, words(what, JDK), List.of(), works))
        .add(who.java(PENSTOCK, By.PENSTOCK, words(what, PENSTOCK), Contestants.penstock(), works))
        .add(
            who.cached(PENSTOCK, By.PENSTOCK, words(what, PENSTOCK), Contestants.penstock(), works))
        .remark(
            "Each run is the first use in a process of its own, timed by that process from just"
                + " before the first call to its return; the start of the process is not timed.");
  }

  private Entry peer(String library, String what, List<String> jars, TextWork work) {
    return who.java(library, By.PEER, words(what, library), jars, List.of(work));
  }

  private static List<String> words(String what, String library) {
    return List.of(FirstUse.class.getName(), what, library, FreshProcess.FROM, FreshProcess.TO);
  }

  private static TextWork work(String what, Numbers file, long expected) {
    return TextWork.of(drill(what, file), file, Numbers.SUM)
        .with(FreshProcess.EXPECTED, Long.toString(expected));
  }

  private static Drill drill(String what, Corpus file) {
    return Drill.of(PREFIX + what, file.bytes(), Duration.ZERO);
  }
}
