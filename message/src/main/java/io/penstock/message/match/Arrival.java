package io.penstock.message.match;

import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.message.MessageKind;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// An unexpected message: one, or the announcement of one, that came before its receive.
///
/// Either it is staged: its payload is here, or still being filled in. Or it is announced: the
/// payload stays at the sender until the receive begins, at a [Transfer] of this process, or at
/// another process under a number that it gave. Used again for other messages.
public final class Arrival {
  /// Stands where there is no arrival.
  public static final Arrival NONE = new Arrival();

  private static final int FILLING = 0;
  private static final int FULL = 1;
  private static final int CLAIMED = 2;

  /// Payloads up to this size lie in memory that the arrival keeps.
  private static final int SMALL = 256;

  /// The cost of a message beside its payload, where that takes a block.
  static final long OVERHEAD = 1024;

  private final AtomicInteger state = new AtomicInteger();
  private MemorySegment small = MemorySegment.NULL;
  private MemorySegment memory = MemorySegment.NULL;
  private @Nullable Block block;
  private @Nullable RuntimeException spoilt;
  private Transfer sender = Transfer.NONE;
  private Transfer claimant = Transfer.NONE;
  private long number;

  private int source;
  private int context;
  private int tag;
  private MessageKind kind = MessageKind.BYTES;
  private ByteOrder order = ByteOrder.nativeOrder();
  private long bytes;

  /// When it came among those that wait.
  long turn;

  /// Its places among those that wait, one for each way to ask for it.
  final List<Bins.Entry<Arrival>> places =
      List.of(
          new Bins.Entry<>(this),
          new Bins.Entry<>(this),
          new Bins.Entry<>(this),
          new Bins.Entry<>(this));

  Arrival() {}

  Arrival envelope(
      int from, int inContext, int withTag, MessageKind sent, ByteOrder spoken, long n) {
    source = from;
    context = inContext;
    tag = withTag;
    kind = sent;
    order = spoken;
    bytes = n;
    return this;
  }

  /// Prepares for a payload that is filled in piece by piece.
  void staged(BufferPool pool) {
    if (bytes > SMALL) {
      Block taken = pool.take(bytes);
      block = taken;
      memory = taken.memory();
    } else {
      memory = small();
    }
    spoilt = null;
    sender = Transfer.NONE;
    claimant = Transfer.NONE;
    number = 0;
    state.setPlain(FILLING);
  }

  /// Announcements need none.
  private MemorySegment small() {
    if (small.byteSize() == 0) {
      small = MemorySegment.ofArray(new byte[SMALL]);
    }
    return small;
  }

  void announcedBy(Transfer send) {
    sender = send;
    number = 0;
  }

  void announcedAs(long numberAtSender) {
    sender = Transfer.NONE;
    number = numberAtSender;
    state.setPlain(CLAIMED);
  }

  void release() {
    if (block != null) {
      block.release();
      block = null;
    }
    memory = MemorySegment.NULL;
    sender = Transfer.NONE;
    claimant = Transfer.NONE;
  }

  public int source() {
    return source;
  }

  public int context() {
    return context;
  }

  public int tag() {
    return tag;
  }

  public MessageKind kind() {
    return kind;
  }

  public ByteOrder order() {
    return order;
  }

  public long bytes() {
    return bytes;
  }

  /// The number under which another process holds the payload.
  public long number() {
    return number;
  }

  /// The send of this process that holds the payload; [Transfer#NONE] if none does.
  Transfer sender() {
    return sender;
  }

  /// Its share of the budget for unexpected messages.
  long cost() {
    return isStaged() ? bytes + OVERHEAD : 0;
  }

  boolean isStaged() {
    return sender == Transfer.NONE && number == 0;
  }

  /// Where the payload is put as it comes.
  public MemorySegment memory() {
    return memory;
  }

  /// The payload could not be put here.
  void spoil(RuntimeException why) {
    spoilt = why;
  }

  /// Throws why the payload could not be put here; does nothing if it could.
  void check() {
    if (spoilt != null) {
      throw spoilt;
    }
  }

  /// The payload is complete.
  ///
  /// @return the receive that has been waiting for it, [Transfer#NONE] if none has
  Transfer full() {
    return state.compareAndSet(FILLING, FULL) ? Transfer.NONE : claimant;
  }

  /// A receive takes the payload.
  ///
  /// @return whether it is complete; if not, [#full] will return the receive
  boolean claim(Transfer receive) {
    claimant = receive;
    return !state.compareAndSet(FILLING, CLAIMED);
  }
}
