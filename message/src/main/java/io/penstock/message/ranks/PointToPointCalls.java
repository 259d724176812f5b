package io.penstock.message.ranks;

import io.penstock.array.Elements;
import io.penstock.array.Tile;
import io.penstock.memory.Block;
import io.penstock.memory.Stash;
import io.penstock.message.Communicator;
import io.penstock.message.MatchedMessage;
import io.penstock.message.MessageBuffer;
import io.penstock.message.MessageKind;
import io.penstock.message.PersistentRequest;
import io.penstock.message.Request;
import io.penstock.message.Status;
import io.penstock.message.Wire;
import io.penstock.message.match.Arrival;
import io.penstock.message.match.Endpoint;
import io.penstock.message.match.Payload;
import io.penstock.message.match.TilePayload;
import io.penstock.message.match.Transfer;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/// The messages between two ranks of a communicator.
///
/// Blocking sends and receives allocate nothing once they are warm.
final class PointToPointCalls {
  private static final int KEPT_STATUSES = 64;

  private final Endpoint endpoint;
  private final RankGroup members;
  private final int context;
  private final Status[] statuses = new Status[KEPT_STATUSES];
  private final Stash<BufferPayload> buffers = new Stash<>(16, BufferPayload::new);
  private final Set<PendingRequest> pending = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean closed = new AtomicBoolean();

  PointToPointCalls(Endpoint endpoint, RankGroup members, int context) {
    this.endpoint = endpoint;
    this.members = members;
    this.context = context;
    Arrays.fill(statuses, new Status(0, 0, MessageKind.BYTES, 0));
  }

  Endpoint endpoint() {
    return endpoint;
  }

  RankGroup members() {
    return members;
  }

  int context() {
    return context;
  }

  // ---- waiting for the end ---------------------------------------------------------------------

  void send(Object data, int destination, int tag, boolean synchronous) {
    requireOpen();
    ArgumentChecks.requireReadable(data);
    if (data instanceof MessageBuffer buffer) {
      send(buffer, destination, tag, synchronous);
    } else if (ArgumentChecks.mustBeLent(data, true)) {
      isend(data, destination, tag, synchronous).await();
    } else if (data instanceof Tile tile) {
      send(new TilePayload(tile), destination, tag, synchronous);
    } else {
      sendPlain(data, destination, tag, synchronous);
    }
  }

  private void sendPlain(Object data, int destination, int tag, boolean synchronous) {
    Transfer transfer = endpoint.take();
    try {
      toward(transfer.of(data), destination, tag, synchronous);
      endpoint.send(transfer);
      endpoint.await(transfer);
    } finally {
      endpoint.give(transfer);
    }
  }

  private void send(MessageBuffer buffer, int destination, int tag, boolean synchronous) {
    BufferPayload payload = buffers.take().outgoing(buffer);
    Wire wire = buffer.wire();
    wire.hold();
    try {
      if (payload.isConfined()) {
        isend(buffer, destination, tag, synchronous).await();
      } else {
        send(payload, destination, tag, synchronous);
      }
    } finally {
      wire.letGo();
      buffers.give(payload.forget());
    }
  }

  void send(Payload payload, int destination, int tag, boolean synchronous) {
    requireOpen();
    Transfer transfer = endpoint.take();
    try {
      toward(transfer.of(payload), destination, tag, synchronous);
      endpoint.send(transfer);
      endpoint.await(transfer);
    } finally {
      endpoint.give(transfer);
    }
  }

  Status receive(Object data, int source, int tag) {
    requireOpen();
    ArgumentChecks.requireWritable(data);
    if (data instanceof MessageBuffer buffer) {
      return receive(buffer, source, tag);
    }
    if (ArgumentChecks.mustBeLent(data, true)) {
      return ireceive(data, source, tag).await();
    }
    return data instanceof Tile tile
        ? receive(new TilePayload(tile), source, tag)
        : receivePlain(data, source, tag);
  }

  private Status receivePlain(Object data, int source, int tag) {
    Transfer transfer = endpoint.take();
    try {
      return receive(from(transfer.of(data), source, tag));
    } finally {
      endpoint.give(transfer);
    }
  }

  private Status receive(MessageBuffer buffer, int source, int tag) {
    BufferPayload payload = buffers.take().incoming(buffer);
    Wire wire = buffer.wire();
    wire.hold();
    try {
      return receive(payload, source, tag);
    } finally {
      wire.letGo();
      buffers.give(payload.forget());
    }
  }

  Status receive(Payload payload, int source, int tag) {
    requireOpen();
    Transfer transfer = endpoint.take();
    try {
      return receive(from(transfer.of(payload), source, tag));
    } finally {
      endpoint.give(transfer);
    }
  }

  /// Sends while it receives, from memory apart.
  Status sendReceive(
      Object data, int destination, int sendTag, Object room, int source, int receiveTag) {
    requireApart(data, room);
    return exchange(data, destination, sendTag, room, source, receiveTag);
  }

