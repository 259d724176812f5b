package io.penstock.text.number;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DoubleParserTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-0",
        "-0.0",
        "+0e999999999999999999999",
        "1",
        "1.",
        ".5",
        "-.5",
        "+12.25",
        "9007199254740991",
        "9007199254740992",
        "9007199254740993",
        "9007199254740993.0000000000000000000000000001",
        "9007199254740995",
        "18446744073709551615",
        "18446744073709551616",
        "99999999999999999999",
        "9223372036854775808",
        "1e22",
        "1e23",
        "1.0e-23",
        "8.41e21",
        "9.5367431640625e-07",
        "5e-324",
        "4.9e-324",
        "2.4703282292062327e-324",
        "2.4703282292062328e-324",
        "2.47e-324",
        "2.2250738585072011e-308",
        "2.2250738585072012e-308",
        "2.2250738585072014e-308",
        "1.7976931348623157e308",
        "1.7976931348623158e308",
        "1.7976931348623159e308",
        "-1.7976931348623159e308",
        "1e308",
        "1e309",
        "1e-342",
        "1e-343",
        "1e-400",
        "1e99999999999999999999",
        "1e-99999999999999999999",
        "-1e-99999999999999999999",
        "00000000000000000000000000000000000001",
        "0.00000000000000000000000000000000000012345678901234567",
        "100000000000000000000000000000000000000",
        "0.1000000000000000055511151231257827021181583404541015625",
        "0.500000000000000166533453693773481063544750213623046875",
        "3.141592653589793238462643383279502884197169399375105820974944592307816406286",
        "7.2057594037927933e16",
        "1090544144181609348671888949248",
        "1090544144181609348835077142190",
        "6.631236846766476e-316",
        "3.2378839133029012895883524125015321748630094985155e-319",
        "NaN",
        "-NaN",
        "Infinity",
        "-Infinity",
        "+Infinity",
        "0x1.8p1",
        "-0x1p-1074",
        "0x1.fffffffffffff8p1023",
        "1d",
        "1.5F",
        "2e3D",
        " 1.5",
        "1.5 ",
        "\t-7\r"
      })
  void isReadAsTheJdkReadsIt(String text) {
    assertThat(Double.doubleToRawLongBits(parse(text)))
        .isEqualTo(Double.doubleToRawLongBits(Double.parseDouble(text)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "+",
        "-",
        ".",
        "-.",
        "e5",
        "1e",
        "1e+",
        "1e-",
        "1E1.5",
        "1_000",
        "1,5",
        "1..5",
        "1.5.2",
        "--1",
        "+-1",
        "- 1",
        "nan",
        "infinity",
        "Inf",
        "0x",
        "0x1",
        "1dd",
        "1e5x",
        "\u0661",
        "1\u00a0",
        "12345678x",
        "123456789012345678901234567890x"
      })
  void isRefused(String text) {
    assertThatThrownBy(() -> Double.parseDouble(text)).isInstanceOf(NumberFormatException.class);
    assertThatExceptionOfType(NumberFormatException.class)
        .isThrownBy(() -> parse(text))
        .withMessageStartingWith("not a number: ");
  }

  @Test
  void theMessageIsOneLineThatShowsTheText() {
    assertThatThrownBy(() -> parse("1\n2")).hasMessage("not a number: '1\\u000a2'");
    assertThatThrownBy(() -> parse("")).hasMessage("not a number: empty");
  }

  @Test
  void theMessageShowsTheTextWhereverItLies() {
    byte[] bytes = "77xyz77".getBytes(StandardCharsets.US_ASCII);
    assertThatThrownBy(() -> DoubleParser.parse(bytes, 2, 5)).hasMessage("not a number: 'xyz'");
  }

  @Test
  void aLongTextIsShownByItsBegin() {
    assertThatThrownBy(() -> parse("9".repeat(60) + "x"))
        .hasMessage("not a number: '" + "9".repeat(60) + "...'");
  }

  @Test
  void tensOfThousandsOfDigitsAreRead() {
    String digits = "123456789".repeat(10_000);
    assertThat(parse("0." + digits)).isEqualTo(Double.parseDouble("0." + digits));
    assertThat(parse(digits)).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(parse(digits + "e-90000")).isEqualTo(Double.parseDouble("0." + digits));
    assertThat(parse("0." + "0".repeat(90_000) + "125e90000")).isEqualTo(0.125);
  }

  // One number in 2^64 is such for an exponent: no random search finds one.
  @ParameterizedTest
  @CsvSource({"9586467486297153595,-46", "9792353653691471313,270", "9495784171365944765,-329"})
  void whatMoreBitsOfThePowerCouldCarryIntoIsLeftToTheJdk(String w, int q) {
    assertThat(EiselLemire.nearest(Long.parseUnsignedLong(w), q)).isEqualTo(EiselLemire.UNKNOWN);
    assertThat(parse(w + "e" + q)).isEqualTo(Double.parseDouble(w + "e" + q));
  }

  @Test
  void whatFollowsTheRangeIsNotLookedAt() {
    assertThat(DoubleParser.parse("x1.25e77".getBytes(StandardCharsets.US_ASCII), 1, 5))
        .isEqualTo(1.25);
  }

  @Test
  void aRangeThatLeavesTheArrayIsRefused() {
    byte[] bytes = "1234567890".getBytes(StandardCharsets.US_ASCII);
    assertThatThrownBy(() -> DoubleParser.parse(bytes, 0, 11))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> DoubleParser.parse(bytes, -1, 5))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> DoubleParser.parse(bytes, 5, 4))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  private static double parse(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return DoubleParser.parse(bytes, 0, bytes.length);
  }
}
