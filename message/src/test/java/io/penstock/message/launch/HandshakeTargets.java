package io.penstock.message.launch;

import io.penstock.message.launch.Handshake.Verdict;
import io.penstock.message.launch.Registration.Attendance;
import io.penstock.testing.fuzz.FuzzTarget;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// The handshake, from both sides, and what the launcher and a rank tell each other behind it.
public final class HandshakeTargets {
  private static final UUID JOB = new UUID(1, 2);
  private static final int SIZE = 3;
  private static final InetSocketAddress ADDRESS =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 4711);

  private HandshakeTargets() {}

  /// The host's side, and the registration of a rank.
  public static FuzzTarget host() throws IOException {
    return new Host();
  }

  /// The caller's side, and the launcher's answer to a registration.
  public static FuzzTarget caller() throws IOException {
    return new Caller();
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  private static byte[] part(byte[] input, int from, int count) {
    int begin = Math.min(from, input.length);
    return Arrays.copyOfRange(input, begin, Math.min(input.length, begin + count));
  }

  /// A side of a connection whose other side says the input. In place of a proof the input has the
  /// bits in which it differs from the right one, which none could guess.
  private abstract static class Side extends FuzzTarget {
    final JobSecret secret = JobSecret.random();
    private final ServerSocketChannel listener = ServerSocketChannel.open();
    private final ExecutorService other =
        Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory());

    Side(String name) throws IOException {
      super(name, IOException.class, 64 << 10, 16);
      ServerSocketChannel _ =
          listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    @Override
    public final void decode(byte[] input) throws Exception {
      try (SocketChannel stranger = SocketChannel.open(listener.getLocalAddress())) {
        // Without it thousands of closed connections would keep their ports for a minute.
        SocketChannel _ = stranger.setOption(StandardSocketOptions.SO_LINGER, 0);
        Future<Boolean> said;
        try (SocketChannel own = listener.accept()) {
          said = other.submit(() -> isSaid(stranger, input));
          hear(wire(own));
        }
        ended(said);
      }
    }

    private static void ended(Future<Boolean> said) throws InterruptedException {
      try {
        boolean _ = said.get();
      } catch (ExecutionException e) {
        throw new AssertionError(e);
      }
    }

    private boolean isSaid(SocketChannel stranger, byte[] input) {
      try {
        say(wire(stranger), input);
        SocketChannel _ = stranger.shutdownOutput();
        return true;
      } catch (IOException _) {
        return false; // it was turned down before
      }
    }

    private static TimedChannel wire(SocketChannel channel) throws IOException {
      return new TimedChannel(channel, Deadline.after(Duration.ofSeconds(30)));
    }

    abstract void say(TimedChannel stranger, byte[] input) throws IOException;

    abstract void hear(TimedChannel own) throws IOException;

    static byte[] differing(byte[] proof, byte[] bits) {
      byte[] changed = proof.clone();
      for (int i = 0; i < bits.length; i++) {
        changed[i] ^= bits[i];
      }
      return changed;
    }

    @Override
    public void close() throws IOException {
      other.shutdown();
      listener.close();
    }
  }

  private static final class Host extends Side {
    private static final byte[] LABEL = Handshake.label("penstock-1 caller");

    Host() throws IOException {
      super("handshake-host");
    }

    @Override
    public List<byte[]> seeds() {
      byte[] nonce = new byte[Handshake.NONCE_BYTES];
      byte[] right = new byte[JobSecret.PROOF_BYTES];
      Hello hello = new Hello(Hello.Purpose.JOIN, JOB, 1, Hello.COORDINATOR);
      Registration registration = new Registration(ADDRESS, Duration.ofSeconds(3));
      return List.of(joined(Handshake.greeting(hello, nonce), right, registration.encode()));
    }

    @Override
    void say(TimedChannel stranger, byte[] input) throws IOException {
      byte[] greeting = part(input, 0, Handshake.GREETING_BYTES);
      stranger.write(greeting);
      if (greeting.length == Handshake.GREETING_BYTES) {
        byte[] challenge = stranger.read(Handshake.CHALLENGE_BYTES);
        byte[] bits = part(input, Handshake.GREETING_BYTES, JobSecret.PROOF_BYTES);
        stranger.write(differing(secret.prove(LABEL, greeting, challenge), bits));
        stranger.write(part(input, Handshake.GREETING_BYTES + JobSecret.PROOF_BYTES, input.length));
      }
    }

    @Override
    void hear(TimedChannel own) throws IOException {
      Hello hello =
          new Handshake(secret)
              .host(
                  own,
                  JOB,
                  h -> h.from() >= 0 && h.from() < SIZE ? Verdict.WELCOME : Verdict.UNEXPECTED);
      if (hello.purpose() == Hello.Purpose.JOIN) {
        Registration registration = Registration.decode(own.read(Registration.BYTES));
        InetSocketAddress _ = registration.reachableFrom(InetAddress.getLoopbackAddress());
      }
    }
  }

  private static final class Caller extends Side {
    private static final byte[] LABEL = Handshake.label("penstock-1 host");

    Caller() throws IOException {
      super("handshake-caller");
    }

    @Override
    public List<byte[]> seeds() {
      byte[] head =
          joined(
              Handshake.challenge(Verdict.WELCOME, new byte[Handshake.NONCE_BYTES]),
              Handshake.answer(Verdict.WELCOME, new byte[JobSecret.PROOF_BYTES]));
      return List.of(
          joined(head, Attendance.complete(List.of(ADDRESS, ADDRESS, ADDRESS)).encode()),
          joined(head, Attendance.missing(List.of(0, 2)).encode()),
          joined(head, Attendance.ended(1).encode()));
    }

    @Override
    void say(TimedChannel stranger, byte[] input) throws IOException {
      byte[] greeting = stranger.read(Handshake.GREETING_BYTES);
      byte[] challenge = part(input, 0, Handshake.CHALLENGE_BYTES);
      stranger.write(challenge);
      if (challenge.length == Handshake.CHALLENGE_BYTES) {
        byte[] _ = stranger.read(JobSecret.PROOF_BYTES);
        byte[] code = part(input, Handshake.CHALLENGE_BYTES, Integer.BYTES);
        byte[] bits = part(input, Handshake.CHALLENGE_BYTES + Integer.BYTES, JobSecret.PROOF_BYTES);
        stranger.write(code);
        stranger.write(differing(secret.prove(LABEL, greeting, challenge, code), bits));
        stranger.write(
            part(input, Handshake.CHALLENGE_BYTES + Handshake.VERDICT_BYTES, input.length));
      }
    }

    @Override
    void hear(TimedChannel own) throws IOException {
      new Handshake(secret).call(own, new Hello(Hello.Purpose.JOIN, JOB, 1, Hello.COORDINATOR));
      Attendance _ = Attendance.read(own, SIZE);
    }
  }
}
