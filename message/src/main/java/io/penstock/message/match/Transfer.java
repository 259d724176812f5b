package io.penstock.message.match;

import io.penstock.memory.Block;
import io.penstock.memory.BufferPool;
import io.penstock.message.MessageException;
import io.penstock.message.MessageKind;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.Locale;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// One send or receive, from its start until it is done and its outcome was read.
///
/// Taken from an [Endpoint] and given back to it: transfers are used again. Its user fills it in
/// and reads its outcome; in between it belongs to the transport.
public final class Transfer implements Condition {
  private static final int[] EVERYBODY = {};
  private static final IntFunction<String> NUMBERS = Integer::toString;
  private static final int PIECE = 64 << 10;

  /// Stands where there is no transfer.
  public static final Transfer NONE = new Transfer(new Sleepers(() -> {}));

  /// The completion action of transfers that have none.
  public static final Runnable NOTHING = () -> {};

  /// Matches every source or tag.
  public static final int ANY = -1;

  /// As the other rank: there is none, and the transfer is done when it is started.
  public static final int NOBODY = Integer.MIN_VALUE;

  private final Sleepers sleepers;
  private final ElementsPayload elements = new ElementsPayload();
  private Payload payload = elements;
  private int peer;
  private int context;
  private int tag;
  private boolean synchronous;
  private int[] senders = EVERYBODY;
  private IntFunction<String> names = NUMBERS;
  private long ahead;

  private volatile boolean done = true;
  private volatile Runnable then = NOTHING;
  private @Nullable RuntimeException failure;
  private int source;
  private int sentTag;
  private MessageKind sentKind = MessageKind.BYTES;
  private long sentBytes;

  /// Where what a send sends is to be filled in, for the thread that brought it.
  Arrival staged = Arrival.NONE;

  /// Its place among the receives that wait.
  final Bins.Entry<Transfer> posted = new Bins.Entry<>(this);

  /// When it came among them.
  long turn;

  /// @param sleepers the threads that may be waiting for it
  Transfer(Sleepers sleepers) {
    this.sleepers = sleepers;
  }

  /// Names the data to send, or the room to receive into.
  ///
  /// @param data a primitive array, a segment or [io.penstock.array.Elements]
  /// @throws IllegalArgumentException if it is none of them
  public Transfer of(Object data) {
    elements.name(data);
    payload = elements;
    return this;
  }

  /// Names the data to send, or the room to receive into.
  ///
  /// @param kind of its elements
  public Transfer of(MemorySegment segment, MessageKind kind) {
    elements.name(segment, kind);
    payload = elements;
    return this;
  }

  /// Names the data to send, or the room to receive into.
  public Transfer of(Payload data) {
    payload = data;
    return this;
  }

  /// To which rank, or from which; [#ANY] for a receive from any, [#NOBODY] for neither.
  public Transfer with(int worldRank, int inContext, int withTag) {
    peer = worldRank;
    context = inContext;
    tag = withTag;
    synchronous = false;
    senders = EVERYBODY;
    names = NUMBERS;
    return this;
  }

  /// Says how messages to the reader call ranks, by default by their numbers in the world.
  ///
  /// @param byWorldRank gives a name without the word itself
  public Transfer calling(IntFunction<String> byWorldRank) {
    names = byWorldRank;
    return this;
  }

  /// What a rank of the world is called in messages to the reader.
  String name(int worldRank) {
    return names.apply(worldRank);
  }

  /// Limits the senders of a receive from any rank, by default all ranks of the world.
  ///
  /// @param worldRanks not to be changed
  public Transfer among(int[] worldRanks) {
    senders = worldRanks;
    return this;
  }

  /// The possible senders of a receive from any rank, by their ranks in the world; empty for all.
  int[] senders() {
    return senders;
  }

  /// Lets a send end only when its receive has begun.
  public Transfer synchronous() {
    synchronous = true;
    return this;
  }

  public Payload payload() {
    return payload;
  }

  public int peer() {
    return peer;
  }

  public int context() {
    return context;
  }

  public int tag() {
    return tag;
  }

  public boolean isSynchronous() {
    return synchronous;
  }

