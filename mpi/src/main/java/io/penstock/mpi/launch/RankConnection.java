package io.penstock.mpi.launch;

import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Optional;

/// A connection from a rank to `penstock run` on the same machine. It begins with five bytes, the
/// rank in big-endian order and the letter of the stream.
///
/// @param rank not negative
public record RankConnection(int rank, RankStream stream) {
  /// The environment variable with the file of the socket to which ranks connect.
  public static final String SOCKET = "PENSTOCK_MPI_SOCKET";

  private static final int LENGTH = Integer.BYTES + 1;

  /// Checks the rank.
  ///
  /// @throws IllegalArgumentException if the rank is negative
  public RankConnection {
    if (rank < 0) {
      throw new IllegalArgumentException("there is no rank " + rank);
    }
  }

  /// Makes the connection.
  ///
  /// @throws IOException if no process listens at the socket
  SocketChannel open(Path socket) throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.connect(UnixDomainSocketAddress.of(socket));
      ByteBuffer bytes = ByteBuffer.allocate(LENGTH).putInt(rank).put(stream.letter());
      for (bytes.flip(); bytes.hasRemaining(); ) {
        channel.write(bytes);
      }
      return channel;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /// Reads the beginning of a connection.
  ///
  /// @throws IOException if the connection ends before, or its beginning is not a rank's
  public static RankConnection receive(SocketChannel channel) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(LENGTH);
    while (bytes.hasRemaining()) {
      if (channel.read(bytes) < 0) {
        throw new EOFException("the connection ended before it said what it is for");
      }
    }
    int rank = bytes.flip().getInt();
    Optional<RankStream> stream = RankStream.of(bytes.get());
    if (rank < 0 || stream.isEmpty()) {
      throw new IOException("no rank introduces itself so");
    }
    return new RankConnection(rank, stream.get());
  }
}
