package io.penstock.message.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.message.launch.Handshake.Verdict;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Strangers on the port, beside one caller who belongs there.
@Timeout(60)
class AcceptorTest {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final JobSecret secret = JobSecret.random();
  private final UUID job = UUID.randomUUID();
  private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
  private final BlockingQueue<Hello> received = new LinkedBlockingQueue<>();
  private final List<SocketChannel> strangers = new ArrayList<>();
  private final Queue<SocketChannel> friends = new ConcurrentLinkedQueue<>();
  private Acceptor acceptor;

  private final class Everybody implements Acceptor.Handler {
    @Override
    public UUID job() {
      return job;
    }

    @Override
    public int expected() {
      return 1;
    }

    @Override
    public Verdict admit(Hello hello) {
      return Verdict.WELCOME;
    }

    @Override
    public void receive(Hello hello, SocketChannel channel) {
      friends.add(channel);
      received.add(hello);
    }
  }

  @BeforeEach
  void open() throws IOException {
    acceptor = open(PATIENCE);
  }

  private Acceptor open(Duration patience) throws IOException {
    return open(patience, new Everybody());
  }

  private Acceptor open(Duration patience, Acceptor.Handler guests) throws IOException {
    return open(patience, guests, Thread.ofPlatform().daemon().factory());
  }

  private Acceptor open(Duration patience, Acceptor.Handler guests, ThreadFactory threads)
      throws IOException {
    return Acceptor.open(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
        secret,
        guests,
        patience,
        "rank 2",
        told::add,
        threads);
  }

  @AfterEach
  void close() throws IOException {
    acceptor.close();
    for (SocketChannel stranger : strangers) {
      stranger.close();
    }
    for (SocketChannel friend : friends) {
      friend.close();
    }
  }

  @Test
  void whoBelongsThereIsReceived() throws Exception {
    assertFriendGetsIn(4);
    assertThat(told).isEmpty();
  }

  @Test
  void aSilentStrangerIsToldInOneLineAndSentAway() throws Exception {
    acceptor.close();
    acceptor = open(Duration.ofSeconds(2));
    SocketChannel stranger = stranger();
    assertThat(line())
        .startsWith("rank 2: turned 127.0.0.1:" + port(stranger) + " away: ")
        .endsWith("it did not complete its handshake within 2.0 s")
        .doesNotContain("\n");
    assertClosed(stranger);
    assertFriendGetsIn(4);
  }

  @Test
  void whoCallsWhenNoThreadIsLeftGetsInOnceThereIsOne() throws Exception {
    ThreadFactory plenty = Thread.ofPlatform().daemon().factory();
    AtomicInteger calls = new AtomicInteger();
    acceptor.close();
    acceptor =
        open(
            PATIENCE,
            new Everybody(),
            task -> {
              if (calls.incrementAndGet() <= 2) {
                throw new OutOfMemoryError("no thread is left");
              }
              return plenty.newThread(task);
            });
    assertFriendGetsIn(4);
    assertThat(line()).endsWith("away: no thread is left");
  }

  @Test
  void garbageIsToldInOneLineAndSentAway() throws Exception {
    SocketChannel stranger = stranger();
    try {
      SocketPair.wire(stranger).write(new byte[100_000]);
    } catch (IOException _) {
      // it was sent away in the midst of them
    }
    assertThat(line()).endsWith("away: it does not speak Penstock's protocol");
    assertFriendGetsIn(4);
  }

  @Test
  void whoLeavesIsToldInOneLine() throws Exception {
    stranger().close();
    assertThat(line()).endsWith("away: it left in the middle of its handshake");
  }

  @Test
  void aWrongSecretIsToldInOneLine() throws Exception {
    SocketChannel stranger = stranger();
    Hello hello = new Hello(Hello.Purpose.PEER, job, 0, 2);
    try {
      new Handshake(JobSecret.random()).call(SocketPair.wire(stranger), hello);
    } catch (RefusedException e) {
      assertThat(line()).endsWith("away: it does not know the job's secret");
      return;
    }
    throw new AssertionError("a wrong secret was accepted");
  }

  @Test
  void aFloodOfSilentStrangersCostsPlacesForSomeAndKeepsNobodyOut() throws Exception {
    for (int i = 0; i < 4 * Acceptor.MOST_CALLERS; i++) {
      stranger();
    }
    assertFriendGetsIn(4);
    assertClosed(strangers.getFirst());
    assertThat(line()).endsWith("away: newer callers needed its place");
  }

  @Test
  void whoWasAdmittedKeepsItsPlaceWhateverNewerCallersCome() throws Exception {
    acceptor.close();
    acceptor = open(PATIENCE, new Crowding());
    assertFriendGetsIn(4);
  }

  /// Lets so many strangers call while one is being admitted that its place would be needed.
  private final class Crowding implements Acceptor.Handler {
    private boolean admitted;

    @Override
    public UUID job() {
      return job;
    }

    @Override
    public int expected() {
      return 1;
    }