  private static void requireApart(Object data, Object room) {
    if (data instanceof MessageBuffer || room instanceof MessageBuffer) {
      if (data.equals(room)) {
        throw new IllegalArgumentException("a MessageBuffer cannot be sent and received at once");
      }
    } else {
      ArgumentChecks.requireReadable(data);
      ArgumentChecks.requireWritable(room);
      if (!(data instanceof Tile)) {
        ArgumentChecks.requireApart(data, room);
      }
    }
  }

  /// Sends a copy, so that what comes has room where the data is.
  Status sendReceiveReplace(Object data, int destination, int sendTag, int source, int receiveTag) {
    requireOpen();
    ArgumentChecks.requireWritable(data);
    if (ArgumentChecks.memory(data) instanceof boolean[] booleans) {
      return exchange(booleans.clone(), destination, sendTag, data, source, receiveTag);
    }
    Region own = Region.of(data);
    Block block = endpoint.pool().take(own.bytes());
    try {
      Region copy = new Region(block.memory().asSlice(0, own.bytes()), own.kind());
      copy.fill(own);
      return exchange(
          copy.kind() == MessageKind.BYTES
              ? copy.memory()
              : Elements.of(copy.memory(), copy.kind().element()),
          destination,
          sendTag,
          data,
          source,
          receiveTag);
    } finally {
      block.release();
    }
  }

  private Status exchange(
      Object data, int destination, int sendTag, Object room, int source, int receiveTag) {
    requireSendable(data, destination, sendTag);
    Request receive = ireceive(room, source, receiveTag);
    try {
      send(data, destination, sendTag, false);
    } catch (RuntimeException e) {
      receive.cancel();
      throw e;
    }
    return receive.await();
  }

  /// Throws what a send refuses. Afterwards would be too late: the receive that is started before
  /// may have taken a message.
  private void requireSendable(Object data, int destination, int tag) {
    requireOpen();
    ArgumentChecks.requireReadable(data);
    if (data instanceof MessageBuffer buffer) {
      long _ = buffer.wire().messageBytes();
    }
    requireTag(tag);
    int _ = inWorld(destination);
  }

  private Status receive(Transfer transfer) {
    endpoint.receive(transfer);
    endpoint.await(transfer);
    return received(transfer);
  }

  // ---- going on beside the program -------------------------------------------------------------

  Request isend(Object data, int destination, int tag, boolean synchronous) {
    requireOpen();
    ArgumentChecks.requireReadable(data);
    Transfer transfer = endpoint.take();
    PinnedData pinned = PinnedData.of(data, true, endpoint.pool());
    PendingRequest request = new PendingRequest(this, transfer, pinned, false);
    try {
      toward(pinned.name(transfer), destination, tag, synchronous);
      pending.add(request);
      endpoint.send(transfer);
    } catch (RuntimeException e) {
      forget(request, transfer, pinned);
      throw e;
    }
    return request;
  }

  Request ireceive(Object data, int source, int tag) {
    return ireceive(data, transfer -> endpoint.receive(from(transfer, source, tag)));
  }

  Request ireceive(Object data, MatchedMessage message) {
    AsideMessage aside = AsideMessage.of(message, this);
    return ireceive(data, transfer -> receive(transfer, aside));
  }

  Status receive(Payload payload, MatchedMessage message) {
    requireOpen();
    AsideMessage aside = AsideMessage.of(message, this);
    Transfer transfer = endpoint.take();
    try {
      receive(transfer.of(payload), aside);
      endpoint.await(transfer);
      return received(transfer);
    } finally {
      endpoint.give(transfer);
    }
  }

  private void receive(Transfer transfer, AsideMessage aside) {
    Status status = aside.status();
    aside.receive(endpoint, from(transfer, status.source(), status.tag()));
  }

  /// @param start starts the receive that names the data
  private Request ireceive(Object data, Consumer<Transfer> start) {
    requireOpen();
    ArgumentChecks.requireWritable(data);
    Transfer transfer = endpoint.take();
    PinnedData pinned = PinnedData.of(data, false, endpoint.pool());
    PendingRequest request = new PendingRequest(this, transfer, pinned, true);
    try {
      pending.add(request);
      start.accept(pinned.name(transfer));
    } catch (RuntimeException e) {
      forget(request, transfer, pinned);
      throw e;
    }
    return request;
  }

  // ---- started many times ----------------------------------------------------------------------

  PersistentRequest persistentSend(Object data, int destination, int tag, boolean synchronous) {
    requireOpen();
    ArgumentChecks.requireReadable(data);
    requireApplicable(transfer -> toward(transfer, destination, tag, synchronous));
    return prepared(
        data, false, transfer -> endpoint.send(toward(transfer, destination, tag, synchronous)));
  }

  PersistentRequest persistentReceive(Object data, int source, int tag) {
    requireOpen();
    ArgumentChecks.requireWritable(data);
    requireApplicable(transfer -> from(transfer, source, tag));
    return prepared(data, true, transfer -> endpoint.receive(from(transfer, source, tag)));
  }

