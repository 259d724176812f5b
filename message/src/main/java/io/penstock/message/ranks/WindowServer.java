package io.penstock.message.ranks;

import io.penstock.memory.Block;
import io.penstock.message.MessageException;
import io.penstock.message.MessageKind;
import io.penstock.message.match.Condition;
import io.penstock.message.match.Endpoint;
import io.penstock.message.match.Transfer;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;

/// A thread that does in one rank's window what ranks of other processes ask for: one request after
/// the other, so that those of one rank are served in the order in which they were made.
///
/// It waits for nobody but for what it sends to leave, which the receiver has room for: a lock that
/// is not free is given later, by whoever gives it up.
final class WindowServer {
  private static final System.Logger LOG = System.getLogger("io.penstock.message");

  private static final long NAP_NANOS = 1_000_000;

  private static final Region NOTHING = new Region(MemorySegment.NULL, MessageKind.BYTES);

  private final Endpoint endpoint;
  private final RankGroup members;
  private final int context;
  private final Exposure exposure;
  private final AtomicBoolean serving = new AtomicBoolean();
  private volatile boolean stopped;
  private volatile boolean ended;

  WindowServer(Endpoint endpoint, RankGroup members, int context, Exposure exposure) {
    this.endpoint = endpoint;
    this.members = members;
    this.context = context;
    this.exposure = exposure;
  }

  /// Serves from now on.
  ///
  /// @param threads makes a thread with a name
  /// @throws io.penstock.memory.PoolExhaustedException if there is no memory for requests
  /// @throws OutOfMemoryError if there can be no thread
  void start(BiFunction<String, Runnable, Thread> threads) {
    Block requests = endpoint.pool().take(RemoteAccess.HEAD + RemoteAccess.MOST);
    try {
      Block replies = endpoint.pool().take(RemoteAccess.MOST);
      try {
        String name = "penstock-window-" + exposure.number();
        threads.apply(name, () -> serve(requests, replies)).start();
      } catch (RuntimeException | Error e) {
        replies.release();
        throw e;
      }
    } catch (RuntimeException | Error e) {
      requests.release();
      throw e;
    }
  }

  /// Serves no more, as nobody asks any more; waits until its memory has been given back.
  void stop() {
    stopped = true;
    endpoint.wake();
    endpoint.await((Condition) () -> ended);
  }

  private void serve(Block requests, Block replies) {
    try (requests;
        replies) {
      while (receive(requests.memory(), replies.memory())) {
        // until the window or the job ends
      }
    } catch (MessageException | IllegalStateException e) {
      LOG.log(System.Logger.Level.DEBUG, "the job has ended before the window", e);
    } catch (RuntimeException | Error e) { // the others would wait for ever
      endpoint.abort(
          1, String.format(Locale.ROOT, "rank %d cannot serve its window: %s", endpoint.rank(), e));
    } finally {
      ended = true;
      endpoint.wake();
    }
  }

  /// @return whether there may be more
  private boolean receive(MemorySegment requests, MemorySegment replies) {
    Transfer transfer = endpoint.take();
    transfer
        .of(requests.asSlice(0, RemoteAccess.HEAD + RemoteAccess.MOST))
        .with(Transfer.ANY, context, RemoteTarget.REQUEST)
        .among(members.inWorld());
    try {
      endpoint.receive(transfer);
      await(transfer);
      if (!transfer.met() && endpoint.cancel(transfer)) {
        return false;
      }
      endpoint.await((Condition) transfer);
      serve(transfer, requests, replies);
      return true;
    } finally {
      served();
      endpoint.give(transfer);
    }
  }

  /// Claims a processor for this thread from the arrival of a request until it is served.
  private void arrived(Transfer transfer, Thread self) {
    if (transfer.met() && serving.compareAndSet(false, true)) {
      endpoint.helperBegins();
    }
    LockSupport.unpark(self);
  }

  private void served() {
    if (serving.compareAndSet(true, false)) {
      endpoint.helperEnds();
    }
  }

  /// What is no request is its sender's failure alone.
  private void serve(Transfer transfer, MemorySegment requests, MemorySegment replies) {
    try {
      transfer.check();
    } catch (MessageException e) {
      endpoint.check(); // unless the job has ended
      exposure.note(members.rank(transfer.source()), e);
      return;
    }
    int origin = members.rank(transfer.source());
    if (origin < 0) {
      LOG.log(
          System.Logger.Level.WARNING,
          "rank {0} of the job asks for a window of a communicator that it is not in",
          transfer.source());
      return;
    }
    serve(origin, requests.asSlice(0, transfer.sentBytes()), replies);
  }

