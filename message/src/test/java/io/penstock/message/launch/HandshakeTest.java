package io.penstock.message.launch;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.message.launch.Handshake.Verdict;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HandshakeTest {
  private static final UUID JOB = UUID.randomUUID();
  private static final Hello HELLO = new Hello(Hello.Purpose.PEER, JOB, 3, 1);

  private final JobSecret secret = JobSecret.random();
  private final OneGuest guests = new OneGuest();
  private SocketPair pair;

  /// Expects rank 3 at rank 1, once.
  private static final class OneGuest {
    private boolean came;

    synchronized Verdict admit(Hello hello) {
      if (!hello.equals(HELLO)) {
        return Verdict.UNEXPECTED;
      }
      Verdict verdict = came ? Verdict.DUPLICATE : Verdict.WELCOME;
      came = true;
      return verdict;
    }
  }

  @BeforeEach
  void connect() throws IOException {
    pair = SocketPair.open();
  }

  @AfterEach
  void disconnect() throws IOException {
    pair.close();
  }

  @Test
  void twoWhoKnowTheSecretAgree() throws Exception {
    FutureTask<Hello> host = host(secret);
    call(secret, HELLO);
    assertThat(host.get()).isEqualTo(HELLO);
  }

  @Test
  void nothingIsReadBeyondTheHandshake() throws Exception {
    FutureTask<Hello> host = host(secret);
    call(secret, HELLO);
    SocketPair.wire(pair.caller()).write(new byte[] {42});
    host.get();
    assertThat(SocketPair.wire(pair.host()).read(1)).containsExactly(42);
  }

  @Test
  void aCallerWithoutTheSecretIsRefusedAndTold() {
    FutureTask<Hello> host = host(secret);
    assertThatThrownBy(() -> call(JobSecret.random(), HELLO))
        .isInstanceOf(RefusedException.class)
        .hasMessage("refused, because the caller does not know the job's secret");
    assertRefused(host, "does not know the job's secret");
    assertThat(guests.came).isFalse();
  }

  @Test
  void aHostWithoutTheSecretIsNotBelieved() throws IOException {
    byte[] challenge = Handshake.challenge(Verdict.WELCOME, new byte[Handshake.NONCE_BYTES]);
    byte[] welcome = Handshake.answer(Verdict.WELCOME, new byte[JobSecret.PROOF_BYTES]);
    SocketPair.wire(pair.host()).write(challenge);
    SocketPair.wire(pair.host()).write(welcome);
    assertThatThrownBy(() -> call(secret, HELLO))
        .isInstanceOf(RefusedException.class)
        .hasMessage("who answers does not know the job's secret");
  }

  @Test
  void aProofIsNotAcceptedFromItsAuthor() throws Exception {
    FutureTask<Boolean> echo =
        run(
            () -> {
              TimedChannel wire = SocketPair.wire(pair.host());
              wire.read(Handshake.GREETING_BYTES);
              wire.write(Handshake.challenge(Verdict.WELCOME, new byte[Handshake.NONCE_BYTES]));
              wire.write(Handshake.answer(Verdict.WELCOME, wire.read(JobSecret.PROOF_BYTES)));
              return true;
            });
    assertThatThrownBy(() -> call(secret, HELLO)).isInstanceOf(RefusedException.class);
    assertThat(echo.get()).isTrue();
  }

  @Test
  void aVerdictCannotBeTurnedIntoAnother() throws Exception {
    FutureTask<Boolean> meddler =
        run(
            () -> {
              TimedChannel wire = SocketPair.wire(pair.host());
              byte[] greeting = wire.read(Handshake.GREETING_BYTES);
              byte[] challenge =
                  Handshake.challenge(Verdict.WELCOME, new byte[Handshake.NONCE_BYTES]);
              wire.write(challenge);
              wire.read(JobSecret.PROOF_BYTES);
              byte[] honest =
                  secret.prove(
                      Handshake.label("penstock-1 host"),
                      greeting,
                      challenge,
                      Handshake.code(Verdict.DUPLICATE));
              wire.write(Handshake.answer(Verdict.WELCOME, honest));
              return true;
            });
    assertThatThrownBy(() -> call(secret, HELLO))
        .isInstanceOf(RefusedException.class)
        .hasMessage("who answers does not know the job's secret");
    assertThat(meddler.get()).isTrue();
  }

  @Test
  void aRecordedHandshakeOpensNothing() throws Exception {
    FutureTask<Hello> first = host(secret);
    byte[] greeting = Handshake.greeting(HELLO, new byte[Handshake.NONCE_BYTES]);
    TimedChannel wire = SocketPair.wire(pair.caller());
    wire.write(greeting);
    byte[] challenge = wire.read(Handshake.CHALLENGE_BYTES);
    byte[] proof = secret.prove(Handshake.label("penstock-1 caller"), greeting, challenge);
    wire.write(proof);
    first.get();

    pair.close();
    pair = SocketPair.open();
    FutureTask<Hello> second = host(secret);
    TimedChannel replay = SocketPair.wire(pair.caller());
    replay.write(greeting);
    replay.write(proof);
    assertThat(replay.read(Handshake.CHALLENGE_BYTES)).isNotEqualTo(challenge);
    assertThat(Handshake.verdict(replay.read(Handshake.VERDICT_BYTES)))
        .isEqualTo(Verdict.WRONG_SECRET);
    assertRefused(second, "does not know the job's secret");
  }

  @Test
  void aProofForOneRankIsNoneForAnother() throws Exception {
    FutureTask<Hello> host = host(secret);
    byte[] nonce = new byte[Handshake.NONCE_BYTES];
    TimedChannel wire = SocketPair.wire(pair.caller());
    byte[] sent = Handshake.greeting(HELLO, nonce);
    wire.write(sent);
    byte[] challenge = wire.read(Handshake.CHALLENGE_BYTES);
    byte[] other = Handshake.greeting(new Hello(Hello.Purpose.PEER, JOB, 2, 1), nonce);
    wire.write(secret.prove(Handshake.label("penstock-1 caller"), other, challenge));
    assertRefused(host, "does not know the job's secret");
  }

  @Test
  void whoIsThereAlreadyIsTurnedAway() throws Exception {
    guests.admit(HELLO);
    FutureTask<Hello> host = host(secret);
    assertThatThrownBy(() -> call(secret, HELLO))
        .isInstanceOf(RefusedException.class)
        .hasMessage("refused, because the caller is a rank that is connected already");
    assertRefused(host, "is a rank that is connected already");
  }

  @Test
  void whoBelongsToAnotherJobIsTurnedAwayBeforeAnyProof() {
    FutureTask<Hello> host = host(secret);
    Hello stray = new Hello(Hello.Purpose.PEER, UUID.randomUUID(), 3, 1);
    assertThatThrownBy(() -> call(secret, stray))
        .isInstanceOf(RefusedException.class)
        .hasMessage("refused, because the caller belongs to another job");
    assertRefused(host, "belongs to another job");
  }

  @Test
  void whoSpeaksALaterVersionIsTold() throws Exception {
    FutureTask<Hello> host = host(secret);
    byte[] later = Handshake.greeting(HELLO, new byte[Handshake.NONCE_BYTES]);
    later[11]++;
    TimedChannel wire = SocketPair.wire(pair.caller());
    wire.write(later);
    assertThat(Handshake.verdictIn(wire.read(Handshake.CHALLENGE_BYTES)))
        .isEqualTo(Verdict.WRONG_VERSION);
    assertRefused(host, "speaks another version of the protocol");
  }

  @Test
  void garbageIsTurnedAwayWithoutAnAnswer() throws Exception {
    FutureTask<Hello> host = host(secret);
    byte[] garbage = Arrays.copyOf("GET / HTTP/1.1\r\n\r\n".getBytes(US_ASCII), 72);
    SocketPair.wire(pair.caller()).write(garbage);
    assertRefused(host, "does not speak Penstock's protocol");
    pair.host().close();
    assertThatThrownBy(() -> SocketPair.wire(pair.caller()).read(1))
        .isInstanceOf(EOFException.class);
  }

  @Test
  void whoLeavesInTheMiddleIsLetGo() throws Exception {
    FutureTask<Hello> host = host(secret);
    SocketPair.wire(pair.caller()).write(new byte[17]);
    pair.caller().close();
    assertThatThrownBy(host::get).hasRootCauseMessage("closed after 17 of 72 bytes");
  }

  @Test
  void whoDripsBytesIsNotHeardLongerThanWhoIsSilent() throws Exception {
    FutureTask<Hello> host =
        run(
            () -> {
              TimedChannel wire =
                  new TimedChannel(pair.host(), Deadline.after(Duration.ofMillis(300)));
              return new Handshake(secret).host(wire, JOB, guests::admit);
            });
    TimedChannel drip = SocketPair.wire(pair.caller());
    byte[] greeting = Handshake.greeting(HELLO, new byte[Handshake.NONCE_BYTES]);
    for (int i = 0; i < greeting.length - 1; i++) {
      drip.write(new byte[] {greeting[i]});
    }
    assertThatThrownBy(host::get)
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(SocketTimeoutException.class);
  }

  private void call(JobSecret known, Hello hello) throws IOException {
    new Handshake(known).call(SocketPair.wire(pair.caller()), hello);
  }

  private FutureTask<Hello> host(JobSecret known) {
    SocketChannel channel = pair.host();
    return run(() -> new Handshake(known).host(SocketPair.wire(channel), JOB, guests::admit));
  }

  private static <T> FutureTask<T> run(Callable<T> body) {
    FutureTask<T> task = new FutureTask<>(body);
    Thread.ofVirtual().start(task);
    return task;
  }

  private static void assertRefused(FutureTask<Hello> host, String reason) {
    assertThatThrownBy(host::get)
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(RefusedException.class)
        .cause()
        .hasMessage(reason);
  }
}
