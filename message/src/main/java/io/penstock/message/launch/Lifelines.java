package io.penstock.message.launch;

import io.penstock.message.launch.Handshake.Verdict;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/// The coordinator's connections to the processes of its job. Safe for use by several threads.
final class Lifelines implements AutoCloseable {
  private final int size;
  private final BitSet called = new BitSet();
  private final BitSet barred = new BitSet();
  private final Map<Integer, SocketChannel> lines = new HashMap<>();
  private boolean closed;

  Lifelines(int size) {
    this.size = size;
  }

  synchronized Verdict call(int process) {
    if (process < 0 || process >= size) {
      return Verdict.UNEXPECTED;
    }
    if (barred.get(process)) {
      return Verdict.BARRED;
    }
    if (called.get(process)) {
      return Verdict.DUPLICATE;
    }
    called.set(process);
    return Verdict.WELCOME;
  }

  /// Turns a process away from now on, unless it has called already.
  ///
  /// @return whether it has not
  synchronized boolean bar(int process) {
    if (!called.get(process)) {
      barred.set(process);
    }
    return barred.get(process);
  }

  synchronized void hold(int process, SocketChannel channel) throws IOException {
    if (closed) {
      channel.close();
      return;
    }
    Sockets.keepAlive(channel);
    lines.put(process, channel);
  }

  /// One byte always fits into what a connection buffers: this does not block.
  synchronized boolean order(int process, Order order) {
    SocketChannel line = lines.get(process);
    if (line == null) {
      return false;
    }
    try {
      line.socket().getOutputStream().write(order.number());
      return true;
    } catch (IOException e) {
      return false; // the process is gone
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    for (SocketChannel line : lines.values()) {
      try {
        line.close();
      } catch (IOException e) {
        // The process is gone: it needs no sign.
      }
    }
    lines.clear();
  }
}
