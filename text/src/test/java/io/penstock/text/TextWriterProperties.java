package io.penstock.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.Seed;
import io.penstock.text.utf8.Utf8Codec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Whatever is written, in whatever order, against the bytes of Strings; with buffers of every
/// length around the least, so that every boundary is met.
class TextWriterProperties {
  private static final int TEXTS = 1000;
  private static final int STEPS = 60;
  private static final Template TEMPLATE = Template.of("größe {} of\n{}{}");

  private final Random random = Seed.sow(TextWriterProperties.class);
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final ByteArrayOutputStream expected = new ByteArrayOutputStream();

  @Test
  void allThatIsWrittenIsThereInItsOrder() throws IOException {
    for (int i = 0; i < TEXTS; i++) {
      begin();
      try (TextWriter writer = TextWriter.of(written, options())) {
        for (int step = 0; step < STEPS; step++) {
          write(writer);
        }
      }
      assertThat(written.toByteArray()).isEqualTo(expected.toByteArray());
    }
  }

  @Test
  void aLineBufferedWriterHasHandedOverEveryLineThatHasEnded() throws IOException {
    for (int i = 0; i < TEXTS; i++) {
      begin();
      try (TextWriter writer = TextWriter.lineBuffered(written, options())) {
        for (int step = 0; step < STEPS / 4; step++) {
          write(writer);
          byte[] all = expected.toByteArray();
          int ended = ByteScan.findLast(all, 0, all.length, (byte) '\n') + 1;
          assertThat(written.size()).isGreaterThanOrEqualTo(ended);
        }
      }
      assertThat(written.toByteArray()).isEqualTo(expected.toByteArray());
    }
  }

  @Test
  void linesOfNumbersAreReadAsTheyWereWritten() throws IOException {
    List<Double> numbers = new ArrayList<>();
    begin();
    try (TextWriter writer = TextWriter.of(written, options())) {
      for (int i = 0; i < 20 * TEXTS; i++) {
        double number = Double.longBitsToDouble(random.nextLong());
        numbers.add(number);
        writer.number(number).character(',').number(random.nextLong()).newline();
      }
    }
    List<Double> read = new ArrayList<>();
    Fields fields = Fields.separatedBy(',');
    Lines.of(new ByteArrayInputStream(written.toByteArray()))
        .withChunk(16)
        .forEach(
            line -> {
              assertThat(fields.of(line).next()).isTrue();
              read.add(fields.field().parseDouble());
            });
    assertThat(read).isEqualTo(numbers);
  }

  private void begin() {
    written.reset();
    expected.reset();
  }

  private WriterOptions options() {
    return WriterOptions.usual()
        .withBuffer(WriterOptions.LEAST_BUFFER + random.nextInt(40))
        .withCodec(Utf8Codec.replacing());
  }

  // A surrogate is alone even where another one is written behind it.
  private void expect(String text) {
    expected.writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  private void write(TextWriter writer) throws IOException {
    switch (random.nextInt(9)) {
      case 0 -> {
        String text = text();
        writer.text(text);
        expect(text);
      }
      case 1 -> {
        int c = random.nextInt(Character.MAX_CODE_POINT + 1);
        int character = Character.isSurrogate((char) c) ? 'x' : c;
        writer.character(character);
        expect(Character.toString(character));
      }
      case 2 -> {
        byte[] bytes = text().getBytes(StandardCharsets.UTF_8);
        writer.slice(ByteSlice.of(bytes));
        expected.writeBytes(bytes);
      }
      case 3 -> {
        long number = random.nextLong() >> random.nextInt(Long.SIZE);
        writer.number(number);
        expect("" + number);
      }
      case 4 -> {
        double number = Double.longBitsToDouble(random.nextLong());
        writer.number(number);
        expect("" + number);
      }
      case 5 -> {
        double number =
            random.nextInt(20) == 0 ? random.nextDouble() * 1e300 : random.nextGaussian();
        int scale = random.nextInt(19);
        writer.fixed(number, scale);
        expect(new BigDecimal(number).setScale(scale, RoundingMode.HALF_EVEN).toPlainString());
      }
      case 6 -> {
        long units = random.nextLong() >> random.nextInt(Long.SIZE);
        int scale = random.nextInt(19);
        writer.decimal(units, scale);
        expect(BigDecimal.valueOf(units, scale).toPlainString());
      }
      case 7 -> {
        writer.newline();
        expect("\n");
      }
      default -> {
        String text = text();
        long number = random.nextInt(1000);
        writer.fill(TEMPLATE).with(number).with(text).with(0.5);
        expect("größe " + number + " of\n");
        expect(text);
        expect("0.5");
      }
    }
  }

  /// Mostly short; long ones are cut into what the buffer holds.
  private String text() {
    StringBuilder text = new StringBuilder();
    for (int left = random.nextInt(random.nextInt(20) == 0 ? 20_000 : 60); left > 0; left--) {
      text.append("aé大\ud83d\ude00\n\ud800".charAt(random.nextInt(random.nextBoolean() ? 3 : 7)));
    }
    return text.toString();
  }
}
