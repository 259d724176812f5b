package io.penstock.message.tcp;

import io.penstock.memory.BufferPool;
import io.penstock.memory.Stash;
import io.penstock.message.match.Credit;
import io.penstock.message.match.ProtocolException;
import io.penstock.message.match.SpinLock;
import io.penstock.message.match.Transfer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A connection with one other rank: its frames in both directions, and the transfers under way.
final class Connection {
  /// How long others may not read when they are told that the job has failed, ...
  private static final long STILL_NANOS = 500_000_000;

  /// ... and how long they may take to be told, ...
  private static final long TELL_NANOS = 5_000_000_000L;

  /// ... and how often it is tried.
  private static final long LOOK_NANOS = 500_000;

  private final int rank;
  private final SocketChannel channel;
  private final Stash<Frame> spares;
  private final Supplier<RuntimeException> failure;
  private final SendQueue sendQueue;
  private final FrameReader frameReader;
  private volatile @Nullable IOException broken;
  private @Nullable SelectionKey key;
  private boolean local;
  private boolean released;
  private volatile boolean ended;
  private volatile boolean farewell;
  private volatile boolean punctual = true;

  /// Sends that were announced and not yet asked for.
  final Slots announced = new Slots();

  /// Receives that asked for their payload.
  final Slots requested = new Slots();

  final Credit credit = new Credit();

  private final Liveness liveness = new Liveness();

  Connection(
      int rank,
      SocketChannel channel,
      BufferPool pool,
      Stash<Frame> spares,
      FrameHandler handler,
      Supplier<RuntimeException> failure) {
    this.rank = rank;
    this.failure = failure;
    this.channel = channel;
    this.spares = spares;
    this.sendQueue = new SendQueue(channel, pool, spares);
    try {
      this.frameReader = new FrameReader(channel, pool, handler);
    } catch (RuntimeException | Error e) { // no memory
      sendQueue.abandon(new IllegalStateException("the connection was not made", e));
      throw e;
    }
  }

  int rank() {
    return rank;
  }

  /// What the progress thread saw last.
  Liveness liveness() {
    return liveness;
  }

  SendQueue sendQueue() {
    return sendQueue;
  }

  FrameReader frameReader() {
    return frameReader;
  }

  private static InetAddress address(SocketAddress end) {
    return ((InetSocketAddress) end).getAddress();
  }

  /// Whether both ends are on one machine.
  boolean isLocal() {
    return local;
  }

  /// Lets a selector look out for what comes.
  void join(Selector selector) throws IOException {
    channel.configureBlocking(false);
    channel.register(selector, SelectionKey.OP_READ, this);
    key = channel.keyFor(selector);
    local = address(channel.getLocalAddress()).equals(address(channel.getRemoteAddress()));
  }

  /// Has the selector look out for room to write in, if there is something to be written.
  void watch() {
    int wanted = SelectionKey.OP_READ | (sendQueue.isFull() ? SelectionKey.OP_WRITE : 0);
    SelectionKey of = Objects.requireNonNull(key);
    if (of.isValid() && of.interestOps() != wanted) {
      of.interestOps(wanted);
    }
  }

  /// Sends a message at once.
  void send(Transfer send) {
    post(envelope(spares.take().of(FrameType.MESSAGE, send), send));
  }

  /// Announces a message, and sends [Transfer#ahead] bytes of it.
  void announce(Transfer send) {
    long number = announced.put(send);
    Frame frame = spares.take();
    if (send.ahead() > 0) {
      frame.of(FrameType.ANNOUNCEMENT, send, 0, send.ahead());
    } else {
      frame.of(FrameType.ANNOUNCEMENT);
    }
    frame.from = send.ahead();
    frame.number = number;
    post(envelope(frame, send));
  }

  private static Frame envelope(Frame frame, Transfer send) {
    frame.kind = send.payload().kind();
    frame.bytes = send.payload().bytes();
    frame.context = send.context();
    frame.tag = send.tag();
    return frame;
  }

  /// Asks for an announced message, from [Transfer#ahead] on.
  ///
  /// @param waited whether the receive was there before the announcement
  void request(long number, Transfer receive, boolean waited) {
    Frame frame = spares.take().of(FrameType.REQUEST);
    frame.number = number;
    frame.from = receive.ahead();
    frame.tag = waited ? 1 : 0;
    frame.bytes = requested.put(receive);
    post(frame);
  }

