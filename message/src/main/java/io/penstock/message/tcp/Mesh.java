package io.penstock.message.tcp;

import io.penstock.message.MessageException;
import io.penstock.message.launch.JobDescription;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.function.Consumer;

/// The connections of one rank to all others: one for each pair of ranks, authenticated by the
/// job's secret.
///
/// Channels are handed over connected and in blocking mode, without Nagle's delay; nothing has been
/// read from them or written to them since the handshake. Safe for use by several threads.
public final class Mesh implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger("io.penstock.message");

  private final int rank;
  private final List<SocketChannel> channels;

  /// @param channels by rank; in place of the rank itself, one that is closed
  Mesh(int rank, List<SocketChannel> channels) {
    this.rank = rank;
    this.channels = List.copyOf(channels);
  }

  /// Joins the job: registers with its coordinator, waits for all other ranks, and connects with
  /// each. Who calls and does not belong to the job is turned away, with a warning to the logger
  /// `io.penstock.message`. When this returns the rank listens no more.
  ///
  /// @throws MessageException if that does not succeed within the job's patience: no contact, the
  ///   address cannot be bound, the coordinator cannot be reached or refuses, or ranks are missing;
  ///   the message names them
  public static Mesh join(JobDescription job) {
    return join(job, line -> LOG.log(System.Logger.Level.WARNING, line));
  }

  /// The same with another reader for the lines about strangers; called by several threads.
  static Mesh join(JobDescription job, Consumer<String> report) {
    try (WireUp joining = WireUp.begin(job, report)) {
      return joining.mesh();
    }
  }

  /// Who this is.
  public int rank() {
    return rank;
  }

  /// How many ranks there are, this one among them.
  public int size() {
    return channels.size();
  }

  /// The connection to another rank.
  ///
  /// @throws IllegalArgumentException if that is this rank itself
  /// @throws IndexOutOfBoundsException if there is no such rank
  public SocketChannel peer(int other) {
    if (other == rank) {
      throw new IllegalArgumentException("rank " + rank + " has no connection to itself");
    }
    return channels.get(other);
  }

  /// Closes all connections.
  ///
  /// @throws MessageException if one cannot be closed; the others are
  @Override
  public void close() {
    MessageException failure = null;
    for (SocketChannel channel : channels) {
      try {
        channel.close();
      } catch (IOException e) {
        failure = new MessageException("rank " + rank + ": a connection cannot be closed: " + e, e);
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
