package io.penstock.message.tcp;

import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.memory.Stash;
import io.penstock.message.match.Payload;
import io.penstock.message.match.SpinLock;
import io.penstock.message.match.Transfer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/// A queue of frames to one rank.
///
/// Frames leave in the order in which they were added. The thread that adds one writes as much as
/// the socket takes; if another thread is writing already, that one takes the frame along. Heads,
/// short payloads and payloads on the heap go through a buffer, so that what is short leaves in one
/// write; long payloads off the heap leave from where they lie, together with what the buffer
/// holds. Safe for any thread.
final class SendQueue {
  /// As much as stays in a processor's own cache between the copy and the write.
  private static final int BUFFER = 128 << 10;

  /// From here on up a payload is worth a place of its own in the write.
  private static final long STRAIGHT = 16 << 10;

  private final SocketChannel channel;
  private final Block block;
  private final ByteBuffer out;
  private final ByteBuffer[] both = new ByteBuffer[2];

  /// Guards the queue, which is a list behind its head.
  private final SpinLock queueLock = new SpinLock();

  private final Frame head = new Frame();
  private Frame last = head;
  private boolean closed;
  private volatile boolean queueEmpty = true;

  /// The frame behind which none leaves; [Frame#NONE] as long as all do.
  private Frame parting = Frame.NONE;

  /// Whether that one has been taken out of the queue.
  private volatile boolean parted;

  private final Stash<Frame> spares;
  private final SpinLock writing = new SpinLock();

  private boolean released;
  private int from;
  private int to;
  private Frame current = Frame.NONE;
  private long sent;
  private volatile boolean full;
  private volatile boolean pending;
  private volatile long written;

  SendQueue(SocketChannel channel, BufferPool pool, Stash<Frame> spares) {
    this.channel = channel;
    this.block = pool.take(BUFFER);
    this.out = block.buffer();
    this.spares = spares;
    both[0] = out;
    head.next = Frame.NONE;
  }

  /// Queues a frame and writes what can be written.
  ///
  /// @return false if the queue was closed: then the frame is still the caller's
  /// @throws IOException if the socket fails
  boolean send(Frame frame) throws IOException {
    if (!enqueue(frame)) {
      return false;
    }
    flush();
    return true;
  }

  /// Queues a frame before all that have not begun to leave, which never will, and writes what can
  /// be written.
  ///
  /// @return false if the queue was closed: then the frame is still the caller's
  /// @throws IOException if the socket fails
  boolean sendLast(Frame frame) throws IOException {
    if (!enqueueLast(frame)) {
      return false;
    }
    flush();
    return true;
  }

  /// Whether the last frame has been written.
  boolean hasSentLast() {
    return parted && !pending;
  }

  /// Writes what can be written.
  ///
  /// @return whether anything was
  /// @throws IOException if the socket fails
  boolean flush() throws IOException {
    boolean moved = false;
    while (!isEmpty() && writing.tryLock()) {
      try {
        moved |= drain();
      } finally {
        writing.unlock();
      }
      if (full) {
        return moved;
      }
    }
    return moved;
  }

  /// Whether nothing is left to be written.
  boolean isEmpty() {
    return !pending && (queueEmpty || parted);
  }

  /// Whether the socket took less than there is.
  boolean isFull() {
    return full;
  }

  /// How many bytes were written, ever.
  long written() {
    return written;
  }

  /// Ends all transfers that are still here.
  void abandon(RuntimeException why) {
    closeQueue();
    writing.lock();
    try {
      end(current, why);
      current = Frame.NONE;
      forgetParting();
      for (Frame frame = poll(); frame != Frame.NONE; frame = poll()) {
        end(frame, why);
      }
      from = 0; // a thread that has seen something to write finds nothing
      to = 0;
      pending = false;
      if (!released) {
        released = true;
        block.release();
      }
    } finally {
      writing.unlock();
    }
  }

  private static void end(Frame frame, RuntimeException why) {
    if (frame.isLast()) {
      frame.transfer.end(why);
    }
  }

  private boolean drain() throws IOException {
    long before = written;
    try {
      do {
        pending = true;
        fill();
        pending = from < to || current != Frame.NONE;
      } while (pending && write());
    } catch (RuntimeException | InternalError e) {
      throw new SpoiltMessageException(e); // half a frame is out: the rest cannot be made up
    } catch (IOException e) {
      throw SpoiltMessageException.isCauseOf(e) ? new SpoiltMessageException(e) : e;
    }
    return written > before;
  }

