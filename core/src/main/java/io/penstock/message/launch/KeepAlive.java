package io.penstock.message.launch;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import jdk.net.ExtendedSocketOptions;

/// Notices the end of a machine or a network, which closes no connections.
public final class KeepAlive {
  private static final int IDLE_SECONDS = 10;
  private static final int INTERVAL_SECONDS = 5;
  private static final int PROBES = 4;

  private KeepAlive() {}

  /// Has the system probe an idle connection, so that it fails within half a minute when nobody
  /// answers any more; later where the system does not let that be set. A process that is stopped
  /// is not missed: its system answers.
  public static void on(SocketChannel channel) throws IOException {
    channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
    if (channel.supportedOptions().contains(ExtendedSocketOptions.TCP_KEEPIDLE)) {
      channel.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, IDLE_SECONDS);
      channel.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, INTERVAL_SECONDS);
      channel.setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, PROBES);
    }
  }
}
