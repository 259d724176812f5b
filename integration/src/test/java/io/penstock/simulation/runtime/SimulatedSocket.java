package io.penstock.simulation.runtime;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.util.Set;

/// One end of a simulated connection, which never blocks.
public final class SimulatedSocket extends SocketChannel {
  final SimulatedNetwork.Flow in;
  final SimulatedNetwork.Flow out;
  private final SocketAddress mine;
  private final SocketAddress theirs;

  SimulatedSocket(
      SimulatedNetwork.Flow in,
      SimulatedNetwork.Flow out,
      SocketAddress mine,
      SocketAddress theirs) {
    super(SelectorProvider.provider());
    this.in = in;
    this.out = out;
    this.mine = mine;
    this.theirs = theirs;
  }

  private void requireOpen() throws IOException {
    if (!isOpen()) {
      throw new ClosedChannelException();
    }
    Calls.point();
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    requireOpen();
    return in.read(target);
  }

  @Override
  public long read(ByteBuffer[] targets, int offset, int length) throws IOException {
    return read(targets[offset]);
  }

  @Override
  public int write(ByteBuffer source) throws IOException {
    requireOpen();
    return out.write(source);
  }

  @Override
  public long write(ByteBuffer[] sources, int offset, int length) throws IOException {
    requireOpen();
    long n = 0;
    for (int i = offset; i < offset + length; i++) {
      n += out.write(sources[i]);
      if (sources[i].hasRemaining()) {
        break;
      }
    }
    return n;
  }

  @Override
  public SocketChannel shutdownOutput() throws IOException {
    requireOpen();
    out.end();
    return this;
  }

  @Override
  public SocketChannel shutdownInput() {
    return this;
  }

  @Override
  protected void implCloseSelectableChannel() {
    out.end();
    in.breakOff();
  }

  @Override
  protected void implConfigureBlocking(boolean block) {}

  @Override
  public SocketAddress getLocalAddress() {
    return mine;
  }

  @Override
  public SocketAddress getRemoteAddress() {
    return theirs;
  }

  @Override
  public boolean isConnected() {
    return true;
  }

  @Override
  public boolean isConnectionPending() {
    return false;
  }

  @Override
  public SocketChannel bind(SocketAddress local) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean connect(SocketAddress remote) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean finishConnect() {
    return true;
  }

  @Override
  public Socket socket() {
    throw new UnsupportedOperationException();
  }

  @Override
  public <T> SocketChannel setOption(SocketOption<T> name, T value) {
    return this;
  }

  @Override
  public <T> T getOption(SocketOption<T> name) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Set<SocketOption<?>> supportedOptions() {
    return Set.of();
  }
}
