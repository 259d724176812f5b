package io.penstock.message.launch;

import io.penstock.message.launch.Handshake.Verdict;
import io.penstock.message.launch.Registration.Attendance;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
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
  private final RollCall roll;
  private final Lifelines lifelines;
  private final Acceptor acceptor;

  private Coordinator(
      UUID job, JobSecret secret, int size, InetAddress bind, Consumer<String> report)
      throws IOException {
    this.job = job;
    this.secret = secret;
    this.size = size;
    this.roll = new RollCall(size);
    this.lifelines = new Lifelines(size);
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
  public void ended(int rank) {
    roll.end(rank);
  }

  /// Gives an order to a process of the job.
  ///
  /// @return whether it is connected and the order was sent
  public boolean order(int process, Order order) {
    return lifelines.order(process, order);
  }

  /// Keeps a process of the job from beginning, unless it has called to stay connected: it waits
  /// for that before it runs the user's program.
  ///
  /// @return whether it has not begun, and will not
  public boolean bar(int process) {
    return lifelines.bar(process);
  }

  /// Accepts no more connections, and closes those of the job's processes, which ends them.
  @Override
  public void close() {
    acceptor.close();
    lifelines.close();
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
      if (hello.to() != Hello.COORDINATOR) {
        return Verdict.UNEXPECTED;
      }
      return switch (hello.purpose()) {
        case JOIN -> roll.call(hello.from());
        case LIFELINE -> lifelines.call(hello.from());
        case PEER -> Verdict.UNEXPECTED;
      };
    }

    @Override
    public void receive(Hello hello, SocketChannel channel) throws IOException {
      if (hello.purpose() == Hello.Purpose.LIFELINE) {
        lifelines.hold(hello.from(), channel);
      } else {
        register(hello.from(), channel);
      }
    }
  }

  private void register(int rank, SocketChannel channel) throws IOException {
    try (channel) {
      TimedChannel timed = new TimedChannel(channel, Deadline.after(Acceptor.PATIENCE));
      Registration registration = Registration.decode(timed.read(Registration.BYTES));
      Deadline deadline = Deadline.after(registration.patience());
      roll.enter(rank, registration.reachableFrom(channel.socket().getInetAddress()));
      timed.write(roll.await(deadline).encode());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while rank " + rank + " waited");
    }
  }

  /// The attendance of a job's ranks. Gives all waiting ranks the same answer, once and for all:
  /// the addresses when all have come, or the missing ranks when the first one's patience ends or a
  /// rank ends that has not come. Safe for use by several threads.
  private static final class RollCall {
    private final BitSet called = new BitSet();
    private final BitSet present = new BitSet();
    private final InetSocketAddress[] addresses;
    private final CompletableFuture<Attendance> answer = new CompletableFuture<>();

    RollCall(int size) {
      addresses = new InetSocketAddress[size];
      Arrays.fill(addresses, new InetSocketAddress(0));
    }

    /// A rank has called and is about to say where it listens.
    synchronized Verdict call(int rank) {
      if (rank < 0 || rank >= addresses.length) {
        return Verdict.UNEXPECTED;
      }
      if (called.get(rank)) {
        return Verdict.DUPLICATE;
      }
      called.set(rank);
      return Verdict.WELCOME;
    }

    /// A rank that has called listens at `address`.
    synchronized void enter(int rank, InetSocketAddress address) {
      present.set(rank);
      addresses[rank] = address;
      if (present.cardinality() == addresses.length) {
        answer.complete(Attendance.complete(List.of(addresses)));
      }
    }

    /// A rank has ended. If it had not come, the others need not wait any longer.
    synchronized void end(int rank) {
      if (!present.get(rank)) {
        answer.complete(Attendance.ended(rank));
      }
    }

    /// Waits for the answer, and gives the others up at the deadline.
    Attendance await(Deadline deadline) throws InterruptedException {
      try {
        return answer.get(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        synchronized (this) {
          answer.complete(Attendance.missing(missing()));
        }
        return answer.join();
      } catch (ExecutionException e) {
        throw new IllegalStateException("the answer is never an error", e);
      }
    }

    private List<Integer> missing() {
      return IntStream.range(0, addresses.length)
          .filter(rank -> !present.get(rank))
          .boxed()
          .toList();
    }
  }
}
