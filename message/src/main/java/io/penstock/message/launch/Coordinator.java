package io.penstock.message.launch;

import io.penstock.message.launch.Handshake.Verdict;
import io.penstock.message.launch.Registration.Attendance;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/// The rendezvous of one job's ranks: registers each rank and sends it the addresses of the others.
/// Each process stays connected to it, so that the job ends with its launcher.
///
/// It listens until it is closed and refuses callers that do not know the job's secret. Safe for
/// use by several threads.
public final class Coordinator implements AutoCloseable {
  private final UUID job;
  private final JobSecret secret;
  private final int size;
  private final Acceptor acceptor;

  // The attendance of the job's ranks: all that wait are given the same answer, once and for all.
  private final BitSet called = new BitSet();
  private final BitSet present = new BitSet();
  private final InetSocketAddress[] addresses;
  private final CompletableFuture<Attendance> answer = new CompletableFuture<>();

  // The connections that the job's processes hold for as long as they live.
  private final BitSet living = new BitSet();
  private final BitSet barred = new BitSet();
  private final Map<Integer, SocketChannel> lifelines = new HashMap<>();
  private boolean closed;

  private Coordinator(
      UUID job, JobSecret secret, int size, InetAddress bind, Consumer<String> report)
      throws IOException {
    this.job = job;
    this.secret = secret;
    this.size = size;
    this.addresses = new InetSocketAddress[size];
    Arrays.fill(addresses, new InetSocketAddress(0));
    this.acceptor =
        Acceptor.open(
            new InetSocketAddress(bind, 0), secret, new Connections(), "coordinator", report);
  }

  /// Starts a coordinator for a new job, with a secret of its own.
  ///
  /// @param size how many ranks the job has
  /// @param bind the address on which to listen
  /// @param report takes a line about each caller that is turned away; called by several threads
  /// @throws IOException if that address cannot be listened on; the message names the address
  public static Coordinator open(int size, InetAddress bind, Consumer<String> report)
      throws IOException {
    ByteBuffer job = ByteBuffer.wrap(JobSecret.randomBytes(2 * Long.BYTES));
    UUID id = new UUID(job.getLong(), job.getLong());
    return new Coordinator(id, JobSecret.random(), size, bind, report);
  }

  /// The job that it was started for.
  public UUID job() {
    return job;
  }

  /// The secret that all ranks of the job share.
  public JobSecret secret() {
    return secret;
  }

  /// Where it listens.
  public InetSocketAddress address() {
    return acceptor.address();
  }

  /// The contact for ranks on this machine: on the loopback address, with the default patience.
  public Contact contact() {
    return Contact.local(address(), secret);
  }

  /// Notes that a rank has ended: if it has not registered, the ranks that wait for it fail.
  public synchronized void ended(int rank) {
    if (!present.get(rank)) {
      answer.complete(Attendance.ended(rank));
    }
  }

  /// Gives an order to a process of the job. One byte always fits into what a connection buffers:
  /// this does not block.
  ///
  /// @return whether it is connected and the order was sent
  public synchronized boolean order(int process, Order order) {
    SocketChannel line = lifelines.get(process);
    if (line == null) {
      return false;
    }
    try {
      line.socket().getOutputStream().write(order.number());
      return true;
    } catch (IOException e) {
      return false; // the process is gone
    }
  }

  /// Keeps a process of the job from beginning, unless it has called to stay connected: it waits
  /// for that before it runs the user's program.
  ///
  /// @return whether it has not begun, and will not
  public synchronized boolean bar(int process) {
    if (!living.get(process)) {
      barred.set(process);
    }
    return barred.get(process);
  }

  /// Accepts no more connections, and closes those of ranks that wait for others and of the job's
  /// processes, which ends them.
  @Override
  public void close() {
    acceptor.close();
    boolean _ = answer.completeExceptionally(new ClosedChannelException());
    synchronized (this) {
      closed = true;
      for (SocketChannel line : lifelines.values()) {
        try {
          line.close();
        } catch (IOException e) {
          // The process is gone: it needs no sign.
        }
      }
      lifelines.clear();
    }
  }

  // ---- callers ---------------------------------------------------------------------------------

  synchronized Verdict admit(Hello hello) {
    int from = hello.from();
    if (hello.to() != Hello.COORDINATOR || from < 0 || from >= size) {
      return Verdict.UNEXPECTED;
    }
    return switch (hello.purpose()) {
      case JOIN -> once(called, from);
      case LIFELINE -> barred.get(from) ? Verdict.BARRED : once(living, from);
      case PEER -> Verdict.UNEXPECTED;
    };
  }

  private static Verdict once(BitSet callers, int from) {
    if (callers.get(from)) {
      return Verdict.DUPLICATE;
    }
    callers.set(from);
    return Verdict.WELCOME;
  }

  private synchronized void hold(int process, SocketChannel channel) throws IOException {
    if (closed) {
      channel.close();
      return;
    }
    Sockets.keepAlive(channel);
    lifelines.put(process, channel);
  }

  private void register(int rank, SocketChannel channel) throws IOException {
    try (channel) {
      TimedChannel timed = new TimedChannel(channel, Deadline.after(Acceptor.PATIENCE));
      Registration registration = Registration.decode(timed.read(Registration.BYTES));
      Deadline deadline = Deadline.after(registration.patience());
      enter(rank, registration.reachableFrom(channel.socket().getInetAddress()));
      timed.write(await(deadline).encode());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while rank " + rank + " waited");
    }
  }

  /// A rank that has called listens at `address`.
  private synchronized void enter(int rank, InetSocketAddress address) {
    present.set(rank);
    addresses[rank] = address;
    if (present.cardinality() == size) {
      answer.complete(Attendance.complete(List.of(addresses)));
    }
  }

  /// Waits for the answer: the addresses when all have come, or the missing ranks when the first
  /// one's patience ends or a rank ends that has not come.
  ///
  /// @throws IOException if this is closed before
  private Attendance await(Deadline deadline) throws IOException, InterruptedException {
    try {
      return answer.get(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      synchronized (this) {
        answer.complete(
            Attendance.missing(
                IntStream.range(0, size).filter(rank -> !present.get(rank)).boxed().toList()));
      }
      return await(deadline);
    } catch (ExecutionException e) {
      throw new IOException("the coordinator is closed", e);
    }
  }

  private final class Connections implements Acceptor.Handler {
    @Override
    public UUID job() {
      return job;
    }

    /// Each rank to register, and each process to stay connected.
    @Override
    public int expected() {
      return 2 * size;
    }

    @Override
    public Verdict admit(Hello hello) {
      return Coordinator.this.admit(hello);
    }

    @Override
    public void receive(Hello hello, SocketChannel channel) throws IOException {
      if (hello.purpose() == Hello.Purpose.LIFELINE) {
        hold(hello.from(), channel);
      } else {
        register(hello.from(), channel);
      }
    }
  }
}
