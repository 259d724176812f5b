package io.penstock.cli.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteSizeTest {
  @ParameterizedTest
  @CsvSource({
    "1048576, 1048576",
    "7B, 7",
    "64MiB, 67108864",
    "1GiB, 1073741824",
    "1g, 1073741824",
    "2kb, 2048",
    "3T, 3298534883328",
    "8388607t, 9223370937343148032"
  })
  void sizesAreReadAsPeopleWriteThem(String text, long bytes) {
    assertThat(ByteSize.parse(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "1.5g", "g", "1x", "1 2", "99999999999999999999", "8388608t"})
  void whatIsNoSizeIsRefused(String text) {
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> ByteSize.parse(text));
  }
}
