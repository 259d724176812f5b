package io.penstock.message.launch;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;

/// Calls another process of the job.
public final class Call {
  private static final int FIRST_PAUSE_MILLIS = 10;
  private static final int LONGEST_PAUSE_MILLIS = 500;

  private Call() {}

  /// Connects and shakes hands. A host that drops the call before it answers is called again until
  /// the deadline: it may be flooded by strangers.
  ///
  /// @return connected, in blocking mode, without Nagle's delay
  /// @throws RefusedException if one side turns the other down
  /// @throws IOException if nobody can be reached there, or not before the deadline
  public static SocketChannel to(
      InetSocketAddress address, Hello hello, JobSecret secret, Deadline deadline)
      throws IOException {
    InetSocketAddress resolved = resolve(address);
    for (int pause = FIRST_PAUSE_MILLIS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS)) {
      SocketChannel channel = connect(resolved, deadline);
      try {
        new Handshake(secret).call(new Wire(channel, deadline), hello);
        channel.socket().setSoTimeout(0);
        return channel;
      } catch (RefusedException | SocketTimeoutException e) {
        channel.close();
        throw e;
      } catch (IOException e) {
        channel.close();
        if (deadline.remainingMillis() <= pause) {
          throw e;
        }
        rest(pause);
      }
    }
  }

  private static InetSocketAddress resolve(InetSocketAddress address) throws IOException {
    return address.isUnresolved()
        ? new InetSocketAddress(InetAddress.getByName(address.getHostString()), address.getPort())
        : address;
  }

  private static SocketChannel connect(InetSocketAddress address, Deadline deadline)
      throws IOException {
    SocketChannel channel = SocketChannel.open();
    try {
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.socket().connect(address, Math.max(1, deadline.remainingMillis()));
      return channel;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static void rest(int millis) throws InterruptedIOException {
    try {
      TimeUnit.MILLISECONDS.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while calling");
    }
  }
}
