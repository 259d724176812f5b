package io.penstock.message.launch;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.UUID;
import java.util.function.Function;

/// A handshake by which two processes of a job prove to each other that both know its secret.
///
/// | from | frame | bytes |
/// |---|---|---|
/// | caller | greeting: `PENSTOCK`, version, purpose, job, both ranks, nonce | 72 |
/// | host | challenge: `PENSTOCK`, verdict so far, nonce | 44 |
/// | caller | proof: HMAC-SHA256 over its label, greeting and challenge | 32 |
/// | host | verdict, and its proof over its label, greeting, challenge and verdict | 36 |
///
/// Both nonces are 256 fresh random bits, so that no recorded answer fits a second time; the labels
/// differ, so that no answer can be sent back to its author; the greeting binds job, purpose and
/// ranks. The caller proves first: a stranger learns a random number and nothing else. The secret
/// is never sent. What follows on the connection is neither signed nor encrypted.
public final class Handshake {
  private static final byte[] CALLER = Frames.label("penstock-1 caller");
  private static final byte[] HOST = Frames.label("penstock-1 host");

  private final JobSecret secret;

  /// @param secret of the job
  public Handshake(JobSecret secret) {
    this.secret = secret;
  }

  /// The caller's side.
  ///
  /// @throws RefusedException if one side turns the other down
  /// @throws IOException if the connection ends or the deadline passes before; a busy host drops
  ///   callers, who may try again
  public void call(Wire wire, Hello hello) throws IOException {
    byte[] greeting = Frames.greeting(hello, nonce());
    wire.write(greeting);
    byte[] challenge = wire.read(Frames.CHALLENGE_BYTES);
    Verdict first = Frames.verdictIn(challenge);
    if (first != Verdict.WELCOME) {
      throw refusedBy(first);
    }
    wire.write(secret.prove(CALLER, greeting, challenge));
    judge(wire.read(Frames.VERDICT_BYTES), greeting, challenge);
  }

  private void judge(byte[] answer, byte[] greeting, byte[] challenge) throws IOException {
    Verdict verdict = Frames.verdict(answer);
    if (verdict == Verdict.WRONG_SECRET) {
      throw refusedBy(verdict); // such a host has nothing to prove to us
    }
    byte[] expected = secret.prove(HOST, greeting, challenge, Frames.code(verdict));
    if (!JobSecret.same(Frames.proof(answer), expected)) {
      throw new RefusedException("who answers does not know the job's secret");
    }
    if (verdict != Verdict.WELCOME) {
      throw refusedBy(verdict);
    }
  }

  private static RefusedException refusedBy(Verdict verdict) {
    return new RefusedException("refused, because the caller " + verdict.text());
  }

  /// The host's side.
  ///
  /// @param job whose processes may call
  /// @param admission decides about a caller that has proven to belong to the job
  /// @return who called and has been told that it is welcome
  /// @throws RefusedException if the caller is turned down; it has been told
  /// @throws DepartedException if the connection ends though the caller named the job, or it is a
  ///   process of the job that is to end
  /// @throws IOException if the connection ends or the deadline passes before
  public Hello host(Wire wire, UUID job, Function<Hello, Verdict> admission) throws IOException {
    byte[] greeting = wire.read(Frames.GREETING_BYTES);
    Verdict first = Frames.check(greeting, job);
    byte[] challenge = Frames.challenge(first, nonce());
    if (first != Verdict.WELCOME) {
      wire.write(challenge);
      refuse(first);
    }
    try {
      return examine(wire, greeting, challenge, admission);
    } catch (RefusedException | SocketTimeoutException e) {
      throw e;
    } catch (IOException e) {
      throw new DepartedException(e);
    }
  }

  private Hello examine(
      Wire wire, byte[] greeting, byte[] challenge, Function<Hello, Verdict> admission)
      throws IOException {
    wire.write(challenge);
    byte[] proof = wire.read(JobSecret.PROOF_BYTES);
    if (!JobSecret.same(proof, secret.prove(CALLER, greeting, challenge))) {
      wire.write(Frames.answer(Verdict.WRONG_SECRET, new byte[JobSecret.PROOF_BYTES]));
      refuse(Verdict.WRONG_SECRET);
    }
    Hello hello = Frames.hello(greeting);
    Verdict verdict = admission.apply(hello);
    byte[] own = secret.prove(HOST, greeting, challenge, Frames.code(verdict));
    wire.write(Frames.answer(verdict, own));
    if (verdict == Verdict.BARRED) {
      throw new DepartedException(new IOException(verdict.text()));
    }
    refuse(verdict);
    return hello;
  }

  private static void refuse(Verdict verdict) throws RefusedException {
    if (verdict != Verdict.WELCOME) {
      throw new RefusedException(verdict.text());
    }
  }

  private static byte[] nonce() {
    return JobSecret.randomBytes(Frames.NONCE_BYTES);
  }
}
