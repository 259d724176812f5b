package io.penstock.message.launch;

import java.net.InetSocketAddress;

/// The text of a host and a port: `name:4711`, `10.0.0.1:4711`, `[::1]:4711`.
final class Endpoint {
  private Endpoint() {}

  /// @throws IllegalArgumentException if host or port are missing or wrong
  static InetSocketAddress parse(String text) {
    int colon = text.lastIndexOf(':');
    if (colon < 1) {
      throw new IllegalArgumentException("not of the form host:port");
    }
    return InetSocketAddress.createUnresolved(
        host(text.substring(0, colon)), port(text.substring(colon + 1)));
  }

  private static String host(String text) {
    boolean brackets = text.startsWith("[") && text.endsWith("]");
    String host = brackets ? text.substring(1, text.length() - 1) : text;
    if (host.isBlank() || (!brackets && host.contains(":"))) {
      throw new IllegalArgumentException("not of the form host:port or [address]:port");
    }
    return host;
  }

  private static int port(String text) {
    int port = Integer.parseInt(text);
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException("a port is within 1 and 65535");
    }
    return port;
  }

  static String text(InetSocketAddress address) {
    String host =
        address.isUnresolved() ? address.getHostString() : address.getAddress().getHostAddress();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
  }
}
