package io.penstock.message.launch;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/// The rendezvous of one job's ranks: registers each rank and tells it where the others listen.
/// Each process stays connected to it, so that the job ends with its launcher.
///
/// It listens until it is closed and turns everybody away who does not know the job's secret. Safe
/// for use by several threads.
public final class Coordinator implements AutoCloseable {
  private final UUID job;
  private final JobSecret secret;
  private final int size;
  private final RollCall roll;
  private final Lifelines lifelines;
  private final Doorkeeper doorkeeper;

  private Coordinator(
      UUID job, JobSecret secret, int size, InetAddress bind, Consumer<String> report)
      throws IOException {
    this.job = job;
    this.secret = secret;
    this.size = size;
    this.roll = new RollCall(size);
    this.lifelines = new Lifelines(size);
    this.doorkeeper =
        Doorkeeper.open(
            new InetSocketAddress(bind, 0), secret, new Members(), "coordinator", report);
  }

  /// Starts a coordinator for a new job, with a secret of its own.
  ///
  /// @param size how many ranks the job has
  /// @param bind the address on which to listen
  /// @param report takes a line about each caller that is turned away; called by several threads
  /// @throws IOException if nobody can listen there; the message names the address
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

  /// What the job's ranks must know.
  public JobSecret secret() {
    return secret;
  }

  /// Where it listens.
  public InetSocketAddress address() {
    return doorkeeper.address();
  }

  /// How ranks on this machine reach it: on the loopback address, with the usual patience.
  public Contact contact() {
    return Contact.local(address(), secret);
  }

  /// Notes that a rank has ended: if it has not registered, those who wait for it are told.
  public void ended(int rank) {
    roll.end(rank);
  }

  /// Gives an order to a process of the job.
  ///
  /// @return whether it is connected, and was told
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

  /// Hears no more calls, and lets go of all processes of the job: they end.
  @Override
  public void close() {
    doorkeeper.close();
    lifelines.close();
  }

  private final class Members implements Guests {
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
      if (hello.purpose() == Purpose.LIFELINE) {
        lifelines.hold(hello.from(), channel);
      } else {
        register(hello.from(), channel);
      }
    }
  }

  private void register(int rank, SocketChannel channel) throws IOException {
    try (channel) {
      Wire wire = new Wire(channel, Deadline.after(Doorkeeper.PATIENCE));
      Entry entry = Entry.decode(wire.read(Entry.BYTES)).seenAt(channel.socket().getInetAddress());
      Deadline deadline = Deadline.after(entry.patience());
      roll.enter(rank, entry.listener());
      wire.write(AttendanceFrames.encode(roll.await(deadline)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while rank " + rank + " waited");
    }
  }

  /// The attendance of a job's ranks. Gives all waiting ranks the same answer, once and for all:
  /// the addresses when all have come, or the missing ranks when the first one's patience ends or a
  /// rank ends that has not come. Safe for use by several threads.
  private static final class RollCall {
    private enum State {
      ABSENT,
      CALLED,
      PRESENT
    }

    private final State[] states;
    private final InetSocketAddress[] addresses;
    private final CompletableFuture<Attendance> answer = new CompletableFuture<>();

    RollCall(int size) {
      states = new State[size];
      addresses = new InetSocketAddress[size];
      Arrays.fill(states, State.ABSENT);
      Arrays.fill(addresses, new InetSocketAddress(0));
    }

    /// A rank has called and is about to say where it listens.
    synchronized Verdict call(int rank) {
      if (rank < 0 || rank >= states.length) {
        return Verdict.UNEXPECTED;
      }
      if (states[rank] != State.ABSENT) {
        return Verdict.DUPLICATE;
      }
      states[rank] = State.CALLED;
      return Verdict.WELCOME;
    }

    /// A rank that has called listens at `address`.
    synchronized void enter(int rank, InetSocketAddress address) {
      states[rank] = State.PRESENT;
      addresses[rank] = address;
      if (missing().isEmpty()) {
        answer.complete(new Attendance.Complete(List.of(addresses)));
      }
    }

    /// A rank has ended. If it had not come, nobody needs to wait for it any longer.
    synchronized void end(int rank) {
      if (states[rank] != State.PRESENT) {
        answer.complete(new Attendance.Ended(rank));
      }
    }

    /// Waits for the answer, and gives the others up at the deadline.
    Attendance await(Deadline deadline) throws InterruptedException {
      try {
        return answer.get(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        synchronized (this) {
          answer.complete(new Attendance.Missing(missing()));
        }
        return answer.join();
      } catch (ExecutionException e) {
        throw new IllegalStateException("the answer is never an error", e);
      }
    }

    private List<Integer> missing() {
      List<Integer> missing = new ArrayList<>();
      for (int rank = 0; rank < states.length; rank++) {
        if (states[rank] != State.PRESENT) {
          missing.add(rank);
        }
      }
      return missing;
    }
  }
}
