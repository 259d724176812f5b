package io.penstock.text.number;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WholeNumberTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-0",
        "+7",
        "12345678",
        "-123456789012345678",
        "9223372036854775807",
        "-9223372036854775808",
        "00000000000000000000000000000042"
      })
  void wholeNumbersAreRead(String text) {
    assertThat(whole(text)).isEqualTo(Long.parseLong(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "+",
        "-",
        "1.0",
        "1e3",
        "1_000",
        " 1",
        "1 ",
        "0x10",
        "--1",
        "1-",
        "1234567:",
        "123456/8",
        "1234567890123456789012x",
        "12\0004",
        "\u0661\u0662"
      })
  void whatIsNoWholeNumberIsRefused(String text) {
    assertThatExceptionOfType(NumberFormatException.class)
        .isThrownBy(() -> whole(text))
        .withMessageStartingWith("not a whole number: ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"9223372036854775808", "-9223372036854775809", "99999999999999999999999999"})
  void whatIsTooLargeIsRefused(String text) {
    assertThatThrownBy(() -> whole(text)).hasMessage("beyond long: '" + text + "'");
  }

  @ParameterizedTest
  @CsvSource({
    "12.3,2,1230",
    "-12.34,2,-1234",
    "+.5,1,5",
    "5.,3,5000",
    "51.,0,51",
    "51.,1,510",
    "-51.,2,-5100",
    "000000000000000000051.,0,51",
    "-0.0,1,0",
    "7,0,7",
    "922337203685477580,1,9223372036854775800",
    "-922337203685477580,1,-9223372036854775800",
    "9.223372036854775807,18,9223372036854775807",
    "-9.223372036854775808,18,-9223372036854775808",
    "0000000000000000000000000.1,1,1"
  })
  void decimalsAreCountsOfTheLastPlace(String text, int scale, long units) {
    assertThat(decimal(text, scale)).isEqualTo(units);
  }

  @ParameterizedTest
  @CsvSource({
    "1.234,2", "1.0,0", ".,0", "1.2.3,4", ".,1", "-,1", "'',1", "1e2,2", "1x,2", "'1,5',2"
  })
  void whatIsNoSuchDecimalIsRefused(String text, int scale) {
    assertThatExceptionOfType(NumberFormatException.class)
        .isThrownBy(() -> decimal(text, scale))
        .withMessageStartingWith("not a number of up to " + scale + " decimal places: ");
  }

  @Test
  void aDecimalThatIsTooLargeWithItsPlacesIsRefused() {
    assertThatThrownBy(() -> decimal("10", 18)).hasMessage("beyond long: '10'");
    assertThatThrownBy(() -> decimal("9223372036854775808", 0))
        .hasMessage("beyond long: '9223372036854775808'");
  }

  @Test
  void thereAreUpTo18Places() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> decimal("1", 19))
        .withMessage("a scale of 19; there are 0 to 18");
    assertThatIllegalArgumentException().isThrownBy(() -> decimal("1", -1));
  }

  @Test
  void aRangeThatLeavesTheArrayIsRefused() {
    byte[] bytes = "1234567890".getBytes(StandardCharsets.US_ASCII);
    assertThatThrownBy(() -> LongParser.parse(bytes, 0, 11))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> LongParser.parse(bytes, 4, 3))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> DecimalParser.parse(bytes, 4, 3, 1))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> DecimalParser.parse(bytes, 5, 11, 1))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  private static long whole(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return LongParser.parse(bytes, 0, bytes.length);
  }

  private static long decimal(String text, int scale) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return DecimalParser.parse(bytes, 0, bytes.length, scale);
  }
}
