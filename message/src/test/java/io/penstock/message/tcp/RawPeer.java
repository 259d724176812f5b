package io.penstock.message.tcp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import java.util.function.Consumer;

/// The other end of a rank's connection, that says what a test wants it to say.
final class RawPeer implements AutoCloseable {
  private final SocketChannel channel;

  RawPeer(SocketChannel channel) {
    this.channel = channel;
  }

  /// Sends a head.
  void head(FrameType type, Consumer<Frame> rest) {
    Frame header = new Frame().of(type);
    rest.accept(header);
    ByteBuffer bytes = ByteBuffer.allocate(Frame.BYTES);
    header.put(bytes);
    say(bytes.array());
  }

  void say(byte[] bytes) {
    try {
      ByteBuffer left = ByteBuffer.wrap(bytes);
      while (left.hasRemaining()) {
        channel.write(left);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The next head that comes and is not a beat; empty when the connection ends.
  Optional<Frame> hear() {
    Frame header = new Frame();
    do {
      Optional<ByteBuffer> bytes = bytes(Frame.BYTES);
      if (bytes.isEmpty()) {
        return Optional.empty();
      }
      header.get(bytes.get());
    } while (header.type == FrameType.BEAT);
    return Optional.of(header);
  }

  /// So many bytes; empty when the connection ends first.
  Optional<ByteBuffer> bytes(int count) {
    try {
      ByteBuffer bytes = ByteBuffer.allocate(count);
      while (bytes.hasRemaining()) {
        if (channel.read(bytes) < 0) {
          return Optional.empty();
        }
      }
      return Optional.of(bytes.flip());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
