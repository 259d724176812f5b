package io.penstock.message.launch;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// What the ranks of one job know and nobody else: 256 random bits.
///
/// A value, safe for use by several threads. It shows itself only when asked by [#hex].
public final class JobSecret {
  static final int BYTES = 32;

  /// Bytes of a proof.
  static final int PROOF_BYTES = 32;

  private static final String ALGORITHM = "HmacSHA256";
  private static final SecureRandom RANDOM = new SecureRandom();

  private final byte[] key;

  private JobSecret(byte[] key) {
    this.key = key;
  }

  /// A new one, from the system's source of randomness.
  public static JobSecret random() {
    return new JobSecret(randomBytes(BYTES));
  }

  /// Reads what [#hex] wrote.
  ///
  /// @throws IllegalArgumentException if these are not 64 hexadecimal digits; the message does not
  ///   repeat them
  public static JobSecret parse(String hex) {
    if (hex.length() != 2 * BYTES || !hex.chars().allMatch(HexFormat::isHexDigit)) {
      throw new IllegalArgumentException("a job secret is 64 hexadecimal digits");
    }
    return new JobSecret(HexFormat.of().parseHex(hex));
  }

  /// The secret itself. It belongs in an environment or a pipe, never on a command line.
  public String hex() {
    return HexFormat.of().formatHex(key);
  }

  static byte[] randomBytes(int count) {
    byte[] bytes = new byte[count];
    RANDOM.nextBytes(bytes);
    return bytes;
  }

  /// HMAC-SHA256 over the parts, one after another. Each use has parts of fixed lengths behind a
  /// first one that tells it from all other uses.
  byte[] prove(byte[]... parts) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      for (byte[] part : parts) {
        mac.update(part);
      }
      return mac.doFinal();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, e);
    }
  }

  /// Compares in a time that does not depend on where the two differ.
  static boolean same(byte[] proof, byte[] other) {
    return MessageDigest.isEqual(proof, other);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof JobSecret secret && same(key, secret.key);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(key);
  }

  @Override
  public String toString() {
    return "JobSecret[hidden]";
  }
}
