package io.penstock.message.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.message.launch.Handshake.Verdict;
import io.penstock.testing.ChildJvm;
import io.penstock.testing.SpokenAssumption;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A call to a host while the network to it is down, in a network of its own.
@Timeout(120)
class NoRouteTest {
  /// An address for documentation, which no host has.
  private static final String HOST = "192.0.2.9";

  private static final String UNREACHABLE = "ip route add unreachable " + HOST;
  private static final String NO_NETWORK = "true";

  @ParameterizedTest
  @ValueSource(strings = {UNREACHABLE, NO_NETWORK})
  void aHostIsCalledUntilThereIsAWayToIt(String route) throws Exception {
    assertThat(said(route, "30000", "healed")).containsExactly("connected");
  }

  @Test
  void aHostThatNoRouteLeadsToIsGivenUpAtTheDeadline() throws Exception {
    assertThat(said(UNREACHABLE, "300", "down")).containsExactly("No route to host");
  }

  @Test
  void aHostOfNoNetworkIsGivenUpAtTheDeadline() throws Exception {
    assertThat(said(NO_NETWORK, "300", "down")).containsExactly("Network is unreachable");
  }

  private static List<String> said(String route, String patienceMillis, String network)
      throws Exception {
    SpokenAssumption.that(isolates(), "this user can have no network of its own by unshare and ip");
    String begin = "ip link set lo up && " + route + " && exec \"$@\"";
    List<String> starter = List.of("unshare", "-rn", "sh", "-c", begin, "sh");
    try (ChildJvm child =
        ChildJvm.start(starter, List.of(), Map.of(), Caller.class, patienceMillis, network)) {
      List<String> lines = child.hearAll();
      assertThat(child.end()).as(child.errors()).isZero();
      return lines;
    }
  }

  private static boolean isolates() throws InterruptedException {
    try {
      return new ProcessBuilder("unshare", "-rn", "ip", "link", "set", "lo", "up").start().waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /// Calls the host, which gets its address when the first call has failed.
  static final class Caller {
    private static final UUID JOB = UUID.randomUUID();

    private Caller() {}

    public static void main(String[] arguments) throws Exception {
      JobSecret secret = JobSecret.random();
      InetSocketAddress any = new InetSocketAddress(0);
      try (Acceptor host = Acceptor.open(any, secret, new Guests(), "host", Caller::report)) {
        InetSocketAddress address = new InetSocketAddress(HOST, host.address().getPort());
        Deadline deadline = Deadline.after(Duration.ofMillis(Long.parseLong(arguments[0])));
        Hello hello = new Hello(Hello.Purpose.PEER, JOB, 1, 0);
        FutureTask<String> call = new FutureTask<>(() -> outcome(address, hello, secret, deadline));
        Thread caller = Thread.ofPlatform().start(call);
        if (arguments[1].equals("healed")) {
          awaitRest(caller);
          ip("address", "add", HOST + "/32", "dev", "lo");
        }
        System.out.println(call.get());
      }
    }

    private static void report(String line) {
      System.err.println(line);
    }

    private static String outcome(
        InetSocketAddress address, Hello hello, JobSecret secret, Deadline deadline) {
      try {
        Handshake.connect(address, hello, secret, deadline).close();
        return "connected";
      } catch (IOException e) {
        return String.valueOf(e.getMessage());
      }
    }

    private static void awaitRest(Thread caller) {
      while (Arrays.stream(caller.getStackTrace())
          .noneMatch(frame -> frame.getMethodName().equals("rest"))) {
        Thread.onSpinWait();
      }
    }

    private static void ip(String... words) throws Exception {
      String[] command = new String[words.length + 1];
      command[0] = "ip";
      System.arraycopy(words, 0, command, 1, words.length);
      if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
        throw new IllegalStateException(String.join(" ", command) + " failed");
      }
    }
  }

  private record Guests() implements Acceptor.Handler {
    @Override
    public UUID job() {
      return Caller.JOB;
    }

    @Override
    public int expected() {
      return 2;
    }

    @Override
    public Verdict admit(Hello hello) {
      return Verdict.WELCOME;
    }

    @Override
    public void receive(Hello hello, SocketChannel channel) throws IOException {
      channel.close();
    }
  }
}
