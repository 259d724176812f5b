package io.penstock.message.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/// Listens for processes of the same job and keeps everybody else out.
///
/// A caller has ten seconds for its handshake, however slowly it speaks. No more than 64 callers
/// are heard at a time beside those whom the job expects: one more, and the one that has taken
/// longest is dropped. So a flood of strangers costs bounded memory, and a process of the job gets
/// through between them, if need be at a second try. Nobody is dropped any more once admitted: a
/// second try of the same process would be taken for another.
///
/// Each caller that is turned away is told of, but for those that named the job and left: they are
/// processes of the job that end, for which their exit status speaks.
public final class Doorkeeper implements AutoCloseable {
  /// How long a handshake may take.
  static final Duration PATIENCE = Duration.ofSeconds(10);

  /// How many callers may be in their handshake at a time, beside those whom the job expects.
  static final int MOST_CALLERS = 64;

  private static final int BACKLOG = 1024;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final ServerSocketChannel listener;
  private final Handshake handshake;
  private final Guests guests;
  private final Duration patience;
  private final Refusals refusals;
  private final ThreadFactory threads;
  private final Deque<SocketChannel> callers = new ArrayDeque<>();

  private Doorkeeper(
      ServerSocketChannel listener,
      JobSecret secret,
      Guests guests,
      Duration patience,
      Refusals refusals,
      ThreadFactory threads) {
    this.listener = listener;
    this.handshake = new Handshake(secret);
    this.guests = guests;
    this.patience = patience;
    this.refusals = refusals;
    this.threads = threads;
  }

  /// Begins to listen.
  ///
  /// @param address where; port 0 stands for any that is free
  /// @param who begins the lines about callers that were turned away
  /// @param report takes these lines; called by several threads
  /// @throws IOException if nobody can listen there; the message names the address
  public static Doorkeeper open(
      InetSocketAddress address,
      JobSecret secret,
      Guests guests,
      String who,
      Consumer<String> report)
      throws IOException {
    ThreadFactory threads =
        SocketThreads.forAsManyAs(MOST_CALLERS + guests.expected())
            .name("penstock-caller")
            .factory();
    return open(address, secret, guests, PATIENCE, new Refusals(who, report), threads);
  }

  static Doorkeeper open(
      InetSocketAddress address,
      JobSecret secret,
      Guests guests,
      Duration patience,
      Refusals refusals,
      ThreadFactory threads)
      throws IOException {
    Doorkeeper doorkeeper =
        new Doorkeeper(listen(address), secret, guests, patience, refusals, threads);
    Thread.ofPlatform().daemon().name("penstock-doorkeeper").start(doorkeeper::accept);
    return doorkeeper;
  }

  private static ServerSocketChannel listen(InetSocketAddress address) throws IOException {
    ServerSocketChannel listener = ServerSocketChannel.open();
    try {
      return listener.bind(address, BACKLOG);
    } catch (IOException | RuntimeException e) {
      listener.close();
      throw new IOException(
          "cannot listen on " + Endpoint.text(address) + ": " + e.getMessage(), e);
    }
  }

  /// Where it listens.
  public InetSocketAddress address() {
    try {
      return (InetSocketAddress) listener.getLocalAddress();
    } catch (IOException e) {
      throw new IllegalStateException("the listener is closed", e);
    }
  }

  private void accept() {
    while (listener.isOpen()) {
      try {
        SocketChannel caller = listener.accept();
        if (remember(caller)) {
          begin(caller);
        }
      } catch (ClosedChannelException e) {
        return;
      } catch (IOException e) {
        refusals.add(Callers.UNKNOWN, "cannot accept: " + e.getMessage());
        LockSupport.parkNanos(PAUSE_NANOS); // descriptors may come free
      }
    }
  }

  // One that no thread can be had for may call again, as one that was dropped.
  private void begin(SocketChannel caller) {
    try {
      threads.newThread(() -> hear(caller)).start();
    } catch (OutOfMemoryError e) {
      SocketAddress from = Callers.address(caller);
      forget(caller);
      shut(caller);
      refusals.add(from, String.valueOf(e.getMessage()));
      LockSupport.parkNanos(PAUSE_NANOS); // threads may come free
    }
  }

  // A listener that is closed while a thread is in its accept may hand over one more caller.
  private boolean remember(SocketChannel caller) {
    synchronized (callers) {
      if (!listener.isOpen()) {
        shut(caller);
        return false;
      }
      callers.addLast(caller);
      if (callers.size() > MOST_CALLERS + guests.expected()) {
        shut(callers.removeFirst());
      }
      return true;
    }
  }

  // A caller that is dropped before it is admitted leaves no trace, and may call again.
  private void hear(SocketChannel caller) {
    SocketAddress from = Callers.address(caller);
    try {
      caller.setOption(StandardSocketOptions.TCP_NODELAY, true);
      Wire wire = new Wire(caller, Deadline.after(patience));
      Hello guest = handshake.host(wire, guests.job(), hello -> admit(hello, caller));
      caller.socket().setSoTimeout(0);
      receive(guest, caller);
    } catch (IOException e) {
      boolean dropped = !caller.isOpen();
      shut(caller);
      if (listener.isOpen() && (dropped || !(e instanceof DepartedException))) {
        refusals.add(
            from, dropped ? "newer callers needed its place" : Callers.reason(e, patience));
      }
    } finally {
      forget(caller);
    }
  }

  private void receive(Hello guest, SocketChannel caller) throws IOException {
    try {
      guests.receive(guest, caller);
    } catch (RefusedException | SocketTimeoutException e) {
      throw e;
    } catch (IOException e) {
      throw new DepartedException(e);
    }
  }

  /// One that was dropped is not told anything: its connection is closed.
  private Verdict admit(Hello hello, SocketChannel caller) {
    return forget(caller) ? guests.admit(hello) : Verdict.UNEXPECTED;
  }

  /// @return whether it still had its place
  private boolean forget(SocketChannel caller) {
    synchronized (callers) {
      return callers.remove(caller);
    }
  }

  private static void shut(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      // It is gone, which is all that was wanted.
    }
  }

  /// Hears nobody any more. Who has been received stays connected.
  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException("the listener cannot be closed", e);
    } finally {
      dropCallers();
    }
  }

  private void dropCallers() {
    synchronized (callers) {
      callers.forEach(Doorkeeper::shut);
      callers.clear();
    }
  }
}
