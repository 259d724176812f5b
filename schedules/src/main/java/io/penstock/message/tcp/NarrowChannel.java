package io.penstock.message.tcp;

import java.io.ByteArrayOutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.util.Set;

/// A socket that takes so many bytes of its first write, and then all: what is written can be read
/// here.
final class NarrowChannel extends SocketChannel {
  private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
  private int narrow;

  NarrowChannel(int narrow) {
    super(SelectorProvider.provider());
    this.narrow = narrow;
  }

  byte[] taken() {
    return taken.toByteArray();
  }

  @Override
  public int write(ByteBuffer source) {
    int count = narrow > 0 ? Math.min(narrow, source.remaining()) : source.remaining();
    narrow = 0;
    for (int i = 0; i < count; i++) {
      taken.write(source.get());
    }
    return count;
  }

  @Override
  public long write(ByteBuffer[] sources, int offset, int length) {
    throw unused();
  }

  @Override
  public int read(ByteBuffer target) {
    throw unused();
  }

  @Override
  public long read(ByteBuffer[] targets, int offset, int length) {
    throw unused();
  }

  @Override
  public SocketChannel bind(SocketAddress local) {
    throw unused();
  }

  @Override
  public <T> SocketChannel setOption(SocketOption<T> name, T value) {
    throw unused();
  }

  @Override
  public <T> T getOption(SocketOption<T> name) {
    throw unused();
  }

  @Override
  public Set<SocketOption<?>> supportedOptions() {
    return Set.of();
  }

  @Override
  public SocketChannel shutdownInput() {
    throw unused();
  }

  @Override
  public SocketChannel shutdownOutput() {
    throw unused();
  }

  @Override
  public Socket socket() {
    throw unused();
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
  public boolean connect(SocketAddress remote) {
    throw unused();
  }

  @Override
  public boolean finishConnect() {
    throw unused();
  }

  @Override
  public SocketAddress getRemoteAddress() {
    throw unused();
  }

  @Override
  public SocketAddress getLocalAddress() {
    throw unused();
  }

  @Override
  protected void implCloseSelectableChannel() {}

  @Override
  protected void implConfigureBlocking(boolean block) {}

  private static UnsupportedOperationException unused() {
    return new UnsupportedOperationException("a queue of frames only writes");
  }
}
