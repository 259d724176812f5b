package io.penstock.message.launch;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import jdk.net.ExtendedSocketOptions;

/// The socket options, threads and address texts that the connections of a job have in common.
public final class Sockets {
  private static final int IDLE_SECONDS = 10;
  private static final int INTERVAL_SECONDS = 5;
  private static final int PROBES = 4;
  private static final int MOST_PLATFORM_THREADS = 256;

  private Sockets() {}

  /// Has the system probe an idle connection, so that the end of a machine or a network, which
  /// closes no connection, makes it fail within half a minute; later where the system does not let
  /// that be set. A stopped process does not fail its connections: its system answers the probes.
  public static void keepAlive(SocketChannel channel) throws IOException {
    channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
    if (channel.supportedOptions().contains(ExtendedSocketOptions.TCP_KEEPIDLE)) {
      channel.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, IDLE_SECONDS);
      channel.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, INTERVAL_SECONDS);
      channel.setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, PROBES);
    }
  }

  /// A builder of threads that block on sockets and do not keep the JVM running.
  ///
  /// They are platform threads as long as there are few: a virtual thread that blocks on a socket
  /// leaves a poller of the JDK in native code for the rest of the JVM's life, and a JVM that exits
  /// waits up to 300 ms for such threads.
  ///
  /// @param expected the number of threads that may run at a time
  public static Thread.Builder threads(int expected) {
    return expected <= MOST_PLATFORM_THREADS ? Thread.ofPlatform().daemon() : Thread.ofVirtual();
  }

  /// Parses `name:4711`, `10.0.0.1:4711` or `[::1]:4711`. The name is not resolved.
  ///
  /// @throws IllegalArgumentException if host or port are missing or wrong
  static InetSocketAddress parse(String text) {
    int colon = text.lastIndexOf(':');
    if (colon < 1) {
      throw new IllegalArgumentException("not of the form host:port");
    }
    String host = text.substring(0, colon);
    boolean brackets = host.startsWith("[") && host.endsWith("]");
    String bare = brackets ? host.substring(1, host.length() - 1) : host;
    if (bare.isBlank() || (!brackets && bare.contains(":"))) {
      throw new IllegalArgumentException("not of the form host:port or [address]:port");
    }
    int port = Integer.parseInt(text.substring(colon + 1));
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException("a port is within 1 and 65535");
    }
    return InetSocketAddress.createUnresolved(bare, port);
  }

  /// The inverse of [#parse].
  static String text(InetSocketAddress address) {
    String host =
        address.isUnresolved() ? address.getHostString() : address.getAddress().getHostAddress();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
  }

  /// The address of the other end, or `a caller` if the connection is gone.
  static String peer(SocketChannel channel) {
    try {
      SocketAddress address = channel.getRemoteAddress();
      return address instanceof InetSocketAddress known ? text(known) : "a caller";
    } catch (IOException e) {
      return "a caller"; // it has gone already
    }
  }
}
