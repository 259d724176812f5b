package io.penstock.message.launch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;

/// Two ends of one connection on the loopback address.
record SocketPair(SocketChannel caller, SocketChannel host) implements AutoCloseable {
  static SocketPair open() throws IOException {
    try (ServerSocketChannel listener = ServerSocketChannel.open()) {
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      SocketChannel caller = SocketChannel.open(listener.getLocalAddress());
      return new SocketPair(caller, listener.accept());
    }
  }

  static TimedChannel wire(SocketChannel channel) throws IOException {
    return new TimedChannel(channel, Deadline.after(Duration.ofSeconds(20)));
  }

  @Override
  public void close() throws IOException {
    caller.close();
    host.close();
  }
}
