package io.penstock.mpi.launch;

import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/// A connection from a rank to `penstock run` on the same machine. It begins with five bytes, the
/// rank in big-endian order and the letter of the stream.
///
/// @param rank not negative
/// @param stream its letter: [#OUTPUT], [#ERRORS] or [#LIFELINE]
public record RankConnection(int rank, char stream) {
  /// It carries what the rank prints to standard output.
  public static final char OUTPUT = 'o';

  /// It carries what the rank prints to standard error.
  public static final char ERRORS = 'e';

  /// It carries nothing: its end shows each side that the other is gone.
  public static final char LIFELINE = 'l';

  /// The environment variable with the file of the socket to which ranks connect.
  public static final String SOCKET = "PENSTOCK_MPI_SOCKET";

  private static final int LENGTH = Integer.BYTES + 1;

  /// Checks both.
  ///
  /// @throws IllegalArgumentException if the rank is negative, or there is no such stream
  public RankConnection {
    if (rank < 0) {
      throw new IllegalArgumentException("there is no rank " + rank);
    }
    if (stream != OUTPUT && stream != ERRORS && stream != LIFELINE) {
      throw new IllegalArgumentException("there is no stream " + (int) stream);
    }
  }

  /// Makes the connection.
  ///
  /// @throws IOException if no process listens at the socket
  SocketChannel open(Path socket) throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.connect(UnixDomainSocketAddress.of(socket));
      ByteBuffer bytes = ByteBuffer.allocate(LENGTH).putInt(rank).put((byte) stream);
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
    try {
      return new RankConnection(bytes.flip().getInt(), (char) bytes.get());
    } catch (IllegalArgumentException e) {
      throw new IOException("no rank introduces itself so", e);
    }
  }
}