  /// While threads of the program look for messages themselves, this one only sleeps: whoever
  /// brings a request wakes it.
  private void await(Transfer transfer) {
    Thread self = Thread.currentThread();
    transfer.whenDone(() -> arrived(transfer, self));
    boolean attended = false;
    while (!transfer.met() && !stopped) {
      if (attended || endpoint.isAttended()) {
        LockSupport.parkNanos(this, NAP_NANOS);
        attended = endpoint.isAttended();
      } else {
        endpoint.await((Condition) () -> transfer.met() || stopped || endpoint.isAttended());
        attended = true;
      }
    }
  }

  private void serve(int origin, MemorySegment request, MemorySegment replies) {
    RemoteAccess access;
    try {
      access = RemoteAccess.read(request);
    } catch (MessageException e) {
      refuse(origin, RemoteAccess.replyTag(request), e);
      return;
    }
    try {
      Region reply = new Region(replies.asSlice(0, replySize(access)), access.kind());
      if (perform(origin, access, request.asSlice(RemoteAccess.HEAD), reply)) {
        reply(origin, access.replyTag(), reply);
      }
    } catch (MessageException e) {
      refuse(origin, access.replyTag(), e);
    } catch (RuntimeException | Error e) { // or the origin would wait for ever
      refuse(origin, access.replyTag(), new MessageException(String.valueOf(e), e));
    }
  }

  private static long replySize(RemoteAccess access) {
    return switch (access.operation()) {
      case GET, GET_ACCUMULATE, COMPARE_AND_SWAP -> access.bytes();
      default -> 0;
    };
  }

  /// @return whether there is to be a reply at once
  private boolean perform(int origin, RemoteAccess access, MemorySegment sent, Region reply) {
    long offset = access.offset();
    Region data = new Region(access.toNative(sent), access.kind());
    switch (access.operation()) {
      case PUT -> exposure.put(data, offset);
      case GET -> exposure.get(reply, offset);
      case ACCUMULATE -> exposure.accumulate(data, offset, access.operator());
      case GET_ACCUMULATE -> exposure.getAccumulate(data, reply, offset, access.operator());
      case COMPARE_AND_SWAP ->
          exposure.compareAndSwap(data.slice(0, 1), data.slice(1, 1), reply, offset);
      case LOCK -> lock(origin, LockQueue.Kind.EXCLUSIVE, access.replyTag());
      case LOCK_SHARED -> lock(origin, LockQueue.Kind.SHARED, access.replyTag());
      case UNLOCK -> unlock(origin);
      case FLUSH -> exposure.settle(origin);
    }
    return switch (access.operation()) {
      case LOCK, LOCK_SHARED -> false;
      default -> access.replyTag() != 0;
    };
  }

  private void unlock(int origin) {
    exposure.locks().release(origin);
    exposure.settle(origin);
  }

  private void lock(int origin, LockQueue.Kind kind, int replyTag) {
    if (replyTag == 0) {
      throw new MessageException("a request for a window's lock without a reply");
    }
    exposure
        .locks()
        .acquire(
            origin,
            kind,
            new LockQueue.Grant() {
              @Override
              public void granted() {
                reply(origin, replyTag, NOTHING);
              }

              @Override
              public void refused(String why) {
                refuse(origin, replyTag, new MessageException(why));
              }
            });
  }

  // ---- replies ---------------------------------------------------------------------------------

  private void reply(int origin, int tag, Region data) {
    send(endpoint.take().of(data.memory(), data.kind()), origin, tag);
  }

  /// Of what has no reply, the origin is told when it asks whether all is done.
  private void refuse(int origin, int tag, MessageException why) {
    if (tag == 0) {
      exposure.note(origin, why);
      return;
    }
    byte[] whole = String.valueOf(why.getMessage()).getBytes(StandardCharsets.UTF_8);
    byte[] text = Arrays.copyOf(whole, Math.min(whole.length, ReplyPayload.MOST_REFUSAL));
    send(
        endpoint.take().of(new StoredPayload(ReplyPayload.REFUSAL, MemorySegment.ofArray(text))),
        origin,
        tag);
  }

  private void send(Transfer transfer, int origin, int tag) {
    try {
      endpoint.send(transfer.with(members.inWorld(origin), context, tag));
      endpoint.await((Condition) transfer);
      transfer.check();
    } catch (MessageException e) {
      LOG.log(System.Logger.Level.DEBUG, "rank " + origin + " gets no answer", e);
    } finally {
      endpoint.give(transfer);
    }
  }
}