  /// Notes the envelope of the message at its receive.
  ///
  /// @throws MessageException if the payload does not admit it
  public void admit(int from, int withTag, MessageKind kind, ByteOrder order, long bytes) {
    note(from, withTag, kind, bytes);
    try {
      payload.admit(kind, order, bytes);
    } catch (MessageException e) {
      throw new MessageException(
          String.format(
              Locale.ROOT,
              "receive from rank %s with tag %d: %s",
              name(from),
              withTag,
              e.getMessage()),
          e);
    }
  }

  /// Notes the envelope of the message that a receive would get.
  void note(int from, int withTag, MessageKind kind, long bytes) {
    source = from;
    sentTag = withTag;
    sentKind = kind;
    sentBytes = bytes;
  }

  /// Whether the outcome can be read.
  @Override
  public boolean met() {
    return done;
  }

  /// Throws the failure of the transfer, if it failed.
  ///
  /// @throws RuntimeException that failure
  public void check() {
    if (failure != null) {
      throw failure;
    }
  }

  /// Once a receive is done: the sender's world rank; [#NOBODY] if there was none.
  public int source() {
    return source;
  }

  /// Once a receive is done: the sender's tag; [#ANY] if no message has met it.
  public int sentTag() {
    return sentTag;
  }

  /// Once a receive is done: the kind of the message.
  public MessageKind sentKind() {
    return sentKind;
  }

  /// Once a receive is done: the size of the message.
  public long sentBytes() {
    return sentBytes;
  }

  /// How many of the first bytes travel ahead of the rest.
  public long ahead() {
    return ahead;
  }

  /// Lets some of the first bytes travel ahead of the rest.
  public Transfer ahead(long bytes) {
    ahead = bytes;
    return this;
  }

  void begin() {
    failure = null;
    ahead = 0;
    sentTag = ANY;
    done = false;
  }

  /// The transfer succeeded: wakes the threads that wait for it.
  public void end() {
    done = true;
    then.run(); // another use's, if the outcome has been read meanwhile
    sleepers.wake();
  }

  /// Has something run when the outcome can be read, in the thread that brings it about. It must
  /// ask [#met]: it may be run by the end of the use before; and the caller has to run it, too, as
  /// the end may have been.
  public void whenDone(Runnable action) {
    then = action;
  }

  /// The transfer has failed, and will end when the transport is done with it.
  public void spoil(RuntimeException e) {
    failure = e;
  }

  /// Whether the transfer has failed.
  public boolean isSpoilt() {
    return failure != null;
  }

  /// The transfer failed: wakes the threads that wait for it, which get the failure.
  public void end(RuntimeException e) {
    failure = e;
    end();
  }

  /// What a transfer fails with whose memory cannot be accessed.
  ///
  /// @param e its arena was closed, say; or an error: the system has no page for it
  public static RuntimeException inaccessible(Throwable e) {
    return e instanceof RuntimeException why
        ? why
        : new MessageException(
            "the memory of a message cannot be accessed; a mapped file must not become shorter: "
                + e.getMessage(),
            e);
  }

  /// All of a receive's payload was copied in.
  public void arrived() {
    try {
      payload.arrived();
      end();
    } catch (RuntimeException e) {
      end(e);
    }
  }

  void release() {
    then = NOTHING;
    elements.release();
    payload = elements;
  }

  /// Copies the data of this send straight into the room of a receive.
  void copyTo(Transfer receive) {
    if (payload == elements && receive.payload == receive.elements) {
      elements.copyStraightTo(receive.elements);
    } else {
      copy(payload, receive.payload);
    }
  }

  /// By way of a block, piece by piece.
  private static void copy(Payload source, Payload target) {
    long bytes = source.bytes();
    Block block = BufferPool.shared().take(Math.min(bytes, PIECE));
    try {
      for (long at = 0; at < bytes; at += PIECE) {
        long n = Math.min(PIECE, bytes - at);
        source.copyTo(at, block.memory(), 0, n);
        target.copyFrom(block.memory(), 0, at, n);
      }
    } finally {
      block.release();
    }
  }
}
