package io.penstock.message.tcp;

import io.penstock.message.MessageException;
import io.penstock.message.launch.Acceptor;
import io.penstock.message.launch.Contact;
import io.penstock.message.launch.Deadline;
import io.penstock.message.launch.Handshake;
import io.penstock.message.launch.Handshake.Verdict;
import io.penstock.message.launch.Hello;
import io.penstock.message.launch.JobDescription;
import io.penstock.message.launch.Registration;
import io.penstock.message.launch.Sockets;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.channels.SocketChannel;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The connecting of one rank with all others: it calls the ranks below it and is called by those
/// above. Safe for use by several threads.
final class WireUp implements Acceptor.Handler, AutoCloseable {
  private final JobDescription job;
  private final Contact contact;
  private final Deadline deadline;
  private final BitSet admitted = new BitSet();
  private final @Nullable SocketChannel[] channels;
  private final CompletableFuture<@Nullable Void> complete = new CompletableFuture<>();
  private final Acceptor acceptor;
  private boolean handedOver;
  private boolean closed;

  private WireUp(JobDescription job, Contact contact, Consumer<String> report) throws IOException {
    this.job = job;
    this.contact = contact;
    this.deadline = Deadline.after(contact.patience());
    this.channels = new SocketChannel[job.size()];
    SocketChannel self = SocketChannel.open();
    self.close();
    channels[job.rank()] = self;
    if (job.size() == 1) {
      complete.complete(null);
    }
    this.acceptor =
        Acceptor.open(
            new InetSocketAddress(contact.bind(), 0),
            contact.secret(),
            this,
            "rank " + job.rank(),
            report);
  }

  /// Begins to listen.
  ///
  /// @param report takes a line about each caller that is turned away; called by several threads
  /// @throws MessageException if the job has no contact, or its address cannot be listened on
  static WireUp begin(JobDescription job, Consumer<String> report) {
    Contact contact = job.contact();
    if (contact == null) {
      throw new MessageException(
          name(job)
              + " was told no coordinator, which "
              + job.transport()
              + " needs; set PENSTOCK_COORDINATOR and PENSTOCK_SECRET");
    }
    try {
      return new WireUp(job, contact, report);
    } catch (IOException e) {
      throw failed(job, e, remedy(e));
    }
  }

  /// Registers with the coordinator and connects with all other ranks.
  ///
  /// @throws MessageException if one of them is missing or cannot be reached
  Mesh mesh() {
    try {
      callBelow(Registration.register(job, contact, acceptor.address()));
      awaitAll();
      return new Mesh(job.rank(), handOver());
    } catch (IOException e) {
      throw failed(job, e, "see what these ranks or the launcher say");
    }
  }

  private static MessageException failed(JobDescription job, IOException e, String remedy) {
    return new MessageException(
        name(job) + " cannot join its job: " + e.getMessage() + "; " + remedy, e);
  }

  private static String remedy(IOException e) {
    return e.getCause() instanceof BindException
        ? "bind it to an address of this machine"
        : "see what the process may have (ulimit -a)";
  }

  private static String name(JobDescription job) {
    return "rank " + job.rank() + " of " + job.size();
  }

  // ---- connections to the ranks below ----------------------------------------------------------

  // Each in a thread of its own: one that does not answer must not hide which others are missing.
  private void callBelow(List<InetSocketAddress> addresses) {
    for (int below = 0; below < job.rank(); below++) {
      int peer = below;
      Sockets.threads(job.rank())
          .name("penstock-call-" + peer)
          .start(() -> call(peer, addresses.get(peer)));
    }
  }

  // A rank that is only late counts as missing.
  private void call(int peer, InetSocketAddress address) {
    try {
      Hello hello = new Hello(Hello.Purpose.PEER, job.job(), job.rank(), peer);
      connected(peer, Handshake.connect(address, hello, contact.secret(), deadline));
    } catch (SocketTimeoutException e) {
      // Reported as missing, with all others.
    } catch (IOException | RuntimeException | Error e) {
      String why = e instanceof IOException ? String.valueOf(e.getMessage()) : e.toString();
      complete.completeExceptionally(
          new IOException("rank " + peer + " cannot be reached: " + why, e));
    }
  }

  // ---- connections from the ranks above --------------------------------------------------------

  @Override
  public UUID job() {
    return job.job();
  }

  @Override
  public int expected() {
    return job.size();
  }

  @Override
  public synchronized Verdict admit(Hello hello) {
    boolean expected =
        hello.purpose() == Hello.Purpose.PEER
            && hello.to() == job.rank()
            && hello.from() > job.rank()
            && hello.from() < job.size();
    if (!expected) {
      return Verdict.UNEXPECTED;
    }
    if (admitted.get(hello.from())) {
      return Verdict.DUPLICATE;
    }
    admitted.set(hello.from());
    return Verdict.WELCOME;
  }

  @Override
  public void receive(Hello hello, SocketChannel channel) throws IOException {
    connected(hello.from(), channel);
  }

  // ---- both ------------------------------------------------------------------------------------

  private synchronized void connected(int peer, SocketChannel channel) throws IOException {
    if (closed) {
      channel.close();
      return;
    }
    try {
      Sockets.keepAlive(channel);
    } catch (IOException e) {
      shut(channel);
      throw e;
    }
    channels[peer] = channel;
    if (absent().isEmpty()) {
      complete.complete(null);
    }
  }

  private List<Integer> absent() {
    return IntStream.range(0, channels.length)
        .filter(rank -> channels[rank] == null)
        .boxed()
        .toList();
  }

  private void awaitAll() throws IOException {
    try {
      complete.get(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw new IOException(Objects.requireNonNull(e.getCause()).getMessage(), e.getCause());
    } catch (TimeoutException e) {
      // The hand-over checks which ranks are missing.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while ranks were missing");
    }
  }

  private synchronized List<SocketChannel> handOver() throws IOException {
    List<Integer> absent = absent();
    if (!absent.isEmpty()) {
      throw new SocketTimeoutException(Registration.ranks(absent) + " did not connect in time");
    }
    handedOver = true;
    return Stream.of(channels).map(Objects::requireNonNull).toList();
  }

  /// Stops listening, and closes the connections that were not handed over.
  @Override
  public void close() {
    acceptor.close();
    synchronized (this) {
      closed = true;
      if (!handedOver) {
        Stream.of(channels).filter(Objects::nonNull).forEach(WireUp::shut);
      }
    }
  }

  private static void shut(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      // The join has failed already, for a reason that is reported.
    }
  }
}
