package io.penstock.message.launch;

import io.penstock.message.launch.Handshake.Verdict;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.UUID;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/// A listener that accepts connections from processes of the same job and refuses all others.
///
/// A caller has ten seconds for its handshake, however slowly it sends. No more than 64 callers are
/// in their handshake at a time beside those that the job expects; one more makes the acceptor drop
/// the one that has taken longest. Thus a flood of foreign callers costs bounded memory, and a
/// process of the job gets through between them, if need be at a second try. A caller that was
/// admitted is never dropped: a second try of the same process would be taken for another.
///
/// Each refusal is reported: a line for each of the first ten, and then one whenever their number
/// has doubled. Callers that named the job and left are not reported: they are processes of the job
/// that end, and their exit status says why.
public final class Acceptor implements AutoCloseable {
  /// How long a handshake may take.
  static final Duration PATIENCE = Duration.ofSeconds(10);

  /// How many callers may be in their handshake at a time, beside those that the job expects.
  static final int MOST_CALLERS = 64;

  private static final int BACKLOG = 1024;
  private static final long REPORTED_EACH = 10;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final ServerSocketChannel listener;
  private final Handshake handshake;
  private final Handler handler;
  private final Duration patience;
  private final String name;
  private final Consumer<String> report;
  private final ThreadFactory threads;
  private final Deque<SocketChannel> callers = new ArrayDeque<>();
  private long refused;
  private long nextReported = 2 * REPORTED_EACH;

  private Acceptor(
      ServerSocketChannel listener,
      JobSecret secret,
      Handler handler,
      Duration patience,
      String name,
      Consumer<String> report,
      ThreadFactory threads) {
    this.listener = listener;
    this.handshake = new Handshake(secret);
    this.handler = handler;
    this.patience = patience;
    this.name = name;
    this.report = report;
    this.threads = threads;
  }

  /// Begins to listen.
  ///
  /// @param address where; port 0 stands for any that is free
  /// @param name begins the lines about callers that were turned away
  /// @param report takes these lines; called by several threads
  /// @throws IOException if that address cannot be listened on; the message names the address
  public static Acceptor open(
      InetSocketAddress address,
      JobSecret secret,
      Handler handler,
      String name,
      Consumer<String> report)
      throws IOException {
    ThreadFactory threads =
        Sockets.threads(MOST_CALLERS + handler.expected()).name("penstock-caller").factory();
    return open(address, secret, handler, PATIENCE, name, report, threads);
  }

  static Acceptor open(
      InetSocketAddress address,
      JobSecret secret,
      Handler handler,
      Duration patience,
      String name,
      Consumer<String> report,
      ThreadFactory threads)
      throws IOException {
    ServerSocketChannel listener = listen(address);
    try {
      Acceptor acceptor = new Acceptor(listener, secret, handler, patience, name, report, threads);
      Thread.ofPlatform().daemon().name("penstock-acceptor").start(acceptor::accept);
      return acceptor;
    } catch (OutOfMemoryError e) { // no thread
      listener.close();
      throw e;
    }
  }

  private static ServerSocketChannel listen(InetSocketAddress address) throws IOException {
    try {
      ServerSocketChannel listener = ServerSocketChannel.open();
      try {
        return listener.bind(address, BACKLOG);
      } catch (IOException | RuntimeException e) {
        listener.close();
        throw e;
      }
    } catch (IOException | RuntimeException e) {
      throw new IOException("cannot listen on " + Sockets.text(address) + ": " + e.getMessage(), e);
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
        reportRefusal("a caller", "cannot accept: " + e.getMessage());
        LockSupport.parkNanos(PAUSE_NANOS); // descriptors may come free
      }
    }
  }

  // A caller for which no thread can be started may call again, as one that was dropped.
  private void begin(SocketChannel caller) {
    try {
      threads.newThread(() -> hear(caller)).start();
    } catch (OutOfMemoryError e) {
      String from = Sockets.peer(caller);
      forget(caller);
      shut(caller);
      reportRefusal(from, String.valueOf(e.getMessage()));
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
      if (callers.size() > MOST_CALLERS + handler.expected()) {
        shut(callers.removeFirst());
      }
      return true;
    }
  }

  // A caller that is dropped before it is admitted leaves no trace, and may call again.
  private void hear(SocketChannel caller) {
    String from = Sockets.peer(caller);
    try {
      caller.setOption(StandardSocketOptions.TCP_NODELAY, true);
      TimedChannel channel = new TimedChannel(caller, Deadline.after(patience));
      Hello hello = handshake.host(channel, handler.job(), said -> admit(said, caller));
      caller.socket().setSoTimeout(0);
      receive(hello, caller);
    } catch (IOException e) {
      boolean dropped = !caller.isOpen();
      shut(caller);
      if (listener.isOpen() && (dropped || !(e instanceof Handshake.DepartedException))) {
        reportRefusal(from, dropped ? "newer callers needed its place" : reason(e));
      }
    } finally {
      forget(caller);
    }
  }

  private void receive(Hello hello, SocketChannel caller) throws IOException {
    try {
      handler.receive(hello, caller);
    } catch (RefusedException | SocketTimeoutException e) {
      throw e;
    } catch (IOException e) {
      throw new Handshake.DepartedException(e);
    }
  }

  /// A dropped caller receives no verdict: its connection is closed.
  private Verdict admit(Hello hello, SocketChannel caller) {
    return forget(caller) ? handler.admit(hello) : Verdict.UNEXPECTED;
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
      // It is gone, as intended.
    }
  }

  /// Accepts no more connections. Those that were handed over stay open.
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
      callers.forEach(Acceptor::shut);
      callers.clear();
    }
  }

  // ---- reports ---------------------------------------------------------------------------------

  private String reason(IOException e) {
    return switch (e) {
      case SocketTimeoutException _ ->
          "it did not complete its handshake within " + patience.toMillis() / 1e3 + " s";
      case EOFException _ -> "it left in the middle of its handshake";
      case RefusedException refusal -> "it " + refusal.getMessage();
      default -> String.valueOf(e.getMessage());
    };
  }

  void reportRefusal(String caller, String reason) {
    String line = name + ": turned " + caller + " away: " + reason;
    synchronized (this) {
      refused++;
      if (refused > REPORTED_EACH) {
        if (refused < nextReported) {
          return;
        }
        nextReported *= 2;
        line += " (the " + refused + "th; most are not told)";
      }
    }
    report.accept(line);
  }

  /// A handler of the connections that an acceptor accepts. Called by several threads at once.
  public interface Handler {
    /// The job whose processes may call.
    UUID job();

    /// How many may call at about the same time: each gets a place beside those of foreign callers.
    int expected();

    /// Decides about a caller that has proven to belong to the job. Once admitted, it counts as
    /// connected: the next one like it is a duplicate.
    Verdict admit(Hello hello);

    /// Takes over the connection of a caller that was admitted and welcomed, in blocking mode. Runs
    /// in a thread of its own.
    ///
    /// @throws IOException if the connection fails; the listener closes it and says why
    void receive(Hello hello, SocketChannel channel) throws IOException;
  }
}