  /// Sends what a request asked for.
  ///
  /// @throws ProtocolException if that is neither all of the message nor what did not travel ahead
  void sendRequested(Frame request) {
    Transfer send = announced.take(request.number);
    long from = request.from;
    if (from != 0 && from != send.ahead()) {
      announced.put(send); // it ends with the job
      throw new ProtocolException(
          String.format(Locale.ROOT, "a request for a message from byte %d on", from));
    }
    punctual = request.tag == 1;
    Frame frame = spares.take().of(FrameType.PAYLOAD, send, from, send.payload().bytes() - from);
    frame.number = request.bytes;
    post(frame);
  }

  /// Lets an announced message go, once what travelled ahead has left.
  void letGo(Transfer send) {
    Frame frame = spares.take().of(FrameType.BEAT, send, send.payload().bytes(), 0);
    frame.from = 0;
    post(frame);
  }

  /// Whether the other rank's last receive of an announced message was waiting for it. Then some of
  /// the next may travel ahead.
  boolean isPunctual() {
    return punctual;
  }

  /// Sends a head that says no more than its type and one number.
  void tell(FrameType type, long number) {
    Frame frame = spares.take().of(type);
    frame.number = number;
    post(frame);
  }

  private void post(Frame frame) {
    try {
      if (!sendQueue.send(frame)) {
        refuse(frame);
      }
    } catch (IOException e) {
      broken = e;
      if (key != null) {
        key.selector().wakeup(); // who sleeps there must see it
      }
    }
  }

  /// Whether a write has failed, which whoever moves messages next has to deal with.
  boolean isBroken() {
    return broken != null;
  }

  /// The job failed while the frame was made: its transfers came too late to be ended with the
  /// rest.
  private void refuse(Frame frame) {
    RuntimeException why = failure.get();
    if (frame.isLast()) {
      frame.transfer.end(why);
    }
    abandon(announced, why);
    abandon(requested, why);
  }

  /// Writes and reads what can be.
  ///
  /// @return whether anything was
  /// @throws IOException if the connection is lost
  boolean progress() throws IOException {
    IOException found = broken;
    if (found != null) {
      throw found;
    }
    boolean moved = !sendQueue.isEmpty() && sendQueue.flush();
    return frameReader.read() || moved;
  }

  /// Whether the other rank has said that it sends no more messages.
  boolean ended() {
    return ended;
  }

  void end() {
    ended = true;
  }

  /// Whether the other rank has seen that this one leaves.
  boolean farewell() {
    return farewell;
  }

  void sawFarewell() {
    farewell = true;
  }

  /// Ends all that is under way here, but for what is being read.
  void abandon(RuntimeException why) {
    sendQueue.abandon(why);
    abandon(announced, why);
    abandon(requested, why);
  }

  /// Lets the sends fail that were announced and will not be asked for.
  void unasked(RuntimeException why) {
    for (Transfer t = announced.takeAny(); t != Transfer.NONE; t = announced.takeAny()) {
      t.spoil(why);
      letGo(t);
    }
  }

  private static void abandon(Slots slots, RuntimeException why) {
    for (Transfer t = slots.takeAny(); t != Transfer.NONE; t = slots.takeAny()) {
      t.end(why);
    }
  }

  /// Tells all other ranks but the one that has failed that the job has. A long message may be on
  /// its way to them, and the socket full: they are told behind it, if they read on.
  ///
  /// @param reason makes a transfer of it, for one rank
  static void abortAll(List<Connection> all, int failed, Supplier<Transfer> reason) {
    List<Connection> telling = new ArrayList<>();
    for (Connection one : all) {
      if (one.rank != failed && !one.isClosed() && one.abort(failed, reason.get())) {
        telling.add(one);
      }
    }
    long since = System.nanoTime();
    long moved = since;
    for (long now = since;
        !telling.isEmpty() && now - moved < STILL_NANOS && now - since < TELL_NANOS;
        now = System.nanoTime()) {
      if (goOnAborting(telling)) {
        moved = now;
      } else {
        LockSupport.parkNanos(all, LOOK_NANOS);
      }
    }
  }

