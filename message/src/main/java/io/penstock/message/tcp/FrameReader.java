package io.penstock.message.tcp;

import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.message.match.Arrival;
import io.penstock.message.match.Payload;
import io.penstock.message.match.ProtocolException;
import io.penstock.message.match.Transfer;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Locale;

/// A decoder of the bytes from one rank: it cuts them into frames and brings each payload to where
/// the handler of its head wants it: to a receive, to an unexpected arrival, or to nobody.
///
/// Not safe for more than one thread at a time.
final class FrameReader {
  private static final int BUFFER = 128 << 10;
  private static final int READS_A_TURN = 8;

  /// From here on up a payload is worth a read of its own.
  private static final long STRAIGHT = 16 << 10;

  private final ReadableByteChannel channel;
  private final FrameHandler handler;
  private final Block block;
  private final ByteBuffer in;
  private final Frame header = new Frame();
  private boolean inPayload;
  private int from;
  private int to;
  private boolean released;
  private volatile long read;

  private Transfer receive = Transfer.NONE;
  private Arrival arrival = Arrival.NONE;

  /// The next byte of the message that comes, ...
  private long at;

  /// ... and the one behind the last that this payload has of it.
  private long end;

  private boolean beginning;

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
  boolean read() throws IOException {
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

  /// Gives the buffer back. What has been read and not looked at is dropped: a frame may have ended
  /// the job, while others follow it in the buffer.
  void release() {
    released = true;
    block.release();
  }

  // ---- where the payload goes that is coming in ------------------------------------------------

  /// Brings the payload to a receive: all that it gets.
  void deliverTo(Transfer target, long size) {
    deliver(target, Arrival.NONE, 0, size);
  }

  /// Brings the first part of what it gets to a receive, which is not done when that has come.
  void deliverBeginningTo(Transfer target, long size) {
    deliver(target, Arrival.NONE, 0, size);
    beginning = true;
  }

  /// Brings the rest of what it gets to a receive.
  void deliverRestTo(Transfer target, long first, long size) {
    deliver(target, Arrival.NONE, first, size);
  }

  /// Brings the payload to an unexpected arrival.
  void deliverTo(Arrival target, long size) {
    deliver(Transfer.NONE, target, 0, size);
  }

  /// Brings the payload to nobody.
  void discard(long size) {
    deliver(Transfer.NONE, Arrival.NONE, 0, size);
  }

  private void deliver(Transfer target, Arrival kept, long first, long size) {
    receive = target;
    arrival = kept;
    at = first;
    end = first + size;
    beginning = false;
  }

  /// The receive that gets the payload; [Transfer#NONE] if none does.
  Transfer receive() {
    return receive;
  }

  /// Whether the receive gets more after this payload.
  boolean isBeginning() {
    return beginning;
  }

  /// The arrival that gets the payload; [Arrival#NONE] if none does.
  Arrival arrival() {
    return arrival;
  }

  private long left() {
    return end - at;
  }

  /// Whether the channel should read into the receive's memory itself.
  private boolean goesStraight() {
    return left() >= STRAIGHT && receive != Transfer.NONE && receive.payload().offHeap(at);
  }

  /// The receive's memory cannot be written any more: it fails once all that it gets has come, and
  /// that is dropped.
  private void spoil(Throwable why) {
    if (beginning) {
      receive.spoil(Transfer.inaccessible(why));
    } else {
      receive.end(Transfer.inaccessible(why));
    }
    receive = Transfer.NONE;
  }

  // ---- reading ---------------------------------------------------------------------------------

  /// @return whether more may be there
  private boolean readOnce() throws IOException {
    return (inPayload && from == to && goesStraight()) ? readStraight() : readBuffer();
  }

  private boolean readStraight() throws IOException {
    try {
      ByteBuffer buffer = receive.payload().buffer(at, (int) Math.min(left(), Integer.MAX_VALUE));
      int room = buffer.remaining();
      int n = count(channel.read(buffer));
      at += n;
      finishPayload();
      return n == room;
    } catch (IllegalStateException e) { // the memory's arena was closed
      spoil(e);
      return true;
    } catch (IOException e) {
      if (!SpoiltMessageException.isCauseOf(e)) {
        throw e;
      }
      spoil(e);
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
    return n == room || (n > 0 && inPayload && goesStraight());
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
    inPayload = handler.begin(header, this);
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
    long n = Math.min(to - from, left());
    n = n < left() ? n & Payload.WHOLE_ELEMENTS : n;
    if (receive != Transfer.NONE) {
      copy(n);
    } else if (arrival != Arrival.NONE) {
      MemorySegment.copy(block.memory(), from, arrival.memory(), at, n);
    }
    at += n;
    from += (int) n;
    finishPayload();
    return n > 0;
  }

  private void copy(long n) {
    try {
      receive.payload().copyFrom(block.memory(), from, at, n);
    } catch (RuntimeException | InternalError e) {
      spoil(e);
    }
  }

  private void finishPayload() {
    if (inPayload && left() == 0) {
      inPayload = false;
      handler.end(header, this);
    }
  }
}
