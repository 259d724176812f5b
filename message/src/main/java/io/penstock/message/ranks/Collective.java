package io.penstock.message.ranks;

import io.penstock.array.Elements;
import io.penstock.array.Tile;
import io.penstock.array.kernel.Kernel;
import io.penstock.memory.Block;
import io.penstock.memory.Confinement;
import io.penstock.memory.Lease;
import io.penstock.message.MessageException;
import io.penstock.message.MessageKind;
import io.penstock.message.RankFailedException;
import io.penstock.message.Wire;
import io.penstock.message.match.Condition;
import io.penstock.message.match.Endpoint;
import io.penstock.message.match.TilePayload;
import io.penstock.message.match.Transfer;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// One collective operation, as one rank takes part in it.
///
/// Its messages carry what operation they belong to in their tags, and are received whatever their
/// tag is: between two ranks they come in order, so that one with another tag shows that the ranks
/// called different operations.
final class Collective {
  private final Collectives all;
  private final List<Step> open = new ArrayList<>();

  /// What gives back the memory that is held until the end.
  private final List<Runnable> held = new ArrayList<>();

  private final List<Delivery> deliveries = new ArrayList<>();
  private final BitSet told = new BitSet();

  private CallSignature call = CallSignature.NONE;

  /// The ranks that now take part, by the numbers that they have meanwhile.
  private int[] ranks;

  private int rank;
  private @Nullable Step doubted;
  private Deadlocks.@Nullable Wait doubt;

  /// What was received for memory that no other thread, or no transfer, may touch.
  private sealed interface Delivery {
    void deliver();

    /// Whether the calling thread may.
    boolean isAllowed();
  }

  private record ConfinedDelivery(Region own, Region staged) implements Delivery {
    @Override
    public void deliver() {
      own.fill(staged);
    }

    @Override
    public boolean isAllowed() {
      return own.memory().isAccessibleBy(Thread.currentThread());
    }
  }

  private record TileDelivery(TilePayload own, Region staged) implements Delivery {
    @Override
    public void deliver() {
      own.copyFrom(staged.memory(), 0, 0, staged.bytes());
    }

    @Override
    public boolean isAllowed() {
      return own.isAccessible();
    }
  }

  private static final class BooleanDelivery implements Delivery {
    private final boolean[] own;
    private final Region staged;

    BooleanDelivery(boolean[] own, Region staged) {
      this.own = own;
      this.staged = staged;
    }

    @Override
    public void deliver() {
      Kernel.forBooleans().unpack(staged.memory(), 0, 1, own, 0, 1, own.length);
    }

    @Override
    public boolean isAllowed() {
      return true;
    }
  }

  Collective(Collectives all) {
    this.all = all;
    this.ranks = all.members().all();
    this.rank = all.members().self();
  }

  int rank() {
    return rank;
  }

  int size() {
    return ranks.length;
  }

  /// Goes on among some of the ranks, whose numbers are their places from now on.
  ///
  /// @param chosen by their numbers among all; this one among them
  void among(int... chosen) {
    ranks = chosen.clone();
    rank =
        IntStream.range(0, chosen.length)
            .filter(place -> chosen[place] == all.members().self())
            .findFirst()
            .orElseThrow();
  }

  /// Goes on among all ranks.
  void amongAll() {
    ranks = all.members().all();
    rank = all.members().self();
  }

  // ---- memory ----------------------------------------------------------------------------------

  /// Data that is only sent.
  Region source(Object data) {
    if (data instanceof Tile tile) {
      TilePayload payload = payload(tile);
      Region staged = scratch(payload.kind(), tile.count());
      payload.copyTo(0, staged.memory(), 0, staged.bytes());
      return staged;
    }
    if (ArgumentChecks.memory(data) instanceof boolean[] booleans) {
      return staged(booleans);
    }
    Region own = own(data);
    return Confinement.confines(own.memory()) ? staged(own) : own;
  }

  /// Data that is received into. What is confined to this thread gets it in the end, and a tile,
  /// all of which must be received.
  Region target(Object data) {
    if (data instanceof Tile tile) {
      TilePayload payload = payload(tile);
      Region staged = scratch(payload.kind(), tile.count());
      deliveries.add(new TileDelivery(payload, staged));
      return staged;
    }
    if (ArgumentChecks.memory(data) instanceof boolean[] booleans) {
      Region staged = staged(booleans);
      deliveries.add(new BooleanDelivery(booleans, staged));
      return staged;
    }
    Region own = own(data);
    if (!Confinement.confines(own.memory())) {
      return own;
    }
    Region staged = staged(own);
    deliveries.add(new ConfinedDelivery(own, staged));
    return staged;
  }

