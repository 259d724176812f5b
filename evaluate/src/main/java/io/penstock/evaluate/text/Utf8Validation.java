package io.penstock.evaluate.text;

import static io.penstock.report.By.C;
import static io.penstock.report.By.JDK;
import static io.penstock.report.By.PENSTOCK;

import io.penstock.evaluate.run.Batch;
import io.penstock.evaluate.run.Drill;
import io.penstock.evaluate.run.DrillTask;
import io.penstock.evaluate.run.Exercise;
import io.penstock.evaluate.run.Experiment;
import io.penstock.evaluate.run.Measure;
import io.penstock.evaluate.run.Question;
import io.penstock.evaluate.run.Reading;
import io.penstock.evaluate.run.Setting;
import io.penstock.text.utf8.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Function;
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
    return Stream.of(
        Experiment.drill(
                "text.utf8",
                "Is it UTF-8? Characters of one to four bytes, mixed, in memory",
                TextChapter.tuning("Reading/Writing Text Files"),
                Measure.THROUGHPUT)
            .on(Drill.of("text-utf8", Extent.MEBIBYTE, Extent.of(setting).batch()))
            .exercise("new-string", JDK, task -> session(task, ByString::new))
            .exercise("penstock", PENSTOCK, task -> session(task, ByPenstock::new))
            .program("c-scalar", C, setting.tools().drills())
            .goal(5, "penstock", "new-string"));
  }

  private static Exercise.Session session(DrillTask task, Function<byte[], Validator> validator) {
    byte[] bytes = mixed(Math.toIntExact(task.drill().bytes()));
    return new Validating(bytes, validator.apply(bytes), new Batch(task));
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

  private interface Validator {
    void run();

    boolean wellFormed();
  }

  private static final class ByString implements Validator {
    private final byte[] bytes;
    private String text = "";

    ByString(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    public void run() {
      text = new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public boolean wellFormed() {
      return text.indexOf('\ufffd') < 0;
    }
  }

  private static final class ByPenstock implements Validator {
    private final byte[] bytes;
    private boolean wellFormed;

    ByPenstock(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    public void run() {
      wellFormed = Utf8.isWellFormed(bytes, 0, bytes.length);
    }

    @Override
    public boolean wellFormed() {
      return wellFormed;
    }
  }

  private static final class Validating implements Exercise.Session {
    private final byte[] bytes;
    private final Validator validator;
    private final Batch batch;

    Validating(byte[] bytes, Validator validator, Batch batch) {
      this.bytes = bytes;
      this.validator = validator;
      this.batch = batch;
    }

    @Override
    public void arm(long salt) {
      bytes[bytes.length - 1] = isBroken(salt) ? NO_CHARACTER : (byte) 'z';
    }

    private static boolean isBroken(long salt) {
      return salt % 2 == 0;
    }

    @Override
    public Reading run() throws Exception {
      return batch.time(this::repeat);
    }

    private void repeat(long times) {
      for (long i = 0; i < times; i++) {
        validator.run();
      }
    }

    @Override
    public Optional<String> fault(long salt) {
      return validator.wellFormed() == isBroken(salt)
          ? Optional.of("it takes the bytes for what they are not")
          : Optional.empty();
    }

    @Override
    public void close() {}
  }
}
