package io.penstock.message.launch;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.nio.channels.SocketChannel;

/// A blocking channel that reads exact counts of bytes, all within one deadline, however slowly
/// they arrive. For one thread; what is written here is small.
///
/// It never reads ahead: afterwards the channel can be used directly.
public final class TimedChannel {
  private final SocketChannel channel;
  private final InputStream in;
  private final OutputStream out;
  private final Deadline deadline;

  /// @param channel connected and in blocking mode
  public TimedChannel(SocketChannel channel, Deadline deadline) throws IOException {
    this.channel = channel;
    this.deadline = deadline;
    this.in = channel.socket().getInputStream();
    this.out = channel.socket().getOutputStream();
  }

  /// The next `count` bytes.
  ///
  /// @throws EOFException if the other side closes before
  /// @throws SocketTimeoutException if they have not come when the deadline passes
  public byte[] read(int count) throws IOException {
    byte[] bytes = new byte[count];
    int got = 0;
    while (got < count) {
      int left = deadline.remainingMillis();
      if (left == 0) {
        throw new SocketTimeoutException("silent for too long");
      }
      channel.socket().setSoTimeout(left);
      int more = in.read(bytes, got, count - got);
      if (more < 0) {
        throw new EOFException("closed after " + got + " of " + count + " bytes");
      }
      got += more;
    }
    return bytes;
  }

  /// Sends all of them.
  public void write(byte[] bytes) throws IOException {
    out.write(bytes);
    out.flush();
  }
}