  /// Moves into the buffer what fits and does not go straight.
  private void fill() {
    while (hasFrame() && !goesStraight()) {
      Payload payload = current.transfer.payload();
      long left = current.length - sent;
      long n = Math.min(left, BUFFER - to);
      n = n < left ? n & Payload.WHOLE_ELEMENTS : n;
      if (n > 0) {
        payload.copyTo(current.start + sent, block.memory(), to, n);
        to += (int) n;
        sent += n;
      }
      if (sent < current.length) {
        return;
      }
      finish();
    }
  }

  /// Begins frames until one has a payload; their heads go into the buffer.
  private boolean hasFrame() {
    while (current == Frame.NONE && BUFFER - to >= Frame.BYTES) {
      Frame frame = poll();
      if (frame == Frame.NONE) {
        return false;
      }
      out.limit(BUFFER).position(to);
      frame.put(out);
      to += Frame.BYTES;
      sent = 0;
      current = frame;
      if (frame.transfer == Transfer.NONE) {
        finish();
      }
    }
    return current != Frame.NONE;
  }

  private boolean goesStraight() {
    return current.length - sent >= STRAIGHT
        && current.transfer.payload().offHeap(current.start + sent);
  }

  private void finish() {
    Frame frame = current;
    current = Frame.NONE;
    Transfer transfer = frame.transfer;
    boolean last = frame.isLast();
    spares.give(frame);
    if (last) {
      transfer.end();
    }
  }

  /// @return whether the socket took all that it was given
  private boolean write() throws IOException {
    out.limit(to).position(from);
    boolean straight = current != Frame.NONE && goesStraight();
    long given = Math.subtractExact(to, from);
    long n;
    if (straight) {
      both[1] = straight();
      given += both[1].remaining();
      n = from < to ? channel.write(both) : channel.write(both[1]);
      both[1] = out;
    } else {
      n = channel.write(out);
    }
    full = n < given;
    advance(n);
    return !full;
  }

  private ByteBuffer straight() {
    int limit = (int) Math.min(current.length - sent, Integer.MAX_VALUE);
    return current.transfer.payload().buffer(current.start + sent, limit);
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes at a time
  private void advance(long n) {
    written = written + n;
    long buffered = Math.min(n, to - from);
    from += (int) buffered;
    if (from == to) {
      from = 0;
      to = 0;
    }
    sent += n - buffered;
    if (n > buffered && sent == current.length) {
      finish();
    }
    pending = from < to || current != Frame.NONE;
  }

  // ---- the queue -------------------------------------------------------------------------------

  /// @return false if the queue was closed: then the frame is still the caller's
  private boolean enqueue(Frame frame) {
    queueLock.lock();
    try {
      if (closed) {
        return false;
      }
      frame.next = Frame.NONE;
      last.next = frame;
      last = frame;
      queueEmpty = false;
      return true;
    } finally {
      queueLock.unlock();
    }
  }

  /// @return false if the queue was closed: then the frame is still the caller's
  private boolean enqueueLast(Frame frame) {
    queueLock.lock();
    try {
      if (closed) {
        return false;
      }
      frame.next = head.next;
      last = frame.next == Frame.NONE ? frame : last;
      head.next = frame;
      parting = frame;
      queueEmpty = false;
      return true;
    } finally {
      queueLock.unlock();
    }
  }

  /// Takes the first frame; [Frame#NONE] if there is none that may leave.
  private Frame poll() {
    if (queueEmpty || parted) {
      return Frame.NONE;
    }
    queueLock.lock();
    try {
      Frame first = head.next;
      if (first != Frame.NONE) {
        head.next = first.next;
        queueEmpty = first.next == Frame.NONE;
        parted = first == parting;
        last = queueEmpty ? head : last;
        first.next = first;
      }
      return first;
    } finally {
      queueLock.unlock();
    }
  }

  /// Lets those be taken too behind which none leaves.
  private void forgetParting() {
    queueLock.lock();
    try {
      parting = Frame.NONE;
      parted = false;
    } finally {
      queueLock.unlock();
    }
  }

  /// Accepts no more frames; those that are queued can still be taken.
  private void closeQueue() {
    queueLock.lock();
    try {
      closed = true;
    } finally {
      queueLock.unlock();
    }
  }
}
