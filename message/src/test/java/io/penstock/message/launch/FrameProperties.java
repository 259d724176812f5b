package io.penstock.message.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.message.launch.Handshake.Verdict;
import io.penstock.message.launch.Registration.Attendance;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Frames of the handshake and the registration, random and mutated: each is understood or turned
/// down by an exception for bad input, never by another one, and never with a large allocation.
@Timeout(120)
class FrameProperties {
  private static final int CASES = 20_000;
  private static final int CALLS = 2_000;
  private static final int SIZE = 9;

  private final SplittableRandom random = new SplittableRandom(20261121);

  @Test
  void greetingsSurviveTheirEncoding() throws IOException {
    for (int i = 0; i < CASES; i++) {
      Hello hello = hello();
      byte[] greeting = Handshake.greeting(hello, bytes(Handshake.NONCE_BYTES));
      assertThat(Handshake.check(greeting, hello.job())).isEqualTo(Verdict.WELCOME);
      assertThat(Handshake.hello(greeting)).as("case %d", i).isEqualTo(hello);
    }
  }

  @Test
  void mutatedGreetingsAreUnderstoodOrTurnedDown() {
    for (int i = 0; i < CASES; i++) {
      Hello hello = hello();
      byte[] mutant = mutated(Handshake.greeting(hello, bytes(Handshake.NONCE_BYTES)));
      byte[] greeting = Arrays.copyOf(mutant, Handshake.GREETING_BYTES); // as many are always read
      try {
        if (Handshake.check(greeting, hello.job()) == Verdict.WELCOME) {
          assertThat(Handshake.hello(greeting).job()).as("case %d", i).isEqualTo(hello.job());
        }
      } catch (IOException e) {
        assertThat(e)
            .as("case %d", i)
            .isInstanceOf(RefusedException.class)
            .hasMessageMatching(".+");
      }
    }
  }

  @Test
  void noMutatedHandshakeIsWelcome() throws IOException {
    JobSecret secret = JobSecret.random();
    int turnedDown = 0;
    for (int i = 0; i < CALLS; i++) {
      Hello hello = hello();
      turnedDown += isTurnedDown(secret, hello) ? 1 : 0;
    }
    assertThat(turnedDown).isEqualTo(CALLS);
  }

  // The caller sends everything at once; its proof cannot fit a challenge that it has not seen.
  private boolean isTurnedDown(JobSecret secret, Hello hello) throws IOException {
    try (SocketPair pair = SocketPair.open()) {
      SocketPair.wire(pair.caller()).write(mutated(script(secret, hello)));
      pair.caller().shutdownOutput();
      new Handshake(secret).host(SocketPair.wire(pair.host()), hello.job(), _ -> Verdict.WELCOME);
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  private byte[] script(JobSecret secret, Hello hello) {
    byte[] greeting = Handshake.greeting(hello, bytes(Handshake.NONCE_BYTES));
    byte[] challenge = Handshake.challenge(Verdict.WELCOME, bytes(Handshake.NONCE_BYTES));
    byte[] proof = secret.prove(Handshake.label("penstock-1 caller"), greeting, challenge);
    byte[] script = Arrays.copyOf(greeting, greeting.length + proof.length);
    System.arraycopy(proof, 0, script, greeting.length, proof.length);
    return script;
  }

  @Test
  void entriesSurviveTheirEncoding() throws IOException {
    for (int i = 0; i < CASES; i++) {
      Registration entry =
          new Registration(address(), Duration.ofMillis(random.nextInt(1, 1 << 30)));
      assertThat(Registration.decode(entry.encode())).as("case %d", i).isEqualTo(entry);
    }
  }

  @Test
  void randomEntriesAreUnderstoodOrTurnedDown() {
    for (int i = 0; i < CASES; i++) {
      byte[] entry = bytes(Registration.BYTES);
      entry[0] = (byte) random.nextInt(20);
      try {
        assertThat(Registration.decode(entry).patience()).isPositive();
      } catch (IOException e) {
        assertThat(e.getMessage()).as("case %d", i).isNotBlank();
      }
    }
  }

  @Test
  void answersSurviveTheirEncoding() throws IOException {
    for (int i = 0; i < CALLS; i++) {
      Attendance attendance = attendance();
      assertThat(read(attendance.encode())).as("case %d", i).isEqualTo(attendance);
    }
  }

  @Test
  void mutatedAnswersAreUnderstoodOrTurnedDown() {
    for (int i = 0; i < CALLS; i++) {
      byte[] answer = mutated(attendance().encode());
      try {
        assertThat(read(answer)).isNotNull();
      } catch (IOException e) {
        assertThat(e.getMessage()).as("case %d", i).isNotBlank();
      }
    }
  }

  private static Attendance read(byte[] frame) throws IOException {
    try (SocketPair pair = SocketPair.open()) {
      SocketPair.wire(pair.caller()).write(frame);
      pair.caller().shutdownOutput();
      return Attendance.read(SocketPair.wire(pair.host()), SIZE);
    }
  }

  private Attendance attendance() {
    return switch (random.nextInt(3)) {
      case 0 -> Attendance.ended(random.nextInt(SIZE));
      case 1 -> Attendance.missing(IntStream.range(random.nextInt(SIZE), SIZE).boxed().toList());
      default -> {
        List<InetSocketAddress> addresses = new ArrayList<>();
        for (int rank = 0; rank < SIZE; rank++) {
          addresses.add(address());
        }
        yield Attendance.complete(addresses);
      }
    };
  }

  private InetSocketAddress address() {
    try {
      InetAddress host = InetAddress.getByAddress(bytes(random.nextBoolean() ? 4 : 16));
      return new InetSocketAddress(host, random.nextInt(1, 65_536));
    } catch (UnknownHostException e) {
      throw new AssertionError("4 and 16 bytes are addresses", e);
    }
  }

  private Hello hello() {
    Hello.Purpose[] purposes = Hello.Purpose.values();
    return new Hello(
        purposes[random.nextInt(purposes.length)],
        new UUID(random.nextLong(), random.nextLong()),
        random.nextInt(),
        random.nextInt());
  }

  // One to three bits, or all of it.
  private byte[] mutated(byte[] frame) {
    if (random.nextInt(10) == 0) {
      return bytes(random.nextInt(frame.length + 1));
    }
    byte[] mutant = frame.clone();
    for (int flips = random.nextInt(1, 4); flips > 0; flips--) {
      mutant[random.nextInt(mutant.length)] ^= (byte) (1 << random.nextInt(8));
    }
    return mutant;
  }

  private byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }
}
