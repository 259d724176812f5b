package io.penstock.text.number;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LeadingBitsTest {
  private static final BigInteger FIVE = BigInteger.valueOf(5);

  @ParameterizedTest
  @CsvSource({"128,-342,308", "126,-325,293", "64,-3,70", "8,-70,3"})
  void eachPowerBeginsWithItsBitsAndEndsWithZerosIfItHasFewer(int bits, int least, int most) {
    BigInteger[] leading = LeadingBits.ofPowersOfFive(bits, least, most);
    assertThat(leading).hasSize(most - least + 1);
    for (int exponent = least; exponent <= most; exponent++) {
      BigInteger found = leading[exponent - least];
      assertThat(found.bitLength()).as("5^%d", exponent).isEqualTo(bits);
      assertThat(found).as("5^%d", exponent).isEqualTo(leading(bits, exponent));
    }
  }

  // Far more bits of the power than are wanted, and of these the first.
  private static BigInteger leading(int bits, int exponent) {
    int many = 4096;
    BigInteger power =
        exponent >= 0
            ? FIVE.pow(exponent).shiftLeft(many)
            : BigInteger.ONE.shiftLeft(many).divide(FIVE.pow(-exponent));
    return power.shiftRight(power.bitLength() - bits);
  }
}
