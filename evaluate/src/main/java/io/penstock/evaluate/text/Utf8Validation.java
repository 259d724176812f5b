package io.penstock.evaluate.text;

import static io.penstock.report.By.C;
import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.Drill.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Question.Setting;
import io.penstock.text.utf8.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The cost of finding out whether bytes in memory are UTF-8: characters of one to four bytes,
/// mixed. In every second run a byte near the end is none.
final class Utf8Validation implements Question {
  private static final byte NO_CHARACTER = (byte) 0xff;
  private static final int[] SIZES = {1, 1, 1, 2, 2, 3, 3, 4};

  /// Of characters of one to four bytes.
  private static final byte[] LEADS = {0, 'a', (byte) 0xc4, (byte) 0xe1, (byte) 0xf1};

  @Override
  public Stream<Experiment> experiments(Setting setting) {
    TextExtent extent = TextExtent.of(setting);
    return Stream.of(
        TextExtent.drill(
                "text.utf8",
                "Is it UTF-8? Characters of one to four bytes, mixed, in memory",
                "Reading/Writing Text Files",
                Measure.THROUGHPUT)
            .on(Drill.of("text-utf8", TextExtent.MEBIBYTE, extent.effort().batch()))
            .exercise(
                "new-string",
                JDK,
                task ->
                    validating(
                        bytes -> new String(bytes, StandardCharsets.UTF_8),
                        text -> text.indexOf('\ufffd') < 0,
                        task))
            .exercise(
                "penstock",
                PENSTOCK,
                task ->
                    validating(
                        bytes -> Utf8.isWellFormed(bytes, 0, bytes.length),
                        Boolean::booleanValue,
                        task))
            .program("c-scalar", C, extent.c())
            .goal(5, "penstock", "new-string"));
  }

  /// @param look that is timed
  /// @param wellFormed whether what it came to says so
  private static <T> Exercise.Session validating(
      Function<byte[], T> look, Predicate<T> wellFormed, DrillTask task) {
    byte[] bytes = mixed(Math.toIntExact(task.drill().bytes()));
    AtomicReference<T> found = new AtomicReference<>(look.apply(bytes));
    return Exercise.Session.repeating(
        salt -> bytes[bytes.length - 1] = salt % 2 == 0 ? NO_CHARACTER : (byte) 'z',
        new Batch(task),
        times -> {
          for (long i = 0; i < times; i++) {
            found.setPlain(look.apply(bytes));
          }
        },
        () ->
            wellFormed.test(found.getPlain()) == (bytes[bytes.length - 1] == NO_CHARACTER)
                ? Optional.of("it takes the bytes for what they are not")
                : Optional.empty());
  }

  /// The last one is a character by itself. The same stands in `text_utf8.c`.
  private static byte[] mixed(int length) {
    byte[] bytes = new byte[length];
    int at = 0;
    for (long i = 0; at < length - 1; i++) {
      int size = Math.min(SIZES[Draws.below(SIZES.length, i)], length - 1 - at);
      bytes[at] = LEADS[size];
      for (int rest = 1; rest < size; rest++) {
        bytes[at + rest] = (byte) (0xa0 + (i + rest) % 16);
      }
      at += size;
    }
    return bytes;
  }
}
