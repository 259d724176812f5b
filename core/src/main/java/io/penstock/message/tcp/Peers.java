package io.penstock.message.tcp;

import io.penstock.message.launch.Deadline;
import io.penstock.message.launch.Guests;
import io.penstock.message.launch.Hello;
import io.penstock.message.launch.JobDescription;
import io.penstock.message.launch.KeepAlive;
import io.penstock.message.launch.Purpose;
import io.penstock.message.launch.Ranks;
import io.penstock.message.launch.Verdict;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// The other ranks while they connect. Safe for use by several threads.
final class Peers implements Guests, AutoCloseable {
  private final JobDescription job;
  private final BitSet admitted = new BitSet();
  private final List<Optional<SocketChannel>> channels = new ArrayList<>();
  private final CompletableFuture<@Nullable Void> complete = new CompletableFuture<>();
  private boolean handedOver;
  private boolean closed;

  Peers(JobDescription job) throws IOException {
    this.job = job;
    for (int rank = 0; rank < job.size(); rank++) {
      channels.add(Optional.empty());
    }
    SocketChannel self = SocketChannel.open();
    self.close();
    channels.set(job.rank(), Optional.of(self));
    if (job.size() == 1) {
      complete.complete(null);
    }
  }

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
        hello.purpose() == Purpose.PEER
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

  /// A peer is there.
  synchronized void connected(int peer, SocketChannel channel) throws IOException {
    if (closed) {
      channel.close();
      return;
    }
    KeepAlive.on(channel);
    channels.set(peer, Optional.of(channel));
    if (absent().isEmpty()) {
      complete.complete(null);
    }
  }

  /// A peer cannot be reached. One that is only late counts as missing.
  void failed(int peer, Throwable cause) {
    if (!(cause instanceof SocketTimeoutException)) {
      String why = "rank " + peer + " cannot be reached: " + why(cause);
      complete.completeExceptionally(new IOException(why, cause));
    }
  }

  /// Waits until all are there.
  ///
  /// @return their channels by rank, now the caller's
  /// @throws IOException if one cannot be reached or is missing at the deadline
  List<SocketChannel> await(Deadline deadline) throws IOException {
    try {
      complete.get(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw new IOException(Objects.requireNonNull(e.getCause()).getMessage(), e.getCause());
    } catch (TimeoutException e) {
      // Whether all are there is asked below.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while ranks were missing");
    }
    return handOver();
  }

  private static String why(Throwable cause) {
    return cause instanceof IOException ? String.valueOf(cause.getMessage()) : cause.toString();
  }

  private synchronized List<SocketChannel> handOver() throws IOException {
    List<Integer> absent = absent();
    if (!absent.isEmpty()) {
      throw new SocketTimeoutException(Ranks.text(absent) + " did not connect in time");
    }
    handedOver = true;
    return channels.stream().map(Optional::orElseThrow).toList();
  }

  private List<Integer> absent() {
    List<Integer> ranks = new ArrayList<>();
    for (int rank = 0; rank < channels.size(); rank++) {
      if (channels.get(rank).isEmpty()) {
        ranks.add(rank);
      }
    }
    return ranks;
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (!handedOver) {
      channels.stream().flatMap(Optional::stream).forEach(Peers::shut);
    }
  }

  private static void shut(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      // The join has failed already, for a reason that is told.
    }
  }
}