  private static boolean goOnAborting(List<Connection> telling) {
    boolean moved = false;
    for (Connection one : telling) {
      moved |= !one.hasAborted() && one.goOnAborting();
    }
    return telling.removeIf(Connection::hasAborted) || moved;
  }

  /// Begins to tell the other rank that the job has failed; nothing is said behind it.
  ///
  /// @return whether it can be told
  private boolean abort(int failed, Transfer reason) {
    Frame frame = spares.take().of(FrameType.ABORT, reason);
    frame.number = failed;
    try {
      return broken == null && sendQueue.sendLast(frame);
    } catch (IOException e) {
      broken = e;
      return false;
    }
  }

  /// Whether the other rank has been told, or cannot be.
  private boolean hasAborted() {
    return broken != null || sendQueue.hasSentLast();
  }

  /// Goes on to tell it. What comes is dropped: the other rank may be telling this one, and neither
  /// is to wait until the other reads.
  ///
  /// @return whether anything was written or read
  private boolean goOnAborting() {
    try {
      boolean moved = sendQueue.flush();
      return frameReader.drop() || moved;
    } catch (IOException e) {
      broken = e;
      return true;
    }
  }

  /// Says nothing more, after what was said; the other rank reads on and then finds the end.
  void finish() {
    if (!released) {
      released = true;
      frameReader.release();
    }
    try {
      channel.shutdownOutput();
    } catch (IOException e) {
      broken = e; // it was broken before
    }
  }

  /// Whether neither side has anything to say to the other.
  boolean isParted() {
    return farewell || (ended && isClosed());
  }

  boolean isClosed() {
    return !channel.isOpen();
  }

  void close() {
    try {
      channel.close();
    } catch (IOException e) {
      broken = e; // nothing is lost: both sides have said all
    }
  }

  /// Transfers that the other side names by a number.
  ///
  /// A number is used again, but not before its slot's count has gone round, so that a late or
  /// forged one is noticed. Safe for any thread.
  static final class Slots {
    private static final int INDEX_BITS = 24;
    private static final long INDEX_MASK = (1L << INDEX_BITS) - 1;

    private final SpinLock lock = new SpinLock();
    private Transfer[] transfers = new Transfer[0];
    private long[] numbers = new long[0];
    private int[] free = new int[0];
    private int freeCount;

    /// Keeps a transfer under a number above 0.
    long put(Transfer transfer) {
      lock.lock();
      try {
        if (freeCount == 0) {
          grow();
        }
        int slot = free[--freeCount];
        transfers[slot] = transfer;
        numbers[slot] += 1L << INDEX_BITS;
        return numbers[slot];
      } finally {
        lock.unlock();
      }
    }

    /// Takes out what is kept under a number.
    ///
    /// @throws ProtocolException if nothing is
    Transfer take(long number) {
      lock.lock();
      try {
        int slot = (int) (number & INDEX_MASK);
        if (number <= 0
            || slot >= transfers.length
            || numbers[slot] != number
            || transfers[slot] == Transfer.NONE) {
          throw new ProtocolException(
              String.format(
                  Locale.ROOT, "a frame for transfer %d, which is not under way", number));
        }
        return clear(slot);
      } finally {
        lock.unlock();
      }
    }

    /// Takes out any; [Transfer#NONE] if there is none.
    Transfer takeAny() {
      lock.lock();
      try {
        for (int slot = 0; slot < transfers.length; slot++) {
          if (transfers[slot] != Transfer.NONE) {
            return clear(slot);
          }
        }
        return Transfer.NONE;
      } finally {
        lock.unlock();
      }
    }

    private Transfer clear(int slot) {
      Transfer transfer = transfers[slot];
      transfers[slot] = Transfer.NONE;
      free[freeCount++] = slot;
      return transfer;
    }

    private void grow() {
      int old = transfers.length;
      int size = Math.max(16, 2 * old);
      transfers = Arrays.copyOf(transfers, size);
      numbers = Arrays.copyOf(numbers, size);
      free = Arrays.copyOf(free, size);
      for (int slot = size - 1; slot >= old; slot--) {
        transfers[slot] = Transfer.NONE;
        numbers[slot] = slot;
        free[freeCount++] = slot;
      }
    }
  }
}
