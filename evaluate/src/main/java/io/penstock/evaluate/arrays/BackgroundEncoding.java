package io.penstock.evaluate.arrays;

import static io.penstock.report.By.C;
import static io.penstock.report.By.CLASSIC;
import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Approach.Move;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Experiment.Entry;
import io.penstock.evaluate.run.FileState;
import io.penstock.evaluate.run.FileWork;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.evaluate.run.Task;
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
                setting,
                Until.CALL_RETURNS),
            experiment(
                "arrays.write.background.whole",
                "The same writes until the data is in the file",
                extent,
                setting,
                Until.ALL_IS_WRITTEN))
        .flatMap(extent::usual);
  }

  private static Experiment experiment(
      String id, String title, Extent extent, Setting setting, Until until) {
    FileWork work = extent.moderate(extent.writeInts());
    List<FileWork> ints = extent.byThreads(work);
    UnaryOperator<Entry> buffers = Extent.scratch(ints, 2L * PIECE, 2);
    long copy = ints.getFirst().fileBytes() + 16L * PIECE;
    Approach classic = ClassicWays.convertShifts(PIECE);
    Approach penstock = PenstockWays.file(Engines.AUTO);
    return Experiment.of(id, title, ArraysChapter.dickensThakur("section 7"), FileState.CACHED)
        .measuring(Measure.MILLISECONDS)
        .along(Axis.THREADS)
        .on(ints)
        .approach("convert-shifts", CLASSIC, classic, buffers)
        .approach("convert-background", CLASSIC, ClassicWays.convertBackground(PIECE), buffers)
        .approach(
            "convert-handed-over",
            CLASSIC,
            HandOver.of(classic, until),
            entry -> buffers.apply(entry).note(HANDED_OVER))
        .approach(
            "convert-copied",
            CLASSIC,
            HandOver.ofCopy(classic, until),
            entry -> entry.scratch(copy).note(COPIED))
        .approach("jdk-channel", JDK, JdkWays::channel)
        .approach("penstock-auto", PENSTOCK, penstock)
        .approach(
            "penstock-handed-over",
            PENSTOCK,
            HandOver.of(penstock, until),
            entry -> entry.note(HANDED_OVER))
        .approach(
            "penstock-copied",
            PENSTOCK,
            HandOver.ofCopy(penstock, until),
            entry -> entry.scratch(copy).note(COPIED))
        .add(Entry.of("c", C, setting.tools().yardstick(), ints))
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

  /// The end of what is timed.
  enum Until {
    CALL_RETURNS,
    ALL_IS_WRITTEN
  }

  /// A write that a background thread does for the calling one.
  static final class HandOver implements Move {
    /// Makes the array that is written ready.
    private final Runnable source;

    private final Move write;
    private final Until until;
    private final ExecutorService background =
        Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("writer").factory());
    private Future<?> written = CompletableFuture.completedFuture(true);

    private HandOver(Runnable source, Move write, Until until) {
      this.source = source;
      this.write = write;
      this.until = until;
    }

    /// Leaves the array to the background thread.
    static Approach of(Approach way, Until until) {
      return (task, array) -> new HandOver(() -> {}, way.prepare(task, array), until);
    }

    /// Leaves a copy to it, in memory that is kept.
    static Approach ofCopy(Approach way, Until until) {
      return (task, array) -> copied(way, until, task, array);
    }

    private static Move copied(Approach way, Until until, Task task, Object array)
        throws Exception {
      int length = Array.getLength(array);
      Object copy = Array.newInstance(array.getClass().componentType(), length);
      return new HandOver(
          () -> System.arraycopy(array, 0, copy, 0, length), way.prepare(task, copy), until);
    }

    @Override
    public void run() throws Exception {
      source.run();
      written =
          background.submit(
              () -> {
                write.run();
                return true;
              });
      if (until == Until.ALL_IS_WRITTEN) {
        written.get();
      }
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
  }
}
