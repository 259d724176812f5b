package io.penstock.cli.run;

import io.penstock.mpi.launch.RankConnection;
import io.penstock.mpi.launch.RankStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;

/// Hears the ranks of an MPI job on this machine, each over connections of its own, at a socket in
/// a folder that only this user can enter.
final class RankOutputs implements AutoCloseable {
  /// How long ranks may still speak when their launcher has ended.
  private static final Duration LAST_WORDS = Duration.ofSeconds(2);

  private static final int MOST_WAITING = 1024;

  private final SocketFolder folder;
  private final ServerSocketChannel server;
  private final Function<RankConnection, OutputStream> sinks;
  private final Map<RankConnection, Source> sources = new ConcurrentHashMap<>();
  private final Set<Thread> hearing = ConcurrentHashMap.newKeySet();
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
  private record Source(OutputStream sink, Lock turn) {}

  /// Begins to hear.
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

  /// Where ranks connect.
  Path socket() {
    return folder.socket();
  }

  /// Has somebody told why what ranks printed cannot be passed on.
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
    hearing.add(Thread.ofVirtual().name("penstock-pump").start(() -> pass(channel)));
  }

  private void pass(SocketChannel channel) {
    try (channel) {
      RankConnection connection = RankConnection.receive(channel);
      if (connection.stream() == RankStream.LIFELINE) {
        awaitEnd(channel);
      } else {
        pass(channel, sources.computeIfAbsent(connection, this::source));
      }
    } catch (IOException e) {
      // It was killed before it said who it is, or is no rank.
    } finally {
      open.remove(channel);
    }
  }

  private Source source(RankConnection connection) {
    return new Source(sinks.apply(connection), new ReentrantLock(true));
  }

  private void pass(SocketChannel channel, Source source) {
    source.turn().lock();
    try {
      new Pump(Channels.newInputStream(channel), source.sink(), lost).run();
    } finally {
      source.turn().unlock();
    }
  }

  private static void awaitEnd(SocketChannel lifeline) throws IOException {
    while (lifeline.read(ByteBuffer.allocate(1)) >= 0) {
      // Nothing is ever said.
    }
  }

  /// Hears the ranks out, for the launcher has ended: those that have called already, and no longer
  /// than two seconds. Ends lines that have no end.
  void finish() {
    try {
      finishing = true;
      SocketChannel.open(UnixDomainSocketAddress.of(socket())).close(); // wakes who accepts
      accepting.join();
      long end = System.nanoTime() + LAST_WORDS.toNanos();
      for (Thread thread : hearing) {
        thread.join(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
      }
      for (Source source : sources.values()) {
        finish(source);
      }
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException("nobody else closes the socket or interrupts this", e);
    }
  }

  private void finish(Source source) {
    try {
      source.sink().close();
    } catch (IOException | RuntimeException e) {
      lost.accept(e);
    }
  }

  /// Ranks that still run end by themselves.
  @Override
  public void close() throws IOException {
    server.close();
    for (SocketChannel channel : open) {
      channel.close();
    }
    folder.remove();
  }
}
