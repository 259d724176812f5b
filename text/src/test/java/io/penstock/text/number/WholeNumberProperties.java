package io.penstock.text.number;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Texts of random whole and decimal numbers are what the JDK says they are.
class WholeNumberProperties {
  private static final int MILLIONS = 5_000_000;

  private final RandomNumbers random = RandomNumbers.sown(WholeNumberProperties.class);

  @Test
  void wholeNumbersAreReadAsTheJdkReadsThem() {
    wholeNumbers(RandomNumbers.MANY);
  }

  @Test
  void whatIsHardlyAWholeNumberIsReadOrRefusedAsByTheJdk() {
    almostWholeNumbers(RandomNumbers.MANY);
  }

  @Test
  void decimalsAreReadExactly() {
    decimals(RandomNumbers.MANY);
  }

  @Test
  void whatIsHardlyADecimalIsReadOrRefused() {
    almostDecimals(RandomNumbers.MANY);
  }

  @Tag("long")
  @Test
  void millionsOfNumbersAreReadAsTheJdkReadsThem() {
    wholeNumbers(MILLIONS);
    decimals(MILLIONS);
  }

  // Fewer: what is refused costs two exceptions.
  @Tag("long")
  @Test
  void halfAMillionTextsThatHardlyAreNumbersAreReadOrRefused() {
    almostWholeNumbers(MILLIONS / 10);
    almostDecimals(MILLIONS / 10);
  }

  private void wholeNumbers(int count) {
    for (int i = 0; i < count; i++) {
      long number = random.wholeNumber();
      checkWhole(Long.toString(number));
      checkWhole("+000" + (number >>> 1));
    }
  }

  private void almostWholeNumbers(int count) {
    for (int i = 0; i < count; i++) {
      checkWhole(Long.toUnsignedString(random.wholeNumber()));
      checkWhole(random.almostANumberOf("01234567899999999999+-"));
      checkWhole(random.almostANumber());
    }
  }

  private void decimals(int count) {
    for (int i = 0; i < count; i++) {
      int scale = random.below(19);
      checkDecimal(BigDecimal.valueOf(random.wholeNumber(), scale).toPlainString(), scale);
    }
  }

  private void almostDecimals(int count) {
    for (int i = 0; i < count; i++) {
      int scale = random.below(19);
      checkDecimal(random.decimalText(), scale);
      checkDecimal(random.almostANumberOf("0123456789012345678999999..+-"), scale);
    }
  }

  private static void checkWhole(String text) {
    Optional<Long> expected = jdk(text);
    Optional<Long> read = ours(text, LongParser::parse);
    if (!expected.equals(read)) {
      assertThat(read).as(text).isEqualTo(expected);
    }
  }

  private static void checkDecimal(String text, int scale) {
    Optional<Long> expected = decimal(text, scale);
    Optional<Long> read =
        ours(text, (bytes, from, to) -> DecimalParser.parse(bytes, from, to, scale));
    if (!expected.equals(read)) {
      assertThat(read).as("%s with %d places", text, scale).isEqualTo(expected);
    }
  }

  private static Optional<Long> jdk(String text) {
    try {
      return Optional.of(Long.parseLong(text));
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }

  private static Optional<Long> decimal(String text, int scale) {
    try {
      BigDecimal number = new BigDecimal(text);
      boolean plain = text.indexOf('e') < 0 && text.indexOf('E') < 0;
      return plain && number.scale() <= scale
          ? Optional.of(number.setScale(scale).unscaledValue().longValueExact())
          : Optional.empty();
    } catch (ArithmeticException | NumberFormatException _) {
      return Optional.empty();
    }
  }

  private static Optional<Long> ours(String text, Parser parser) {
    byte[] bytes = ("7" + text + "77777777").getBytes(StandardCharsets.ISO_8859_1);
    try {
      return Optional.of(parser.parse(bytes, 1, bytes.length - 8));
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }

  private interface Parser {
    long parse(byte[] bytes, int from, int to);
  }
}
