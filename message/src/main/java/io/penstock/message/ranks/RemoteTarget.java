package io.penstock.message.ranks;

import io.penstock.memory.Block;
import io.penstock.memory.PageFaults;
import io.penstock.message.MessageException;
import io.penstock.message.MessageKind;
import io.penstock.message.Reduction;
import io.penstock.message.match.Condition;
import io.penstock.message.match.Endpoint;
import io.penstock.message.match.Transfer;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/// The window of a rank of another process, which its [WindowServer] accesses for this one.
///
/// All requests to a rank go in one context with one tag, so that they are served in the order in
/// which they were made. Each reply has a tag of its own.
final class RemoteTarget implements WindowTarget {
  /// The tag of requests.
  static final int REQUEST = 0;

  private static final int FIRST_REPLY = 16;

  private final Endpoint endpoint;
  private final int worldRank;
  private final int context;
  private final AtomicInteger replies = new AtomicInteger();

  /// @param context of the window's messages
  RemoteTarget(Endpoint endpoint, int worldRank, int context) {
    this.endpoint = endpoint;
    this.worldRank = worldRank;
    this.context = context;
  }

  @Override
  public void put(Region data, long offset) {
    piecewise(
        data,
        (piece, at) ->
            send(
                RemoteAccess.of(
                    RemoteAccess.Operation.PUT, piece, 0, 0, offset + at, piece.bytes()),
                piece.memory()));
  }

  @Override
  public void accumulate(Region data, long offset, Reduction reduction) {
    int code = RemoteAccess.code(reduction);
    piecewise(
        data,
        (piece, at) ->
            send(
                RemoteAccess.of(
                    RemoteAccess.Operation.ACCUMULATE, piece, code, 0, offset + at, piece.bytes()),
                piece.memory()));
  }

  @Override
  public List<Reply> get(Region data, long offset) {
    Asked asked = new Asked();
    piecewise(
        data,
        (piece, at) ->
            asked.ask(
                piece,
                tag ->
                    send(
                        RemoteAccess.of(
                            RemoteAccess.Operation.GET,
                            piece,
                            0,
                            tag,
                            offset + at,
                            piece.bytes()))));
    return asked.replies;
  }

  @Override
  public List<Reply> getAccumulate(Region data, Region before, long offset, Reduction reduction) {
    int code = RemoteAccess.code(reduction);
    Asked asked = new Asked();
    piecewise(
        data,
        (piece, at) ->
            asked.ask(
                before.slice(at / before.width(), piece.count()),
                tag ->
                    send(
                        RemoteAccess.of(
                            RemoteAccess.Operation.GET_ACCUMULATE,
                            piece,
                            code,
                            tag,
                            offset + at,
                            piece.bytes()),
                        piece.memory())));
    return asked.replies;
  }

  @Override
  public List<Reply> compareAndSwap(Region expected, Region value, Region before, long offset) {
    Asked asked = new Asked();
    asked.ask(
        before,
        tag ->
            send(
                RemoteAccess.of(
                    RemoteAccess.Operation.COMPARE_AND_SWAP, value, 0, tag, offset, value.bytes()),
                expected.memory(),
                value.memory()));
    return asked.replies;
  }

  @Override
  public Reply lock(LockQueue.Kind kind) {
    return ask(
        kind == LockQueue.Kind.SHARED
            ? RemoteAccess.Operation.LOCK_SHARED
            : RemoteAccess.Operation.LOCK);
  }

  @Override
  public Reply unlock() {
    return ask(RemoteAccess.Operation.UNLOCK);
  }

  @Override
  public void letGo() {
    send(RemoteAccess.of(RemoteAccess.Operation.UNLOCK, 0));
  }

  @Override
  public Reply flush() {
    return ask(RemoteAccess.Operation.FLUSH);
  }

  // ---- messages --------------------------------------------------------------------------------

  private interface Piece {
    /// @param at the first byte of the piece in the whole
    void move(Region piece, long at);
  }

  private static void piecewise(Region data, Piece each) {
    long most =
        RemoteAccess.MOST / Long.BYTES / 2 * Long.BYTES * 2 / data.width(); // in whole groups
    long count = data.count();
    for (long first = 0; first < count; first += most) {
      each.move(data.slice(first, Math.min(most, count - first)), first * data.width());
    }
  }

  private Reply ask(RemoteAccess.Operation operation) {
    Asked asked = new Asked();
    asked.ask(
        new Region(MemorySegment.NULL, MessageKind.BYTES),
        tag -> send(RemoteAccess.of(operation, tag)));
    return asked.replies.getFirst();
  }

  /// Asks without data. It takes nothing from the pool: a lock has to be given up where that is
  /// exhausted, too.
  private void send(RemoteAccess access) {
    MemorySegment message = MemorySegment.ofArray(new byte[(int) RemoteAccess.HEAD]);
    access.write(message);
    send(message);
  }

  /// Returns when the data may be changed.
  private void send(RemoteAccess access, MemorySegment... data) {
    long bytes = RemoteAccess.HEAD;
    for (MemorySegment each : data) {
      bytes += each.byteSize();
    }
    Block block = endpoint.pool().take(bytes);
    try {
      MemorySegment message = block.memory().asSlice(0, bytes);
      access.write(message);
      long at = RemoteAccess.HEAD;
      for (MemorySegment each : data) {
        MemorySegment.copy(each, 0, message, at, each.byteSize());
        PageFaults.await(each, each.byteSize());
        at += each.byteSize();
      }
      send(message);
    } catch (InternalError e) { // the system has no page for it
      throw Transfer.inaccessible(e);
    } finally {
      block.release();
    }
  }

  private void send(MemorySegment message) {
    Transfer transfer = endpoint.take();
    try {
      endpoint.send(transfer.of(message).with(worldRank, context, REQUEST));
      endpoint.await((Condition) transfer);
      transfer.check();
    } finally {
      endpoint.give(transfer);
    }
  }

  /// Requests of one operation, each with a reply. If one cannot be made, none is left: the answers
  /// to those before are waited for, as the other rank may serve nobody else before its answer has
  /// left.
  private final class Asked {
    private final List<Reply> replies = new ArrayList<>();

    void ask(Region room, IntConsumer request) {
      Transfer transfer = endpoint.take();
      int tag = nextTag();
      transfer.of(new ReplyPayload(room)).with(worldRank, context, tag);
      try {
        endpoint.receive(transfer);
        replies.add(new Received(transfer));
        request.accept(tag);
      } catch (RuntimeException e) {
        takeBack(transfer);
        replies.forEach(reply -> endpoint.await((Condition) reply));
        throw e;
      }
    }

    private void takeBack(Transfer transfer) {
      if (!transfer.met() && endpoint.cancel(transfer)) {
        replies.removeLast();
      }
    }
  }

  private int nextTag() {
    return FIRST_REPLY + (replies.getAndIncrement() & (Integer.MAX_VALUE >> 1));
  }

  /// A reply that is received.
  private final class Received implements Reply {
    private final Transfer transfer;

    Received(Transfer transfer) {
      this.transfer = transfer;
    }

    @Override
    public boolean met() {
      return transfer.met();
    }

    @Override
    public void check() {
      transfer.check();
      if (transfer.sentTag() == Transfer.ANY) {
        throw new MessageException("nothing came back from the window");
      }
    }

    @Override
    public void whenDone(Runnable action) {
      transfer.whenDone(action);
    }

    @Override
    public void release() {
      endpoint.give(transfer);
    }
  }
}
