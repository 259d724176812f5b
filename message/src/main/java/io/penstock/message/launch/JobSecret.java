package io.penstock.message.launch;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;

/// The shared secret of one job's ranks, 256 random bits: proves that a caller belongs to the job.
///
/// A value, safe for use by several threads. It shows itself only when asked by [#hex].
public final class JobSecret {
  static final int BYTES = 32;

  /// Bytes of a proof.
  static final int PROOF_BYTES = 32;

  /// The system's source of randomness. Java's own generator reads it too, but only once it has
  /// looked up its provider, which takes a fresh JVM 15 ms.
  private static final String SOURCE = "/dev/urandom";

  private static final String HASH = "SHA-256";
  private static final int HASH_BLOCK_BYTES = 64;
  private static final byte INNER = 0x36;
  private static final byte OUTER = 0x5c;

  private final byte[] key;

  private JobSecret(byte[] key) {
    this.key = key;
  }

  /// A new one, from the system's source of randomness.
  public static JobSecret random() {
    return new JobSecret(randomBytes(BYTES));
  }

  /// The inverse of [#hex].
  ///
  /// @throws IllegalArgumentException if these are not 64 hexadecimal digits; the message does not
  ///   repeat them
  public static JobSecret parse(String hex) {
    boolean digits = hex.length() == 2 * BYTES;
    for (int i = 0; i < hex.length(); i++) {
      digits &= HexFormat.isHexDigit(hex.charAt(i));
    }
    if (!digits) {
      throw new IllegalArgumentException("a job secret is 64 hexadecimal digits");
    }
    return new JobSecret(HexFormat.of().parseHex(hex));
  }

  /// The secret itself. It belongs in an environment or a pipe, never on a command line.
  public String hex() {
    return HexFormat.of().formatHex(key);
  }

  static byte[] randomBytes(int count) {
    try (InputStream source = new FileInputStream(SOURCE)) {
      byte[] bytes = source.readNBytes(count);
      if (bytes.length == count) {
        return bytes;
      }
    } catch (IOException e) {
      // A system without it: Java knows another source.
    }
    byte[] bytes = new byte[count];
    new SecureRandom().nextBytes(bytes);
    return bytes;
  }

  /// HMAC-SHA256 over the parts, one after another. Each use has parts of fixed lengths behind a
  /// first one that distinguishes it from all other uses.
  ///
  /// Made of the JDK's SHA-256 as RFC 2104 says, because its `Mac` checks all providers first,
  /// which takes a fresh JVM 20 ms.
  byte[] prove(byte[]... parts) {
    try {
      MessageDigest hash = MessageDigest.getInstance(HASH);
      hash.update(pad(INNER));
      for (byte[] part : parts) {
        hash.update(part);
      }
      byte[] inner = hash.digest();
      hash.update(pad(OUTER));
      return hash.digest(inner);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has " + HASH, e);
    }
  }

  private byte[] pad(byte mask) {
    byte[] block = Arrays.copyOf(key, HASH_BLOCK_BYTES);
    for (int i = 0; i < block.length; i++) {
      block[i] ^= mask;
    }
    return block;
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
