package io.penstock.message.launch;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.UUID;

/// The frames of [Handshake] as bytes, big-endian, each of a fixed length.
final class Frames {
  static final int NONCE_BYTES = 32;
  static final int GREETING_BYTES = 72;
  static final int CHALLENGE_BYTES = 44;
  static final int VERDICT_BYTES = Integer.BYTES + JobSecret.PROOF_BYTES;

  private static final byte[] MAGIC = "PENSTOCK".getBytes(US_ASCII);
  private static final int VERSION = 1;
  private static final int LABEL_BYTES = 32;

  private Frames() {}

  /// A label at a fixed length: no two labels can run into what follows them.
  static byte[] label(String text) {
    return Arrays.copyOf(text.getBytes(US_ASCII), LABEL_BYTES);
  }

  static byte[] greeting(Hello hello, byte[] nonce) {
    return ByteBuffer.allocate(GREETING_BYTES)
        .put(MAGIC)
        .putInt(VERSION)
        .putInt(hello.purpose().code())
        .putLong(hello.job().getMostSignificantBits())
        .putLong(hello.job().getLeastSignificantBits())
        .putInt(hello.from())
        .putInt(hello.to())
        .put(nonce)
        .array();
  }

  /// What can be said of a greeting before any proof.
  ///
  /// @throws RefusedException if it is no greeting at all: that is not worth an answer
  static Verdict check(byte[] greeting, UUID job) throws RefusedException {
    requireMagic(greeting);
    ByteBuffer fields = ByteBuffer.wrap(greeting).position(MAGIC.length);
    if (fields.getInt() != VERSION) {
      return Verdict.WRONG_VERSION;
    }
    purpose(fields.getInt());
    return new UUID(fields.getLong(), fields.getLong()).equals(job)
        ? Verdict.WELCOME
        : Verdict.WRONG_JOB;
  }

  /// Reads a greeting that has been checked.
  static Hello hello(byte[] greeting) throws RefusedException {
    ByteBuffer fields = ByteBuffer.wrap(greeting).position(MAGIC.length + Integer.BYTES);
    return new Hello(
        purpose(fields.getInt()),
        new UUID(fields.getLong(), fields.getLong()),
        fields.getInt(),
        fields.getInt());
  }

  private static Purpose purpose(int code) throws RefusedException {
    for (Purpose purpose : Purpose.values()) {
      if (purpose.code() == code) {
        return purpose;
      }
    }
    throw new RefusedException("asks for " + code + ", which is no purpose");
  }

  static byte[] challenge(Verdict verdict, byte[] nonce) {
    return ByteBuffer.allocate(CHALLENGE_BYTES)
        .put(MAGIC)
        .putInt(verdict.code())
        .put(nonce)
        .array();
  }

  static Verdict verdictIn(byte[] challenge) throws RefusedException {
    requireMagic(challenge);
    return verdict(ByteBuffer.wrap(challenge).getInt(MAGIC.length));
  }

  static byte[] answer(Verdict verdict, byte[] proof) {
    return ByteBuffer.allocate(VERDICT_BYTES).putInt(verdict.code()).put(proof).array();
  }

  static Verdict verdict(byte[] answer) throws RefusedException {
    return verdict(ByteBuffer.wrap(answer).getInt());
  }

  static byte[] proof(byte[] answer) {
    return Arrays.copyOfRange(answer, Integer.BYTES, VERDICT_BYTES);
  }

  static byte[] code(Verdict verdict) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(verdict.code()).array();
  }

  private static Verdict verdict(int code) throws RefusedException {
    for (Verdict verdict : Verdict.values()) {
      if (verdict.code() == code) {
        return verdict;
      }
    }
    throw new RefusedException("answers with " + code + ", which is no verdict");
  }

  private static void requireMagic(byte[] frame) throws RefusedException {
    if (!Arrays.equals(frame, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
      throw new RefusedException("does not speak Penstock's protocol");
    }
  }
}
