package io.penstock.message.launch;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.nio.channels.SocketChannel;
import java.time.Duration;

/// Descriptions of callers, and of failures to talk to them, for error messages.
final class Callers {
  /// Who called before its address could be asked for.
  static final SocketAddress UNKNOWN = InetSocketAddress.createUnresolved("a caller", 0);

  private Callers() {}

  static SocketAddress address(SocketChannel channel) {
    try {
      SocketAddress address = channel.getRemoteAddress();
      return address == null ? UNKNOWN : address;
    } catch (IOException e) {
      return UNKNOWN; // it has gone already
    }
  }

  static String text(SocketAddress address) {
    return address instanceof InetSocketAddress known && !known.isUnresolved()
        ? Endpoint.text(known)
        : "a caller";
  }

  static String reason(IOException e, Duration patience) {
    return switch (e) {
      case SocketTimeoutException _ ->
          "it did not complete its handshake within " + patience.toMillis() / 1e3 + " s";
      case EOFException _ -> "it left in the middle of its handshake";
      case RefusedException refused -> "it " + refused.getMessage();
      default -> String.valueOf(e.getMessage());
    };
  }
}
