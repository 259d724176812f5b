package io.penstock.message.tcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.memory.BufferPool;
import io.penstock.memory.BufferPools;
import io.penstock.message.MessageException;
import io.penstock.message.RankFailedException;
import io.penstock.message.match.ProtocolException;
import io.penstock.message.match.Transfer;
import io.penstock.testing.fuzz.FuzzTarget;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// What comes after the handshake.
public final class FrameTargets {
  private static final int TAG = 7;

  private FrameTargets() {}

  /// The frames of a connection, whose payloads are thrown away.
  public static FuzzTarget frames() throws IOException {
    return new Frames();
  }

  /// A rank with a peer that says the input: messages, announcements, requests in any order.
  public static FuzzTarget peer() throws IOException {
    return new Peer();
  }

  private static byte[] frame(FrameType type, byte[] payload, Consumer<Frame> rest) {
    Frame header = new Frame().of(type);
    header.tag = TAG;
    header.bytes = payload.length;
    rest.accept(header);
    ByteBuffer bytes = ByteBuffer.allocate(Frame.BYTES + payload.length);
    header.put(bytes);
    return bytes.put(payload).array();
  }

  private static byte[] joined(byte[]... frames) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] frame : frames) {
      all.writeBytes(frame);
    }
    return all.toByteArray();
  }

  private static byte[] message(int bytes) {
    return frame(FrameType.MESSAGE, new byte[bytes], _ -> {});
  }

  private static List<byte[]> heads() {
    List<byte[]> heads = new ArrayList<>();
    for (FrameType type : FrameType.values()) {
      heads.add(frame(type, new byte[0], header -> header.number = 1));
    }
    return heads;
  }

  private static final class Frames extends FuzzTarget {
    Frames() {
      super("frames", ProtocolException.class, 256 << 10, 10);
    }

    @Override
    public List<byte[]> seeds() {
      return List.of(
          message(0),
          joined(message(3), frame(FrameType.BEAT, new byte[0], _ -> {}), message(100)),
          joined(frame(FrameType.PAYLOAD, new byte[64], h -> h.number = 9), message(1)),
          frame(FrameType.ABORT, "for a reason".getBytes(UTF_8), h -> h.number = 1));
    }

    @Override
    public List<byte[]> words() {
      return heads();
    }

    @Override
    public void decode(byte[] input) throws IOException {
      ReadableByteChannel channel = Channels.newChannel(new ByteArrayInputStream(input));
      FrameReader reader = new FrameReader(channel, BufferPool.shared(), new Nowhere());
      try {
        while (true) {
          boolean _ = reader.read();
        }
      } catch (EOFException _) {
        // all was read
      } finally {
        reader.release();
      }
    }
  }

  private static final class Nowhere implements FrameHandler {
    @Override
    public boolean begin(Frame header, FrameReader reader) {
      reader.discard(header.bytes);
      return header.type == FrameType.MESSAGE || header.type == FrameType.PAYLOAD;
    }

    @Override
    public void end(Frame header, FrameReader reader) {
      reader.discard(0);
    }

    @Override
    public void abort(long rank, byte[] reason) {
      if (reason.length > 128 << 10) {
        throw new AssertionError("a reason of " + reason.length + " bytes");
      }
    }
  }

  private static final class Peer extends FuzzTarget {
    private final BufferPool pool = BufferPools.cached();
    private final ServerSocketChannel listener = ServerSocketChannel.open();

    Peer() throws IOException {
      super("peer", MessageException.class, 2 << 20, 100);
      ServerSocketChannel _ =
          listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    @Override
    public int inputs() {
      return 2000; // each makes a connection, and a rank with its thread
    }

    @Override
    public long longInputs() {
      return 100_000;
    }

    @Override
    public List<byte[]> seeds() {
      byte[] bye = frame(FrameType.BYE, new byte[0], _ -> {});
      return List.of(
          bye,
          joined(message(10), bye),
          joined(message(0), message(3000), frame(FrameType.BEAT, new byte[0], _ -> {}), bye),
          joined(
              frame(
                  FrameType.ANNOUNCEMENT,
                  new byte[0],
                  h -> {
                    h.number = 5;
                    h.bytes = 90;
                  }),
              frame(FrameType.PAYLOAD, new byte[90], h -> h.number = 1L << 24),
              bye),
          joined(message(10), frame(FrameType.FAREWELL, new byte[0], _ -> {}), bye));
    }

    @Override
    public List<byte[]> words() {
      return heads();
    }

    @Override
    public void decode(byte[] input) throws IOException {
      try (SocketChannel peer = SocketChannel.open(listener.getLocalAddress());
          SocketChannel own = listener.accept()) {
        // Without it thousands of closed connections would keep their ports for a minute.
        SocketChannel _ = peer.setOption(StandardSocketOptions.SO_LINGER, 0);
        TcpSettings settings = new TcpSettings(4096, Duration.ofDays(1).toNanos(), 0);
        TcpEndpoint rank = new TcpEndpoint(new Mesh(0, List.of(closed(), own)), settings, pool);
        try {
          Transfer _ = begin(rank);
          say(peer, input);
          hear(rank);
        } finally {
          rank.die("the end of the input");
        }
      }
    }

    private static SocketChannel closed() throws IOException {
      try (SocketChannel channel = SocketChannel.open()) {
        return channel;
      }
    }

    /// One receive, one message that is sent and one that is announced.
    private static Transfer begin(TcpEndpoint rank) {
      Transfer receive = rank.take().of(new byte[100]).with(1, 0, TAG);
      rank.receive(receive);
      rank.send(rank.take().of(new byte[10]).with(1, 0, TAG));
      rank.send(rank.take().of(new byte[10_000]).with(1, 0, TAG));
      return receive;
    }

    private static void say(SocketChannel peer, byte[] input) throws IOException {
      ByteBuffer left = ByteBuffer.wrap(input);
      while (left.hasRemaining()) {
        int _ = peer.write(left);
      }
      SocketChannel _ = peer.shutdownOutput();
    }

    private static void hear(TcpEndpoint rank) {
      try {
        while (!rank.connection(1).isClosed() && !rank.connection(1).ended()) {
          boolean _ = rank.progress();
          rank.check();
        }
      } catch (MessageException e) {
        if (e instanceof RankFailedException failed) {
          assertThat(failed.rank()).isBetween(0, 1);
        }
        Throwable cause = e.getCause();
        if (cause == null
            || cause instanceof IOException
            || cause instanceof ProtocolException
            || cause instanceof MessageException) {
          // The reason of an abort is the other rank's own words.
          throw new MessageException(String.valueOf(e.getMessage()).replaceAll("\\R", " "));
        }
        throw new AssertionError("no fault of the peer's", cause);
      }
    }

    @Override
    public long held() {
      return pool.statistics().liveBlocks();
    }

    @Override
    public void close() throws IOException {
      listener.close();
      pool.close();
    }
  }
}
