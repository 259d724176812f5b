package io.penstock.array;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AxisSelectionTest {
  @ParameterizedTest
  @CsvSource({
    "1, 4, 3, 2, 1, 5, 10", // the picture in its documentation
    "0, 1, 5, 1, 1, 5, 5",
    "7, 3, 1, 2, 2, 2, 9",
    "7, 1, 1, 9, 9, 9, 16",
    "7, 3, 0, 2, 0, 0, 7"
  })
  void sizeAndEndFollowFromTheTeeth(
      long start, long stride, long count, long block, long last, long size, long end) {
    AxisSelection along = new AxisSelection(start, stride, count, block, last);
    assertThat(along.size()).isEqualTo(size);
    assertThat(along.end()).isEqualTo(end);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-1 | 1 | 1 | 1 | 1 | start -1 must not be negative",
        "0 | 0 | 1 | 1 | 1 | stride 0 must be at least 1",
        "0 | -3 | 0 | 1 | 0 | stride -3 must be at least 1",
        "0 | 1 | -1 | 1 | 0 | count -1 must not be negative",
        "0 | 1 | 1 | 0 | 0 | block 0 must be at least 1",
        "0 | 1 | 0 | 1 | 1 | last block 1 must fit the block of 1",
        "0 | 4 | 2 | 2 | 0 | last block 0 must fit the block of 2",
        "0 | 4 | 2 | 2 | 3 | last block 3 must fit the block of 2",
        "0 | 2 | 2 | 3 | 3 | stride 2 must not be below the block of 3: blocks would overlap"
      })
  void badValuesAreNamed(
      long start, long stride, long count, long block, long last, String message) {
    assertThatThrownBy(() -> new AxisSelection(start, stride, count, block, last))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @ParameterizedTest
  @CsvSource({
    "9223372036854775807, 1, 1, 1, 1",
    "1, 1, 9223372036854775807, 1, 1",
    "0, 4611686018427387904, 3, 1, 1",
    "0, 4294967296, 4294967296, 1, 1",
    "0, 9223372036854775807, 2, 2, 1",
    "5, 1, 1, 9223372036854775807, 9223372036854775803"
  })
  void indicesPastTheRangeOfALongAreRefused(
      long start, long stride, long count, long block, long last) {
    assertThatThrownBy(() -> new AxisSelection(start, stride, count, block, last))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("selected indices overflow: start " + start);
  }

  @Test
  void theLastIndexOfALongMayBeReached() {
    assertThat(AxisSelection.range(0, Long.MAX_VALUE).end()).isEqualTo(Long.MAX_VALUE);
    assertThat(AxisSelection.range(Long.MAX_VALUE - 1, 1).end()).isEqualTo(Long.MAX_VALUE);
    assertThat(new AxisSelection(0, 2, 1L << 62, 2, 1).end()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aRangeIsOneBlock() {
    assertThat(AxisSelection.range(3, 4)).isEqualTo(new AxisSelection(3, 4, 1, 4, 4));
    assertThat(AxisSelection.range(3, 0).size()).isZero();
    assertThat(AxisSelection.range(3, 0).end()).isEqualTo(3);
  }
}
