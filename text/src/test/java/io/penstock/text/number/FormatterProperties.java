package io.penstock.text.number;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Random numbers are written as the JDK writes them.
class FormatterProperties {
  private static final int MILLIONS = 5_000_000;
  private static final int BEGIN = 3;

  private final RandomNumbers random = RandomNumbers.sown(FormatterProperties.class);
  private final byte[] target = new byte[BEGIN + DoubleFormatter.LONGEST_FIXED];

  @Test
  void wholeNumbersAreTheirLongToString() {
    wholeNumbers(RandomNumbers.MANY);
  }

  @Test
  void decimalsAreThoseOfBigDecimal() {
    decimals(RandomNumbers.MANY);
  }

  @Test
  void doublesAreTheirDoubleToString() {
    doubles(RandomNumbers.MANY);
  }

  @Test
  void fixedPlacesAreThoseOfBigDecimal() {
    fixed(RandomNumbers.MANY);
  }

  @Tag("long")
  @Test
  void millionsOfNumbersAreWrittenAsTheJdkWritesThem() {
    wholeNumbers(MILLIONS);
    decimals(MILLIONS);
    doubles(MILLIONS);
    fixed(MILLIONS);
  }

  private void wholeNumbers(int count) {
    for (int i = 0; i < count; i++) {
      long value = random.wholeNumber();
      check(LongFormatter.format(value, target, BEGIN), Long.toString(value));
      Arrays.fill(target, (byte) '#');
      check(LongFormatter.formatWide(value, target, BEGIN), Long.toString(value));
    }
  }

  private void decimals(int count) {
    for (int i = 0; i < count; i++) {
      long units = random.wholeNumber();
      int scale = random.below(19);
      check(
          DecimalFormatter.format(units, scale, target, BEGIN),
          BigDecimal.valueOf(units, scale).toPlainString());
    }
  }

  private void doubles(int count) {
    for (int i = 0; i < count; i++) {
      double value = random.real();
      check(DoubleFormatter.format(value, target, BEGIN), Double.toString(value));
    }
  }

  private void fixed(int count) {
    for (int i = 0; i < count; i++) {
      // Eighths are halfway between decimals.
      double value = random.below(3) == 0 ? random.wholeNumber() % 10_000 / 8.0 : random.real();
      int scale = random.below(19);
      if (Double.isFinite(value)) {
        check(
            DoubleFormatter.formatFixed(value, scale, target, BEGIN),
            new BigDecimal(value).setScale(scale, RoundingMode.HALF_EVEN).toPlainString());
      }
    }
  }

  private void check(int end, String expected) {
    String written = new String(target, BEGIN, end - BEGIN, StandardCharsets.US_ASCII);
    if (!written.equals(expected)) {
      assertThat(written).isEqualTo(expected);
    }
  }
}