  private TilePayload payload(Tile tile) {
    if (ArgumentChecks.memory(tile) instanceof Lease lease) {
      TilePayload pinned = new TilePayload(tile, lease.pin());
      held.add(lease::unpin);
      return pinned;
    }
    return new TilePayload(tile);
  }

  private Region staged(boolean... booleans) {
    Region staged = scratch(MessageKind.BOOLEAN, booleans.length);
    Kernel.forBooleans().pack(booleans, 0, 1, staged.memory(), 0, 1, booleans.length);
    return staged;
  }

  /// A lease is pinned until the end.
  private Region own(Object data) {
    Object memory = data instanceof Elements elements ? elements.memory() : data;
    if (memory instanceof Lease lease) {
      MemorySegment pinned = lease.pin();
      held.add(lease::unpin);
      return new Region(pinned, MessageKind.BYTES);
    }
    return Region.of(data);
  }

  /// Holds a message buffer until the end.
  void hold(Wire wire) {
    wire.hold();
    held.add(wire::letGo);
  }

  private Region staged(Region own) {
    Region staged = scratch(own.kind(), own.count());
    staged.fill(own);
    return staged;
  }

  /// Memory until the end of the operation.
  Region scratch(MessageKind kind, long count) {
    long bytes = Math.multiplyExact(count, (long) kind.elementBytes());
    Block block = endpoint().pool().take(bytes);
    held.add(block::release);
    return new Region(block.memory().asSlice(0, bytes), kind);
  }

  // ---- messages --------------------------------------------------------------------------------

  Step send(Region region, int to) {
    int peer = ranks[to];
    Step step = new Step(transfer(region, peer, call.tag()), peer, false, region.bytes());
    endpoint().send(step.transfer());
    open.add(step);
    return step;
  }

  Step receive(Region region, int from) {
    int peer = ranks[from];
    Step step = new Step(transfer(region, peer, Transfer.ANY), peer, true, region.bytes());
    endpoint().receive(step.transfer());
    open.add(step);
    return step;
  }

  private Transfer transfer(Region region, int peer, int tag) {
    return endpoint()
        .take()
        .of(region.memory(), region.kind())
        .with(all.members().inWorld(peer), all.context(), tag)
        .calling(all.members().namesByWorldRank());
  }

  void await(Step step) {
    while (!step.transfer().met()) {
      long end = System.nanoTime() + patienceNanos(step);
      endpoint()
          .await(
              (Condition)
                  () -> step.transfer().met() || isThereNews() || System.nanoTime() - end >= 0);
      if (!step.transfer().met()) {
        lookInto(step);
      }
    }
    finish(step);
  }

  private boolean isThereNews() {
    return all.notices().met() || all.world().deadlocks().met();
  }

  /// How long to wait before looking into why nothing comes.
  private long patienceNanos(Step step) {
    return doubt != null && isDoubted(step)
        ? doubt.leftNanos()
        : all.world().deadlocks().doubtNanos();
  }

  private boolean isDoubted(Step step) {
    return step.equals(doubted);
  }

  private void lookInto(Step step) {
    all.notices().look(call);
    if (!isDoubted(step)) {
      doubted = step;
      doubt = waitFor(step);
      tell(step.peer());
    }
    all.world().deadlocks().look(Objects.requireNonNull(doubt));
  }

  private void tell(int peer) {
    if (!told.get(peer)) {
      told.set(peer);
      all.notices().tell(call, peer);
    }
  }

  private Deadlocks.Wait waitFor(Step step) {
    Deadlocks.Place place = new Deadlocks.Place(all.context(), call.sequence(), call.operation());
    int[] nearest = nearest(step);
    int[] needed = all.needsAll(call.operation()) ? others() : nearest;
    return all.world().deadlocks().begin(place, needed, nearest);
  }

  private int[] others() {
    int[] inWorld = all.members().inWorld();
    return IntStream.range(0, inWorld.length)
        .filter(i -> i != all.members().self())
        .map(i -> inWorld[i])
        .toArray();
  }

  /// The peer, as far as it must be in this operation before the step ends; and the one from whom
  /// all data comes.
  private int[] nearest(Step step) {
    boolean needsPeer =
        step.receives() || step.bytes() > endpoint().eagerLimit() || call.operation().needsAll();
    IntStream peer = needsPeer ? IntStream.of(step.peer()) : IntStream.empty();
    boolean fromRoot = step.receives() && call.operation().comesFromRoot();
    IntStream root = fromRoot ? IntStream.of(call.root()) : IntStream.empty();
    return IntStream.concat(peer, root).distinct().map(all.members()::inWorld).toArray();
  }

