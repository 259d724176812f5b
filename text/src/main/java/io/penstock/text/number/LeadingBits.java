package io.penstock.text.number;

import java.math.BigInteger;

/// A table of the leading bits of powers of five, which are those of powers of ten too. They are
/// worked out when the first number needs them, which takes less than reading them from a class
/// would.
final class LeadingBits {
  private LeadingBits() {}

  /// Cut off behind so many bits; with fewer, zeros follow.
  ///
  /// @param least exponent, negative
  /// @param most exponent
  /// @return those of 5^(least + i) at index i
  static BigInteger[] ofPowersOfFive(int bits, int least, int most) {
    BigInteger[] leading = new BigInteger[most - least + 1];
    BigInteger five = BigInteger.valueOf(5);
    BigInteger power = BigInteger.ONE;
    for (int exponent = 0; exponent <= Math.max(most, -least); exponent++) {
      int length = power.bitLength();
      if (exponent <= most) {
        leading[exponent - least] = power.shiftLeft(bits).shiftRight(length);
      }
      if (exponent > 0 && exponent <= -least) {
        // It lies between 2^(length - 1) and 2^length: the quotient has as many bits as wanted.
        leading[-exponent - least] = BigInteger.ONE.shiftLeft(length + bits - 1).divide(power);
      }
      power = power.multiply(five);
    }
    return leading;
  }
}
