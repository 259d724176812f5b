package io.penstock.text.number;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Texts of random numbers are the doubles that the JDK finds, to the bit.
class DoubleParserProperties {
  private static final int MILLIONS = 5_000_000;

  private final RandomNumbers random = RandomNumbers.sown(DoubleParserProperties.class);

  @Test
  void textsOfDecimalsAreRead() {
    decimals(RandomNumbers.MANY);
  }

  @Test
  void doublesAreReadFromTheirShortestText() {
    shortest(RandomNumbers.MANY);
  }

  @Test
  void whatLiesHalfwayBetweenTwoDoublesOrCloseToItIsReadAsTheEvenOrTheNearerOne() {
    halfway(RandomNumbers.MANY / 4);
  }

  @Test
  void whatTheJdkRefusesIsRefusedAndNothingElse() {
    almostNumbers(RandomNumbers.MANY);
  }

  @Tag("long")
  @Test
  void millionsOfTextsAreReadAsTheJdkReadsThem() {
    decimals(MILLIONS);
    shortest(MILLIONS);
    halfway(MILLIONS / 10);
    almostNumbers(MILLIONS / 10);
  }

  private void decimals(int count) {
    for (int i = 0; i < count; i++) {
      check(random.decimalText());
    }
  }

  private void shortest(int count) {
    for (int i = 0; i < count; i++) {
      check(Double.toString(random.real()));
    }
  }

  private void almostNumbers(int count) {
    for (int i = 0; i < count; i++) {
      check(random.almostANumber());
    }
  }

  private void halfway(int count) {
    for (int i = 0; i < count; i++) {
      double below = Math.abs(random.real());
      if (below < Double.MAX_VALUE) {
        BigDecimal middle =
            new BigDecimal(below)
                .add(new BigDecimal(Math.nextUp(below)))
                .divide(BigDecimal.valueOf(2));
        String text = middle.toString();
        check(text);
        check(text.substring(0, Math.min(text.length(), 20 + random.below(20))));
        check(middle.add(middle.ulp()).toString());
        check(middle.subtract(middle.ulp()).toString());
      }
    }
  }

  private static void check(String text) {
    Optional<Double> expected = jdk(text);
    Optional<Double> read = ours(text);
    if (!expected.equals(read)) {
      assertThat(read).as(text).isEqualTo(expected);
    }
  }

  private static Optional<Double> jdk(String text) {
    try {
      return Optional.of(Double.parseDouble(text));
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }

  // In the midst of other digits, which are none of its business.
  private static Optional<Double> ours(String text) {
    byte[] bytes = ("77" + text + "7777777777").getBytes(StandardCharsets.ISO_8859_1);
    try {
      return Optional.of(DoubleParser.parse(bytes, 2, bytes.length - 10));
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }
}
