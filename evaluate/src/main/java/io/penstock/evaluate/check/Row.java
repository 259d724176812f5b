package io.penstock.evaluate.check;

import io.penstock.evaluate.run.AbsentException;
import io.penstock.evaluate.run.Work;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/// A figure of the evaluation that can be had in another way too.
///
/// @param experiment its id
/// @param approach in it
/// @param place the work whose figure it is, among those of the approach
/// @param way the independent one, in a few words
/// @param independent measures in it
record Row(
    String experiment,
    String approach,
    Predicate<Work> place,
    String way,
    Independent independent) {
  private static final String C = "C loop, own clock";
  private static final String JAVA = "Java loop, own clock";
  private static final String COMMAND = "whole commands";
  private static final long BLOCK_BYTES = 4096;
  private static final long MESSAGE_BYTES = 8;
  private static final int INTS = 1000;

  /// A way of measuring without the evaluation's machinery.
  @FunctionalInterface
  interface Independent {
    /// Measures.
    ///
    /// @return the figure in the unit of the experiment
    /// @throws AbsentException if this machine lacks what it needs
    /// @throws IOException if it fails
    double figure(Site site) throws AbsentException, IOException, InterruptedException;
  }

  /// All rows, in the order of the chapters.
  static List<Row> all() {
    return List.of(
        new Row("arrays.read.cached", "c", Row::isByOneThread, C, Row::readInC),
        new Row("arrays.read.cached", "penstock-auto", Row::isByOneThread, JAVA, Row::readInJava),
        new Row("arrays.random", "c", Row::isByOneThread, C, Row::readAtRandom),
        new Row("batches.cached", "jdk-channel", Row::isByOneThread, JAVA, Row::readPages),
        new Row("messages.allocate", "penstock", bytes(BLOCK_BYTES), JAVA, Row::lease),
        new Row("messages.tcp.latency", "c-sockets", bytes(MESSAGE_BYTES), C, Row::pingPong),
        new Row("text.newlines", "wc", Row::isAny, COMMAND, Row::wc),
        new Row("text.newlines", "c-scalar", Row::isAny, C, Row::newlines),
        new Row("files.copy.large", "c-read-write", Row::isAny, C, Row::copy),
        new Row("objects.array.ints.1000.save", "object-streams", Row::isAny, JAVA, Row::save),
        new Row("start.command.version", "penstock", Row::isAny, COMMAND, Row::version));
  }

  private static boolean isAny(Work work) {
    return true;
  }

  private static boolean isByOneThread(Work work) {
    return work.threads() == 1;
  }

  private static Predicate<Work> bytes(long number) {
    return work -> work.bytes() == number;
  }

  private static double readInC(Site site)
      throws AbsentException, IOException, InterruptedException {
    return site.work().bytes() / site.c("read", site.file());
  }

  private static double readInJava(Site site)
      throws AbsentException, IOException, InterruptedException {
    return site.work().bytes() / site.java(PlainLoop.READ, site.file());
  }

  private static double readAtRandom(Site site)
      throws AbsentException, IOException, InterruptedException {
    long reads = site.work().bytes() / site.work().requestBytes().orElseThrow();
    return 1e3 / site.c("random", site.file(), Long.toString(reads));
  }

  private static double readPages(Site site)
      throws AbsentException, IOException, InterruptedException {
    return 1e3 / site.java(PlainLoop.PAGES, site.file());
  }

  private static double lease(Site site) throws AbsentException, IOException, InterruptedException {
    return site.java(PlainLoop.LEASE, Long.toString(BLOCK_BYTES));
  }

  private static double pingPong(Site site)
      throws AbsentException, IOException, InterruptedException {
    return 1e-3 * site.c("ping-pong", Long.toString(MESSAGE_BYTES));
  }

  private static double wc(Site site) throws AbsentException, IOException, InterruptedException {
    return site.work().bytes() / site.command(List.of("wc", "-l", site.file()));
  }

  private static double newlines(Site site)
      throws AbsentException, IOException, InterruptedException {
    return site.work().bytes() / site.c("newlines", site.file());
  }

  private static double copy(Site site) throws AbsentException, IOException, InterruptedException {
    String to = site.folder().resolve("cross-check.copy").toString();
    return site.work().bytes() / site.c("copy", site.file(), to);
  }

  private static double save(Site site) throws AbsentException, IOException, InterruptedException {
    return 1e-3 * site.java(PlainLoop.SAVE, Integer.toString(INTS));
  }

  private static double version(Site site)
      throws AbsentException, IOException, InterruptedException {
    return 1e-6 * site.command(List.of(site.penstock(), "--version"));
  }

  /// The experiment and the approach, as a reader finds them in the evaluation's own table.
  String figure() {
    return String.format(Locale.ROOT, "%s: %s", experiment, approach);
  }
}
