package io.penstock.evaluate.messages;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/// A blocking socket channel with TCP_NODELAY, and one buffer in each process.
///
/// @param meeting of the two processes
/// @param direct whether the buffers lie outside the heap
record SocketFabric(Rendezvous meeting, boolean direct) implements Fabric {
  @Override
  public Endpoint open(int rank, long bytes) throws Exception {
    int size = Math.toIntExact(bytes);
    ByteBuffer buffer = direct ? ByteBuffer.allocateDirect(size) : ByteBuffer.allocate(size);
    SocketChannel channel = rank == 0 ? host() : visit();
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    return new Connected(channel, buffer, ByteBuffer.allocateDirect(Long.BYTES));
  }

  private SocketChannel host() throws IOException {
    try (ServerSocketChannel server = ServerSocketChannel.open()) {
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      meeting.announce(Integer.toString(server.socket().getLocalPort()));
      return server.accept();
    }
  }

  private SocketChannel visit() throws IOException, InterruptedException {
    int port = Integer.parseInt(meeting.await());
    return SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
  }

  private record Connected(SocketChannel channel, ByteBuffer buffer, ByteBuffer number)
      implements Endpoint {
    @Override
    public MemorySegment message() {
      return MemorySegment.ofBuffer(buffer.clear());
    }

    @Override
    public void send() throws IOException {
      write(buffer.clear());
    }

    @Override
    public void receive() throws IOException {
      read(buffer.clear());
    }

    @Override
    public void tell(long told) throws IOException {
      write(number.clear().putLong(told).flip());
    }

    @Override
    public long hear() throws IOException {
      read(number.clear());
      return number.flip().getLong();
    }

    private void write(ByteBuffer bytes) throws IOException {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    }

    private void read(ByteBuffer bytes) throws IOException {
      while (bytes.hasRemaining()) {
        if (channel.read(bytes) < 0) {
          throw new EOFException("the other process has left");
        }
      }
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
