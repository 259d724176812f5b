package io.penstock.text.number;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FormatterTest {
  private final byte[] target = new byte[DoubleFormatter.LONGEST_FIXED];

  @Test
  void eachCountOfDigitsIsWritten() {
    long power = 1;
    for (int digits = 1; digits <= 19; digits++) {
      for (long value : new long[] {power - 1, power, power + 1, -power, 1 - power}) {
        assertThat(text(LongFormatter.format(value, target, 0))).isEqualTo(Long.toString(value));
        Arrays.fill(target, (byte) '#');
        assertThat(text(LongFormatter.formatWide(value, target, 0)))
            .isEqualTo(Long.toString(value));
      }
      power *= 10;
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, Long.MIN_VALUE + 1, Long.MAX_VALUE, Integer.MIN_VALUE})
  void theLargestAreWritten(long value) {
    int end = LongFormatter.format(value, target, 0);
    assertThat(text(end)).isEqualTo(Long.toString(value));
    assertThat(end).isLessThanOrEqualTo(LongFormatter.LONGEST);
    assertThat(text(LongFormatter.formatWide(value, target, 0))).isEqualTo(Long.toString(value));
  }

  @Test
  void moreThanTheWidthIsNeverChanged() {
    for (long value : new long[] {0, -1, 99_999_999, 100_000_000, Long.MAX_VALUE, Long.MIN_VALUE}) {
      Arrays.fill(target, (byte) '#');
      LongFormatter.formatWide(value, target, 0);
      assertThat(text(target.length).substring(LongFormatter.WIDEST))
          .containsOnlyOnce("#".repeat(target.length - LongFormatter.WIDEST));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0,2,0.00",
    "-5,2,-0.05",
    "1230,2,12.30",
    "7,0,7",
    "-9223372036854775808,18,-9.223372036854775808",
    "-9223372036854775808,1,-922337203685477580.8",
    "9223372036854775807,0,9223372036854775807"
  })
  void decimalsHaveTheirPlaces(long units, int scale, String expected) {
    int end = DecimalFormatter.format(units, scale, target, 0);
    assertThat(text(end)).isEqualTo(expected);
    assertThat(end).isLessThanOrEqualTo(DecimalFormatter.LONGEST);
  }

  @ParameterizedTest
  @ValueSource(
      doubles = {
        0.0,
        -0.0,
        1,
        -1,
        0.1,
        0.001,
        0.0009999999999999998,
        9999999.999999998,
        1e7,
        1e23,
        2e23,
        9007199254740994.0,
        123456.789,
        0.010000000000000002,
        8.41e21,
        2.0e-3,
        4.9e-324,
        9.9e-324,
        1.5e-323,
        2.2250738585072014e-308,
        2.225073858507201e-308,
        1.7976931348623157e308,
        -1.7976931348623157e308,
        -2.2250738585072014e-308,
        100,
        1e-3,
        1e-4,
        1e6,
        2251799813685248.5,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY
      })
  void aDoubleIsItsDoubleToString(double value) {
    int end = DoubleFormatter.format(value, target, 0);
    assertThat(text(end)).isEqualTo(Double.toString(value));
    assertThat(end).isLessThanOrEqualTo(DoubleFormatter.LONGEST);
  }

  @Test
  void eachPowerOfTwoIsItsDoubleToString() {
    for (int exponent = -1074; exponent <= 1023; exponent++) {
      double power = Math.scalb(1.0, exponent);
      assertThat(text(DoubleFormatter.format(power, target, 0))).isEqualTo(Double.toString(power));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1.005,2,1.00",
    "0.125,2,0.12",
    "0.375,2,0.38",
    "2.5,0,2",
    "3.5,0,4",
    "0.5,0,0",
    "-1.5,0,-2",
    "9.999,2,10.00",
    "-0.001,2,0.00",
    "-0.0,1,0.0",
    "1e-300,18,0.000000000000000000",
    "1e23,1,99999999999999991611392.0",
    "9223372036854775807,0,9223372036854775808",
    "NaN,2,NaN",
    "-Infinity,2,-Infinity"
  })
  void fixedPlacesAreRoundedFromTheExactValueHalfwayToTheEvenDigit(
      double value, int scale, String expected) {
    assertThat(text(DoubleFormatter.formatFixed(value, scale, target, 0))).isEqualTo(expected);
  }

  @Test
  void theLongestFixedNumberHasRoom() {
    assertThat(DoubleFormatter.formatFixed(-Double.MAX_VALUE, 18, target, 0))
        .isLessThanOrEqualTo(DoubleFormatter.LONGEST_FIXED);
  }

  @Test
  void aNumberGoesWhereItShould() {
    byte[] around = "[......]".getBytes(StandardCharsets.US_ASCII);
    assertThat(LongFormatter.format(-1234, around, 2)).isEqualTo(7);
    assertThat(around).asString(StandardCharsets.US_ASCII).isEqualTo("[.-1234]");
  }

  @Test
  void anArrayWithoutRoomIsRefused() {
    assertThatThrownBy(() -> LongFormatter.format(12345, new byte[4], 0))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> LongFormatter.format(Long.MIN_VALUE, new byte[4], 0))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> DecimalFormatter.format(Long.MIN_VALUE, 2, new byte[20], 0))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> DoubleFormatter.format(1.25, new byte[3], 0))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> DoubleFormatter.formatFixed(1.25, 9, new byte[9], 0))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> DoubleFormatter.format(Double.NaN, new byte[2], 0))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void thereAreUpTo18Places() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DoubleFormatter.formatFixed(1, 19, target, 0))
        .withMessage("a scale of 19; there are 0 to 18");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DecimalFormatter.format(1, -1, target, 0));
  }

  private String text(int end) {
    return new String(target, 0, end, StandardCharsets.US_ASCII);
  }
}
