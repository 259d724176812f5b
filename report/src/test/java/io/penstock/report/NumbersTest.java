package io.penstock.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0         | 0
          2         | 2.00
          1.234     | 1.23
          9.999     | 10.0
          99.96     | 100
          999.4     | 999
          999.6     | 1,000
          12345.6   | 12,346
          0.0012345 | 0.00123
          0.00074   | 0.000740
          0.00000074 | 7.40e-7
          23456789  | 23.5M
          999999999 | 1.00G
          2.5e12    | 2.50T
          9.99e20   | 999E
          9.996e20  | 1.00e21
          1e308     | 1.00e308
          Infinity  | ∞
          """)
  void figuresHaveThreeDigits(double value, String text) {
    assertThat(Numbers.figure(value)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0       | 0
          0.5     | 0.5
          10      | 10
          1000    | 1,000
          0.001   | 0.001
          0.00001 | 1e-5
          2000000 | 2M
          2500000 | 2.5M
          5e300   | 5e300
          2.5e99  | 2.5e99
          """)
  void ticksHaveNoMoreDigitsThanTheyNeed(double value, String text) {
    assertThat(Numbers.tick(value)).isEqualTo(text);
  }

  @Test
  void bytesAreCountedInPowersOfTwo() {
    assertThat(Numbers.bytes(0)).isEqualTo("0 B");
    assertThat(Numbers.bytes(512)).isEqualTo("512 B");
    assertThat(Numbers.bytes(1 << 20)).isEqualTo("1 MiB");
    assertThat(Numbers.bytes(3 << 19)).isEqualTo("1.50 MiB");
    assertThat(Numbers.shortBytes(1 << 16)).isEqualTo("64K");
    assertThat(Numbers.bytes(Long.MAX_VALUE)).isEqualTo("8.00 EiB");
  }

  @Test
  void aRatioShowsWhatItIsWorth() {
    assertThat(Numbers.ratio(0.984)).isEqualTo("0.98×");
    assertThat(Numbers.ratio(12.34)).isEqualTo("12.3×");
    assertThat(Numbers.ratio(0.000145)).isEqualTo("0.00015×");
    assertThat(Numbers.ratio(0)).isEqualTo("0.00×");
    assertThat(Numbers.ratio(Double.POSITIVE_INFINITY)).isEqualTo("∞×");
  }

  @Test
  void durationsShowTheirTwoLargestUnits() {
    assertThat(Numbers.duration(Duration.ofSeconds(8))).isEqualTo("8 s");
    assertThat(Numbers.duration(Duration.ofSeconds(185))).isEqualTo("3 min 05 s");
    assertThat(Numbers.duration(Duration.ofMinutes(62))).isEqualTo("1 h 02 min");
  }
}
