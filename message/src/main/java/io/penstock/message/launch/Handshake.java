package io.penstock.message.launch;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
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
/// ranks. The caller proves first: one that does not know the secret learns a random number and
/// nothing else. The secret is never sent. Frames are big-endian, each of a fixed length. The data
/// that follows on the connection is neither signed nor encrypted.
public final class Handshake {
  static final int NONCE_BYTES = 32;
  static final int GREETING_BYTES = 72;
  static final int CHALLENGE_BYTES = 44;
  static final int VERDICT_BYTES = Integer.BYTES + JobSecret.PROOF_BYTES;

  private static final byte[] MAGIC = "PENSTOCK".getBytes(US_ASCII);
  private static final int VERSION = 1;
  private static final int LABEL_BYTES = 32;

  private static final int FIRST_PAUSE_MILLIS = 10;
  private static final int LONGEST_PAUSE_MILLIS = 500;

  private static final byte[] CALLER = label("penstock-1 caller");
  private static final byte[] HOST = label("penstock-1 host");

  private final JobSecret secret;

  /// @param secret of the job
  public Handshake(JobSecret secret) {
    this.secret = secret;
  }

  /// The caller's side.
  ///
  /// @throws RefusedException if one side turns the other down
  /// @throws IOException if the connection ends or the deadline passes before; a busy host drops
  ///   callers, which may try again
  public void call(TimedChannel channel, Hello hello) throws IOException {
    byte[] greeting = greeting(hello, JobSecret.randomBytes(NONCE_BYTES));
    channel.write(greeting);
    byte[] challenge = channel.read(CHALLENGE_BYTES);
    Verdict first = verdictIn(challenge);
    if (first != Verdict.WELCOME) {
      throw refusedBy(first);
    }
    channel.write(secret.prove(CALLER, greeting, challenge));
    judge(channel.read(VERDICT_BYTES), greeting, challenge);
  }

