package io.penstock.cli.run;

import io.penstock.mpi.launch.RankConnection;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The receiver of the output of MPI ranks on this machine, each over connections of its own, at a
/// socket in a folder that only this user can enter.
final class RankOutputs implements AutoCloseable {
  private static final int MOST_WAITING = 1024;

  private final SocketFolder folder;
  private final ServerSocketChannel server;
  private final Function<RankConnection, OutputStream> sinks;
  private final Map<RankConnection, Source> sources = new ConcurrentHashMap<>();
  private final Queue<Caller> callers = new ConcurrentLinkedQueue<>();
  private final Set<SocketChannel> open = ConcurrentHashMap.newKeySet();
  private final Thread accepting;
  private volatile Consumer<Exception> lost = _ -> {};
  private volatile boolean finishing;

  private RankOutputs(
      SocketFolder folder,
      ServerSocketChannel server,
      Function<RankConnection, OutputStream> sinks) {
    this.folder = folder;
    this.server = server;
    this.sinks = sinks;
    this.accepting = Thread.ofPlatform().daemon().name("penstock-hear").start(this::accept);
  }

  /// One stream of one rank. Where its connection broke, what comes over the next follows what came
  /// over the last.
  private record Source(OutputStream sink, Consumer<Exception> lost, Lock turn) {}

  /// Opens the socket.
  ///
  /// @param sinks gives where a stream goes
  static RankOutputs listen(Function<RankConnection, OutputStream> sinks) throws IOException {
    SocketFolder folder = SocketFolder.in(Path.of(System.getProperty("java.io.tmpdir")));
    try {
      return new RankOutputs(folder, folder.listen(MOST_WAITING), sinks);
    } catch (IOException e) {
      folder.remove();
      throw e;
    }
  }

  /// The socket to which ranks connect.
  Path socket() {
    return folder.socket();
  }

  /// Sets the consumer of the reason why standard output cannot be passed on.
  void whenLost(Consumer<Exception> told) {
    lost = told;
  }

  private void accept() {
    try {
      while (!finishing) {
        hear(server.accept());
      }
      server.configureBlocking(false);
      for (SocketChannel next = server.accept(); next != null; next = server.accept()) {
        hear(next);
      }
    } catch (IOException e) {
      // Closed: the job is over.
    }
  }

  private void hear(SocketChannel channel) {
    open.add(channel);
    Caller caller = new Caller(channel);
    callers.add(caller);
    caller.thread.start();
  }

  /// A connection of a rank.
  private final class Caller {
    private final SocketChannel channel;
    private final Thread thread = Thread.ofVirtual().name("penstock-pump").unstarted(this::hear);
    private volatile @Nullable Pump pump; // null until it has said who it is

    Caller(SocketChannel channel) {
      this.channel = channel;
    }

    private void hear() {
      try (channel) {
        RankConnection connection = RankConnection.receive(channel);
        if (connection.stream() == RankConnection.LIFELINE) {
          awaitEnd(channel);
        } else {
          pass(sources.computeIfAbsent(connection, RankOutputs.this::source));
        }
      } catch (IOException e) {
        // It was killed before it said who it is, or is no rank.
      } finally {
        open.remove(channel);
        callers.remove(this);
      }
    }

    private void pass(Source source) {
      Pump own = new Pump(Channels.newInputStream(channel), source.sink(), source.lost());
      pump = own;
      source.turn().lock();
      try {
        own.run();
      } finally {
        source.turn().unlock();
      }
    }

    /// Waits until it is heard out, or has been silent for too long.
    void finish(long since) throws IOException, InterruptedException {
      if (pump == null) { // it says who it is, or is a lifeline
        thread.join(Pump.SILENCE.minusNanos(System.nanoTime() - since));
      }
      Pump last = pump;
      if (last == null || !last.awaitEnd(Pump.SILENCE, since)) {
        channel.close();
      }
      thread.join();
    }
  }

  private Source source(RankConnection connection) {
    boolean results = connection.stream() == RankConnection.OUTPUT;
    Consumer<Exception> told =
        results ? reason -> lost.accept(reason) : _ -> {}; // there is nowhere left to say so
    return new Source(sinks.apply(connection), told, new ReentrantLock(true));
  }

  private static void awaitEnd(SocketChannel lifeline) throws IOException {
    while (lifeline.read(ByteBuffer.allocate(1)) >= 0) {
      // Nothing is ever said.
    }
  }

  /// Hears the ranks out, for the launcher has ended: those that have called already, and none that
  /// is silent for two seconds. Ends lines that have no end.
  void finish() {
    try {
      finishing = true;
      SocketChannel.open(UnixDomainSocketAddress.of(socket())).close(); // wakes who accepts
      accepting.join();
      long since = System.nanoTime();
      for (Caller caller : callers) {
        caller.finish(since);
      }
      for (Source source : sources.values()) {
        finish(source);
      }
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException("the socket was closed or this thread interrupted", e);
    }
  }

  private void finish(Source source) {
    try {
      source.sink().close();
    } catch (IOException | RuntimeException e) {
      source.lost().accept(e);
    }
  }

  /// Ranks that still run end by themselves.
  @Override
  public void close() throws IOException {
    close(List.<Closeable>of(server, () -> close(open), folder::remove));
  }

  /// Closes all, in their order, whichever cannot be closed.
  ///
  /// @throws IOException for the first that cannot, with the others suppressed in it
  static void close(Iterable<? extends Closeable> all) throws IOException {
    IOException first = null;
    for (Closeable each : all) {
      try {
        each.close();
      } catch (IOException e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
