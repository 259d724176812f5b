package io.penstock.mpi.launch;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/// One of a rank's output streams, over a connection of its own.
///
/// Interrupting a thread closes the channel that it is writing to. A program's output must not end
/// so: the connection is made anew, and the rest of the bytes follows.
final class SocketOutput extends OutputStream {
  private final Path socket;
  private final RankConnection connection;
  private SocketChannel channel;

  /// @throws IOException if nobody listens at the socket
  SocketOutput(Path socket, RankConnection connection) throws IOException {
    this.socket = socket;
    this.connection = connection;
    this.channel = connection.open(socket);
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int from, int count) throws IOException {
    ByteBuffer rest = ByteBuffer.wrap(bytes, from, count);
    boolean interrupted = Thread.interrupted();
    try {
      while (rest.hasRemaining()) {
        try {
          channel.write(rest);
        } catch (ClosedByInterruptException e) {
          interrupted = Thread.interrupted() || interrupted;
          channel = connection.open(socket);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