  private void requireApplicable(Consumer<Transfer> arguments) {
    Transfer transfer = endpoint.take();
    arguments.accept(transfer);
    endpoint.give(transfer);
  }

  private PersistentRequest prepared(Object data, boolean receives, Consumer<Transfer> begin) {
    PreparedRequest request = new PreparedRequest(this, data, receives, begin);
    pending.add(request);
    return request;
  }

  private void forget(PendingRequest request, Transfer transfer, PinnedData pinned) {
    pending.remove(request);
    pinned.end();
    endpoint.give(transfer);
  }

  /// A request's outcome was read, or it was cancelled.
  void ended(PendingRequest request) {
    pending.remove(request);
  }

  // ---- looking ---------------------------------------------------------------------------------

  Status probe(int source, int tag) {
    requireOpen();
    Transfer transfer = from(endpoint.take(), source, tag);
    try {
      endpoint.awaitProbe(transfer);
      return received(transfer);
    } finally {
      endpoint.give(transfer);
    }
  }

  Optional<Status> iprobe(int source, int tag) {
    requireOpen();
    Transfer transfer = from(endpoint.take(), source, tag);
    try {
      return endpoint.probe(transfer) ? Optional.of(received(transfer)) : Optional.empty();
    } finally {
      endpoint.give(transfer);
    }
  }

  MatchedMessage matchedProbe(int source, int tag) {
    requireOpen();
    Transfer transfer = from(endpoint.take(), source, tag);
    try {
      if (source == Communicator.NO_RANK) {
        endpoint.awaitProbe(transfer);
        return new AsideMessage(this, Arrival.NONE, received(transfer));
      }
      return new AsideMessage(this, endpoint.awaitAside(transfer), received(transfer));
    } finally {
      endpoint.give(transfer);
    }
  }

  Optional<MatchedMessage> imatchedProbe(int source, int tag) {
    if (source == Communicator.NO_RANK) {
      return Optional.of(matchedProbe(source, tag));
    }
    requireOpen();
    Transfer transfer = from(endpoint.take(), source, tag);
    try {
      Arrival arrival = endpoint.setAside(transfer);
      return arrival == Arrival.NONE
          ? Optional.empty()
          : Optional.of(new AsideMessage(this, arrival, received(transfer)));
    } finally {
      endpoint.give(transfer);
    }
  }

  // ---- common to all ---------------------------------------------------------------------------

  Status received(Transfer transfer) {
    int source = transfer.source();
    return status(
        source == Transfer.NOBODY ? Communicator.NO_RANK : members.rank(source),
        transfer.sentTag(),
        transfer.sentKind(),
        transfer.sentBytes());
  }

  Status sent(Transfer transfer) {
    if (transfer.peer() == Transfer.NOBODY) {
      return received(transfer);
    }
    Payload payload = transfer.payload();
    return status(members.self(), transfer.tag(), payload.kind(), payload.bytes());
  }

  private Transfer toward(Transfer transfer, int destination, int tag, boolean synchronous) {
    requireTag(tag);
    transfer.with(inWorld(destination), context, tag);
    return synchronous ? transfer.synchronous() : transfer;
  }

  private static void requireTag(int tag) {
    if (tag < 0) {
      throw new IllegalArgumentException("a tag is 0 or more, not " + tag);
    }
  }

  private Transfer from(Transfer transfer, int source, int tag) {
    if (tag < Transfer.ANY) {
      throw new IllegalArgumentException("a tag is 0 or more, or ANY_TAG, not " + tag);
    }
    int worldRank = source == Transfer.ANY ? Transfer.ANY : inWorld(source);
    return transfer
        .with(worldRank, context, tag)
        .among(members.inWorld())
        .calling(members.namesByWorldRank());
  }

  private int inWorld(int rank) {
    return rank == Communicator.NO_RANK ? Transfer.NOBODY : members.inWorld(rank);
  }

  void requireOpen() {
    if (closed.getPlain()) {
      throw new IllegalStateException("the communicator was closed");
    }
  }

  /// Allows no more calls.
  ///
  /// @return whether it was open
  boolean close() {
    return closed.compareAndSet(false, true);
  }

  /// Takes back what receives can be.
  ///
  /// @return how many requests were under way
  int abandon() {
    int count = 0;
    for (PendingRequest request : pending) {
      count += request.isDone() ? 0 : 1;
      request.cancel();
    }
    return count;
  }

  /// A status that was given out before, if it is the same, so that messages which look alike make
  /// no garbage. A race between threads makes one more: a status does not change.
  private Status status(int source, int tag, MessageKind kind, long bytes) {
    int hash = ((source * 31 + tag) * 31 + kind.code()) * 31 + Long.hashCode(bytes);
    int slot = (hash ^ (hash >>> 16)) & (KEPT_STATUSES - 1);
    Status last = statuses[slot];
    if (last.source() == source
        && last.tag() == tag
        && last.kind() == kind
        && last.bytes() == bytes) {
      return last;
    }
    Status status = new Status(source, tag, kind, bytes);
    statuses[slot] = status;
    return status;
  }
}