  private void judge(byte[] answer, byte[] greeting, byte[] challenge) throws IOException {
    Verdict verdict = verdict(answer);
    if (verdict == Verdict.WRONG_SECRET) {
      throw refusedBy(verdict); // such a host has nothing to prove to us
    }
    byte[] expected = secret.prove(HOST, greeting, challenge, code(verdict));
    if (!JobSecret.same(proof(answer), expected)) {
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
  /// @return the greeting of the caller, which has been welcomed
  /// @throws RefusedException if the caller is refused; it has received the verdict
  /// @throws DepartedException if the connection ends though the caller named the job, or it is a
  ///   process of the job that is to end
  /// @throws IOException if the connection ends or the deadline passes before
  public Hello host(TimedChannel channel, UUID job, Function<Hello, Verdict> admission)
      throws IOException {
    byte[] greeting = channel.read(GREETING_BYTES);
    Verdict first = check(greeting, job);
    byte[] challenge = challenge(first, JobSecret.randomBytes(NONCE_BYTES));
    if (first != Verdict.WELCOME) {
      channel.write(challenge);
      refuse(first);
    }
    try {
      return examine(channel, greeting, challenge, admission);
    } catch (RefusedException | SocketTimeoutException e) {
      throw e;
    } catch (IOException e) {
      throw new DepartedException(e);
    }
  }

  private Hello examine(
      TimedChannel channel, byte[] greeting, byte[] challenge, Function<Hello, Verdict> admission)
      throws IOException {
    channel.write(challenge);
    byte[] proof = channel.read(JobSecret.PROOF_BYTES);
    if (!JobSecret.same(proof, secret.prove(CALLER, greeting, challenge))) {
      channel.write(answer(Verdict.WRONG_SECRET, new byte[JobSecret.PROOF_BYTES]));
      refuse(Verdict.WRONG_SECRET);
    }
    Hello hello = hello(greeting);
    Verdict verdict = admission.apply(hello);
    byte[] own = secret.prove(HOST, greeting, challenge, code(verdict));
    channel.write(answer(verdict, own));
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

  // ---- connecting ------------------------------------------------------------------------------

  /// Connects and shakes hands. Calls a host again until the deadline if it drops the connection
  /// before it answers, since it may be flooded with foreign callers, or if there is no route to
  /// it, since a network may be down for some seconds.
  ///
  /// @return connected, in blocking mode, without Nagle's delay
  /// @throws RefusedException if one side turns the other down
  /// @throws IOException if there is no answer from there before the deadline
  public static SocketChannel connect(
      InetSocketAddress address, Hello hello, JobSecret secret, Deadline deadline)
      throws IOException {
    InetSocketAddress resolved =
        address.isUnresolved()
            ? new InetSocketAddress(
                InetAddress.getByName(address.getHostString()), address.getPort())
            : address;
    for (int pause = FIRST_PAUSE_MILLIS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS)) {
      try {
        return shaken(open(resolved, deadline), hello, secret, deadline);
      } catch (UnansweredException e) {
        if (deadline.remainingMillis() <= pause) {
          throw e;
        }
        rest(pause);
      }
    }
  }

  /// A call that found no way to the other side, or ended before that had answered: worth another.
  private static final class UnansweredException extends IOException {
    private static final long serialVersionUID = 1;

    UnansweredException(IOException cause) {
      super(cause.getMessage(), cause);
    }
  }

  private static SocketChannel shaken(
      SocketChannel channel, Hello hello, JobSecret secret, Deadline deadline) throws IOException {
    try {
      new Handshake(secret).call(new TimedChannel(channel, deadline), hello);
      channel.socket().setSoTimeout(0);
      return channel;
    } catch (RefusedException | SocketTimeoutException e) {
      channel.close();
      throw e;
    } catch (IOException e) {
      channel.close();
      throw new UnansweredException(e);
    }
  }

  private static SocketChannel open(InetSocketAddress address, Deadline deadline)
      throws IOException {
    SocketChannel channel = SocketChannel.open();
    try {
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.socket().connect(address, Math.max(1, deadline.remainingMillis()));
      return channel;
    } catch (ConnectException | BindException e) {
      channel.close();
      throw e;
    } catch (SocketException e) { // no route to the host, or no network
      channel.close();
      throw new UnansweredException(e);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static void rest(int millis) throws InterruptedIOException {
    try {
      TimeUnit.MILLISECONDS.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while calling");
    }
  }

  // ---- frames ----------------------------------------------------------------------------------

  /// A label, padded to a fixed length, so that none can run into the bytes behind it.
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

  /// The verdict on a greeting before any proof.
  ///
  /// @throws RefusedException if it is no greeting at all, which gets no answer
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

  private static Hello.Purpose purpose(int code) throws RefusedException {
    for (Hello.Purpose purpose : Hello.Purpose.values()) {
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

  /// The answer to a caller. The codes are part of the protocol.
  public enum Verdict {
    WELCOME(0, "is welcome"),
    WRONG_VERSION(1, "speaks another version of the protocol"),
    WRONG_JOB(2, "belongs to another job"),
    WRONG_SECRET(3, "does not know the job's secret"),
    DUPLICATE(4, "is a rank that is connected already"),
    UNEXPECTED(5, "is not expected here"),
    BARRED(6, "is to end");

    private final int code;
    private final String text;

    Verdict(int code, String text) {
      this.code = code;
      this.text = text;
    }

    int code() {
      return code;
    }

    /// The reason, as a predicate of the caller.
    String text() {
      return text;
    }
  }

  /// Signals that a connection broke whose caller had named the job: most likely a process of the
  /// job that ended, whose exit status says why.
  static final class DepartedException extends IOException {
    private static final long serialVersionUID = 1;

    DepartedException(IOException cause) {
      super(cause.getMessage(), cause);
    }
  }
}