    @Override
    public Verdict admit(Hello hello) {
      if (admitted) {
        return Verdict.DUPLICATE;
      }
      admitted = true;
      try {
        for (int i = 0; i < 2 * Acceptor.MOST_CALLERS; i++) {
          stranger();
        }
        assertThat(line()).endsWith("away: newer callers needed its place");
      } catch (IOException | InterruptedException e) {
        throw new IllegalStateException(e);
      }
      return Verdict.WELCOME;
    }

    @Override
    public void receive(Hello hello, SocketChannel channel) {
      friends.add(channel);
      received.add(hello);
    }
  }

  @Test
  void aThousandRanksOfTheJobThatCallAtTheSameMomentAreAllReceived() throws Exception {
    int ranks = 1000;
    acceptor.close();
    acceptor = open(PATIENCE, new Job(ranks));
    Deadline deadline = Deadline.after(Duration.ofSeconds(50));
    CountDownLatch start = new CountDownLatch(ranks);
    List<Future<?>> calls = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < ranks; i++) {
        Hello hello = hello(i);
        calls.add(
            threads.submit(
                () -> {
                  start.countDown();
                  start.await();
                  Handshake.connect(acceptor.address(), hello, secret, deadline).close();
                  return hello;
                }));
      }
    }
    for (Future<?> call : calls) {
      call.get();
    }
    assertThat(told).isEmpty();
    for (int i = 0; i < ranks; i++) {
      received.take();
    }
    assertThat(received).isEmpty();
  }

  /// Each rank once.
  private final class Job implements Acceptor.Handler {
    private final Set<Integer> admitted = ConcurrentHashMap.newKeySet();
    private final int ranks;

    Job(int ranks) {
      this.ranks = ranks;
    }

    @Override
    public UUID job() {
      return job;
    }

    @Override
    public int expected() {
      return ranks;
    }

    @Override
    public Verdict admit(Hello hello) {
      return admitted.add(hello.from()) ? Verdict.WELCOME : Verdict.DUPLICATE;
    }

    @Override
    public void receive(Hello hello, SocketChannel channel) {
      friends.add(channel);
      received.add(hello);
    }
  }

  @Test
  void manyRefusalsAreToldInFewLines() {
    for (int i = 0; i < 100_000; i++) {
      acceptor.reportRefusal("a caller", "it is a stranger");
    }
    assertThat(told).hasSize(10 + 13);
    assertThat(told.peek()).isEqualTo("rank 2: turned a caller away: it is a stranger");
    assertThat(told).last().asString().contains("the 81920th");
  }

  @Test
  void whoNamedTheJobAndLeavesIsNotToldOf() throws Exception {
    BlockingQueue<Thread> hearing = new LinkedBlockingQueue<>();
    acceptor.close();
    acceptor = open(PATIENCE, new Everybody(), task -> kept(new Thread(task), hearing));
    SocketChannel rank = stranger();
    SocketPair.wire(rank).write(Handshake.greeting(hello(1), new byte[Handshake.NONCE_BYTES]));
    SocketPair.wire(rank).read(Handshake.CHALLENGE_BYTES);
    rank.close();
    hearing.take().join();
    assertThat(told).isEmpty();
  }

  private static Thread kept(Thread thread, BlockingQueue<Thread> threads) {
    threads.add(thread);
    return thread;
  }

  @Test
  void whoIsInItsHandshakeWhenTheListenerClosesIsDropped() throws Exception {
    SocketChannel stranger = stranger();
    SocketPair.wire(stranger).write(Handshake.greeting(hello(1), new byte[Handshake.NONCE_BYTES]));
    SocketPair.wire(stranger).read(Handshake.CHALLENGE_BYTES);
    acceptor.close();
    assertClosed(stranger);
    assertThat(told).isEmpty();
  }

  private void assertFriendGetsIn(int rank) throws Exception {
    Deadline deadline = Deadline.after(Duration.ofSeconds(30));
    Handshake.connect(acceptor.address(), hello(rank), secret, deadline).close();
    assertThat(Optional.ofNullable(received.poll(30, TimeUnit.SECONDS))).contains(hello(rank));
  }

  private Hello hello(int rank) {
    return new Hello(Hello.Purpose.PEER, job, rank, 2);
  }

  private SocketChannel stranger() throws IOException {
    SocketChannel stranger = SocketChannel.open(acceptor.address());
    strangers.add(stranger);
    return stranger;
  }

  private static int port(SocketChannel channel) throws IOException {
    return ((InetSocketAddress) channel.getLocalAddress()).getPort();
  }

  private String line() throws InterruptedException {
    return Optional.ofNullable(told.poll(30, TimeUnit.SECONDS)).orElseThrow();
  }

  private static void assertClosed(SocketChannel channel) throws IOException {
    try {
      SocketPair.wire(channel).read(1);
    } catch (EOFException | SocketException e) {
      return;
    }
    throw new AssertionError("the connection is still open");
  }
}