  private void finish(Step step) {
    doubted = null;
    Transfer transfer = step.transfer();
    if (step.receives() && transfer.sentTag() != Transfer.ANY) {
      requireSameCall(transfer, step.peer());
      requireSameCount(step);
    }
    check(transfer);
    open.remove(step);
    endpoint().give(transfer);
  }

  /// Before the transfer's own refusal of what is too long, whose tag means nothing to the reader.
  private void requireSameCount(Step step) {
    long sent = step.transfer().sentBytes();
    if (sent != step.bytes()) {
      throw new MessageException(
          String.format(
              Locale.ROOT,
              "%s: rank %s sent %d bytes where rank %s expects %d: counts must agree",
              call.operation(),
              all.members().name(step.peer()),
              sent,
              all.members().name(all.members().self()),
              step.bytes()));
    }
  }

  private void check(Transfer transfer) {
    try {
      transfer.check();
    } catch (MessageException e) {
      all.notices().look(call); // which may say why
      throw refusal(transfer, e);
    }
  }

  /// What does not fit is told of the operation: the program has given no tag.
  private MessageException refusal(Transfer transfer, MessageException e) {
    return !(e instanceof RankFailedException) && e.getCause() instanceof MessageException misfit
        ? new MessageException(
            String.format(
                Locale.ROOT,
                "%s: from rank %s: %s",
                call.operation(),
                all.members().nameOfWorldRank(transfer.source()),
                misfit.getMessage()),
            misfit)
        : e;
  }

  private void requireSameCall(Transfer transfer, int peer) {
    int tag = transfer.sentTag();
    if (tag != call.tag()) {
      throw all.notices().mismatch(call, peer, CallSignature.tagged(tag));
    }
  }

  void sendAll(Region region, int to) {
    await(send(region, to));
  }

  void receiveAll(Region region, int from) {
    await(receive(region, from));
  }

  /// Sends and receives at once.
  void exchange(Region out, int to, Region in, int from) {
    Step receive = receive(in, from);
    Step send = send(out, to);
    await(receive);
    await(send);
  }

  private Endpoint endpoint() {
    return all.endpoint();
  }

  // ---- beginning and end -----------------------------------------------------------------------

  void enter(CallSignature signature) {
    call = signature;
    all.notices().enter(call);
  }

  /// Whether the calling thread may [#complete] the operation: not if something was received for
  /// memory that is confined to another one.
  boolean mayComplete() {
    return deliveries.stream().allMatch(Delivery::isAllowed);
  }

  /// @throws WrongThreadException if [#complete] is another thread's affair
  void requireOwner() {
    if (!mayComplete()) {
      throw new WrongThreadException(
          "what is received belongs to the thread whose arena it is in: await it there");
    }
  }

  /// The operation has succeeded here.
  void complete() {
    deliveries.forEach(Delivery::deliver);
    deliveries.clear();
    release();
  }

  /// Gives back the memory that is held.
  void release() {
    held.forEach(Runnable::run);
    held.clear();
  }

  /// The operation has failed here: takes back what can be.
  ///
  /// @return what cannot
  Optional<Orphan> abandon() {
    List<Step> left = new ArrayList<>();
    for (Step step : open) {
      if (!isOver(step)) {
        left.add(step);
      } else {
        endpoint().give(step.transfer());
      }
    }
    if (left.isEmpty()) {
      release();
      return Optional.empty();
    }
    return Optional.of(new Orphan(endpoint(), left, List.copyOf(held)));
  }

  private boolean isOver(Step step) {
    if (step.receives() && !step.transfer().met() && !endpoint().cancel(step.transfer())) {
      endpoint().await((Condition) step.transfer());
    }
    return step.receives() || step.transfer().met();
  }

  /// A message under way inside a collective operation.
  ///
  /// @param peer the other rank in the communicator
  /// @param bytes how long it is, or has to be
  record Step(Transfer transfer, int peer, boolean receives, long bytes) {}

  /// The sends that a failed collective operation left behind, and what gives back the memory that
  /// they read.
  record Orphan(Endpoint endpoint, List<Step> sends, List<Runnable> held) {
    /// Gives everything back if nothing is under way any more.
    boolean isOver() {
      if (!sends.stream().allMatch(send -> send.transfer().met())) {
        return false;
      }
      sends.forEach(send -> endpoint.give(send.transfer()));
      held.forEach(Runnable::run);
      return true;
    }
  }
}
