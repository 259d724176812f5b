package io.penstock.evaluate.arrays;

import static io.penstock.report.By.CLASSIC;
import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Approach.Move;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.FileWork;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.report.Axis;
import java.io.IOException;
import java.lang.reflect.Array;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// The gain of a thread that leaves encoding, or the whole write, to others: how long it is held,
/// beside the time until the data is in the file.
final class BackgroundEncoding implements Question {
  private static final int PIECE = 1 << 20;
  private static final String HANDED_OVER =
      "the array belongs to a background thread until it has written it";
  private static final String COPIED =
      "the calling thread copies the array, which it may then change";

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    Extent extent = Extent.of(setting);
    return Stream.of(
            experiment(
                "arrays.write.background.held",
                "How long a write holds the calling thread, where others encode",
                extent,
                UnaryOperator.identity()),
            experiment(
                "arrays.write.background.whole",
                "The same writes until the data is in the file",
                extent,
                BackgroundEncoding::settled))
        .flatMap(extent::usual);
  }

  /// @param end of what is timed of a write that is handed over
  private static Experiment experiment(
      String id, String title, Extent extent, UnaryOperator<Approach> end) {
    FileWork work = extent.moderate(extent.writeInts());
    List<FileWork> ints = extent.byThreads(work);
    long buffers = Extent.scratch(ints, 2L * PIECE, 2);
    long copy = ints.getFirst().fileBytes() + 16L * PIECE;
    Approach classic = ClassicWays.convertShifts(PIECE);
    Approach penstock = PenstockWays.file(Engines.AUTO);
    return ArraysChapter.cached(id, title, "section 7")
        .measuring(Measure.MILLISECONDS)
        .along(Axis.THREADS)
        .on(ints)
        .approach("convert-shifts", CLASSIC, classic)
        .scratch(buffers)
        .approach("convert-background", CLASSIC, ClassicWays.convertBackground(PIECE))
        .scratch(buffers)
        .approach("convert-handed-over", CLASSIC, end.apply(handedOver(classic)))
        .scratch(buffers)
        .note(HANDED_OVER)
        .approach("convert-copied", CLASSIC, end.apply(copied(classic)))
        .scratch(copy)
        .note(COPIED)
        .approach("jdk-channel", JDK, JdkWays::channel)
        .approach("penstock-auto", PENSTOCK, penstock)
        .approach("penstock-handed-over", PENSTOCK, end.apply(handedOver(penstock)))
        .note(HANDED_OVER)
        .approach("penstock-copied", PENSTOCK, end.apply(copied(penstock)))
        .scratch(copy)
        .note(COPIED)
        .yardstick("c", extent.c())
        .remark(
            String.format(
                Locale.ROOT,
                "%d MiB of integers. Shifts encode pieces of 1 MiB, in the background as on the"
                    + " calling thread; threads are those that write.",
                ints.getFirst().fileBytes() / Extent.MEBIBYTE))
        .remark(
            "By convert-background the calling thread itself moves the bytes, as the publication"
                + " has it. ArrayFile has no write that goes on beside the program: a thread of the"
                + " program calls it.");
  }

  /// The same whose run ends when nothing goes on beside the caller any more.
  static Approach settled(Approach way) {
    return (task, array) -> {
      Move write = way.prepare(task, array);
      return Steps.kept(
          () -> {
            write.run();
            write.settle();
          },
          write::close);
    };
  }

  /// The same by a background thread, to which the array is left.
  static Approach handedOver(Approach way) {
    return (task, array) -> inBackground(() -> {}, way.prepare(task, array));
  }

  /// The same, where a copy is left to it, in memory that is kept.
  static Approach copied(Approach way) {
    return (task, array) -> {
      int length = Array.getLength(array);
      Object copy = Array.newInstance(array.getClass().componentType(), length);
      return inBackground(
          () -> System.arraycopy(array, 0, copy, 0, length), way.prepare(task, copy));
    };
  }

  /// A write that a background thread does for the calling one.
  ///
  /// @param source makes the array that is written ready
  private static Move inBackground(Runnable source, Move write) {
    return new Move() {
      private final ExecutorService background =
          Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("writer").factory());
      private Future<?> written = CompletableFuture.completedFuture(true);

      @Override
      public void run() {
        source.run();
        written =
            background.submit(
                () -> {
                  write.run();
                  return true;
                });
      }

      @Override
      public void settle() throws Exception {
        written.get();
      }

      @Override
      public void close() throws IOException {
        background.close();
        write.close();
      }
    };
  }
}
