package io.penstock.message.tcp;

import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.message.match.Payload;
import io.penstock.message.match.ProtocolException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Locale;

/// A decoder of the bytes from one rank: it cuts them into frames and brings payloads to where they
/// belong.
///
/// Not safe for more than one thread at a time.
final class FrameReader {
  private static final int BUFFER = 128 << 10;
  private static final int READS_A_TURN = 8;

  private final ReadableByteChannel channel;
  private final FrameHandler handler;
  private final Block block;
  private final ByteBuffer in;
  private final Frame header = new Frame();
  private final PayloadDestination destination = new PayloadDestination();
  private boolean inPayload;
  private int from;
  private int to;
  private boolean released;
  private volatile long read;

  FrameReader(ReadableByteChannel channel, BufferPool pool, FrameHandler handler) {
    this.channel = channel;
    this.handler = handler;
    this.block = pool.take(BUFFER);
    this.in = block.buffer();
  }

  /// Reads what has come.
  ///
  /// @return whether anything had
  /// @throws EOFException if the other side ended the connection
  /// @throws IOException if the socket fails
  /// @throws ProtocolException if what came is not what the protocol allows
  boolean receive() throws IOException {
    long before = read;
    boolean more = true;
    for (int i = 0; i < READS_A_TURN && more && !released; i++) {
      more = readOnce();
    }
    return read > before;
  }

  /// Reads what has come, and drops it.
  ///
  /// @return whether anything had
  /// @throws IOException if the other side ended the connection, or the socket fails
  boolean drop() throws IOException {
    if (released) {
      return false;
    }
    in.limit(BUFFER).position(0);
    return count(channel.read(in)) > 0;
  }

  /// How many bytes were read, ever.
  long bytesRead() {
    return read;
  }

  /// Where the payload goes that is coming in.
  PayloadDestination destination() {
    return destination;
  }

  /// Gives the buffer back. What has been read and not looked at is dropped: a frame may have ended
  /// the job, while others follow it in the buffer.
  void release() {
    released = true;
    block.release();
  }

  /// @return whether more may be there
  private boolean readOnce() throws IOException {
    return (inPayload && from == to && destination.goesStraight()) ? readStraight() : readBuffer();
  }

  private boolean readStraight() throws IOException {
    try {
      ByteBuffer buffer = destination.buffer();
      int room = buffer.remaining();
      int n = count(channel.read(buffer));
      destination.advance(n);
      finishPayload();
      return n == room;
    } catch (IllegalStateException e) { // the memory's arena was closed
      destination.spoil(e);
      return true;
    } catch (IOException e) {
      if (!SpoiltMessageException.isCauseOf(e)) {
        throw e;
      }
      destination.spoil(e);
      return true;
    }
  }

  private boolean readBuffer() throws IOException {
    makeRoom();
    in.limit(BUFFER).position(to);
    int room = BUFFER - to;
    int n = count(channel.read(in));
    to += n;
    parse();
    return n == room || (n > 0 && inPayload && destination.goesStraight());
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread reads at a time
  private int count(int n) throws EOFException {
    if (n < 0) {
      throw new EOFException("the connection ended");
    }
    read = read + n;
    return n;
  }

  private void makeRoom() {
    if (from > 0) {
      in.limit(to).position(from);
      in.compact();
      to -= from;
      from = 0;
    }
  }

  private void parse() {
    boolean moved = true;
    while (moved && !released) {
      moved = inPayload ? takePayload() : takeHead();
    }
  }

  private boolean takeHead() {
    in.limit(to).position(from);
    if (in.remaining() < Frame.BYTES) {
      if (in.remaining() >= Frame.RECOGNIZED) {
        Frame.requireFrame(in, from);
      }
      return false;
    }
    header.get(in);
    if (header.type == FrameType.ABORT) {
      return takeAbort();
    }
    from += Frame.BYTES;
    inPayload = handler.begin(header, destination);
    finishPayload();
    return true;
  }

  private boolean takeAbort() {
    if (header.bytes > BUFFER - Frame.BYTES) {
      throw new ProtocolException(
          String.format(Locale.ROOT, "an abort frame of %d bytes", header.bytes));
    }
    if (in.remaining() < header.bytes) {
      return false;
    }
    byte[] reason = new byte[(int) header.bytes];
    in.get(reason);
    from = in.position();
    handler.abort(header.number, reason);
    return true;
  }

  private boolean takePayload() {
    long n = Math.min(to - from, destination.left());
    n = n < destination.left() ? n & Payload.WHOLE_ELEMENTS : n;
    destination.take(block.memory(), from, n);
    from += (int) n;
    finishPayload();
    return n > 0;
  }

  private void finishPayload() {
    if (inPayload && destination.left() == 0) {
      inPayload = false;
      handler.end(header, destination);
    }
  }
}
