package io.penstock.cli.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.DatagramChannel;
import java.util.List;

/// By which of its addresses this machine is seen by others.
final class Route {
  private static final int ANY_PORT = 9;

  private Route() {}

  /// The address from which the first of the hosts is reached that is not this machine itself; the
  /// loopback address if all are. Nothing is sent.
  ///
  /// @throws IOException if a host is unknown
  static InetAddress to(List<String> hosts) throws IOException {
    for (String host : hosts) {
      InetAddress own = to(address(host.substring(host.lastIndexOf('@') + 1)));
      if (!own.isLoopbackAddress()) {
        return own;
      }
    }
    return InetAddress.getLoopbackAddress();
  }

  private static InetAddress address(String host) throws IOException {
    try {
      return InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      String remedy = "check the name, or name this machine's address with --bind if ssh knows it";
      throw new IOException("host " + host + ": has no address that is known here; " + remedy, e);
    }
  }

  private static InetAddress to(InetAddress host) throws IOException {
    try (DatagramChannel channel = DatagramChannel.open()) {
      channel.connect(new InetSocketAddress(host, ANY_PORT));
      return ((InetSocketAddress) channel.getLocalAddress()).getAddress();
    }
  }
}
