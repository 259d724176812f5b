package io.penstock.cli.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TicksTest {
  @ParameterizedTest
  @CsvSource({
    "0, 10, 5, 0 2 4 6 8 10",
    "0, 1, 4, 0 0.5 1.0",
    "-0.83, 0.92, 8, -0.5 0 0.5",
    "0, 100000000, 2, 0 5e7 1e8",
    "1e-9, 3e-9, 2, 1e-9 2e-9 3e-9",
    "-3e300, 3e300, 3, -2e300 0 2e300"
  })
  void ticksAreRoundAndNoMoreThanFit(double low, double high, int most, String labels) {
    Ticks ticks = Ticks.of(new Range(low, high), most);
    assertThat(ticks.values().stream().map(ticks::label)).containsExactly(labels.split(" ", -1));
  }

  @Test
  void indicesHaveTicksAtWholeNumbers() {
    assertThat(Ticks.whole(new Range(0, 2), 10).values()).isEqualTo(List.of(0.0, 1.0, 2.0));
  }

  @Test
  void aSingleNumberIsItsOwnTick() {
    Ticks ticks = Ticks.of(new Range(2.5, 2.5), 5);
    assertThat(ticks.values()).containsExactly(2.5);
    assertThat(ticks.label(2.5)).isEqualTo("2.5");
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1.0000000000000002, 1.0",
    "-1.0000000000000002, -1, -1.0000000000000002",
    "1e16, 10000000000000002, 1e16",
    "0, 4.9e-324, 0",
    "1e307, 1.7976931348623157e308, 5e307 1e308 1.5e308"
  })
  void rangesAtTheLimitsOfDoublesHaveTicksToo(double low, double high, String values) {
    assertThat(Ticks.of(new Range(low, high), 5).values())
        .containsExactly(
            Stream.of(values.split(" ", -1)).map(Double::valueOf).toArray(Double[]::new));
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "-0.82199, -0.822", "123456, 123500", "12345678, 1.235e7", "1.5e-7, 1.5e-7"})
  void numbersHaveFourDigits(double value, String text) {
    assertThat(Ticks.number(value)).isEqualTo(text);
  }
}
