package io.penstock.message.ranks;

import io.penstock.memory.Block;
import io.penstock.memory.Confinement;
import io.penstock.message.CollectiveMismatchException;
import io.penstock.message.MessageException;
import io.penstock.message.MessageKind;
import io.penstock.message.match.Condition;
import io.penstock.message.match.Endpoint;
import io.penstock.message.match.Transfer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// One collective operation, as one rank takes part in it.
///
/// Its messages carry what operation they belong to in their tags, and are received whatever their
/// tag is: between two ranks they come in order, so that one with another tag shows that the ranks
/// called different operations.
final class Collective {
  private static final long PATIENCE_NANOS = 1_000_000_000;

  /// So long two ranks wait for each other in different communicators before one of them fails: a
  /// thread that has called no operation so far may come and call the one that is missing.
  private static final long DEADLOCK_NANOS =
      TimeUnit.SECONDS.toNanos(Long.getLong("penstock.message.deadlockSeconds", 60));

  private static final long FOR_EVER = Long.MAX_VALUE / 2;

  private final Collectives all;
  private final Call call;
  private final List<Step> open = new ArrayList<>();
  private final List<Block> blocks = new ArrayList<>();
  private final List<Runnable> deliveries = new ArrayList<>();
  private final BitSet told = new BitSet();

  /// How long this rank waits before it looks again whether both go no further.
  private long doubtNanos = FOR_EVER;

  Collective(Collectives all, Call call) {
    this.all = all;
    this.call = call;
  }

  int rank() {
    return all.members().self();
  }

  int size() {
    return all.members().size();
  }

  // ---- memory ----------------------------------------------------------------------------------

  /// Data that is only sent.
  Region source(Object data) {
    Region own = Region.of(data);
    return Confinement.confines(own.memory()) ? staged(own) : own;
  }

  /// Data that is received into. What is confined to this thread gets it in the end.
  Region target(Object data) {
    Region own = Region.of(data);
    if (!Confinement.confines(own.memory())) {
      return own;
    }
    Region staged = staged(own);
    deliveries.add(() -> own.fill(staged));
    return staged;
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
    blocks.add(block);
    return new Region(block.memory().asSlice(0, bytes), kind);
  }

  // ---- messages --------------------------------------------------------------------------------

  Step send(Region region, int to) {
    Step step = new Step(transfer(region, to, call.tag()), to, false, region.bytes());
    endpoint().send(step.transfer());
    open.add(step);
    return step;
  }

  Step receive(Region region, int from) {
    Step step = new Step(transfer(region, from, Transfer.ANY), from, true, region.bytes());
    endpoint().receive(step.transfer());
    open.add(step);
    return step;
  }

  private Transfer transfer(Region region, int peer, int tag) {
    return endpoint()
        .take()
        .of(region.data())
        .with(all.members().inWorld(peer), all.context(), tag);
  }

  void await(Step step) {
    while (!step.transfer().met()) {
      Condition notice = this::isThereNews;
      boolean patient = told.get(step.peer());
      endpoint()
          .await(
              (Condition)
                  new Patience(step.transfer(), notice, patient ? doubtNanos : PATIENCE_NANOS));
      if (!step.transfer().met()) {
        lookInto(step, patient);
      }
    }
    finish(step);
  }

  private boolean isThereNews() {
    return all.notices().met() || all.world().hasNewsBeside(all);
  }

  private void lookInto(Step step, boolean patient) {
    all.notices().look(call);
    doubtNanos = FOR_EVER;
    for (Collectives other : all.world().beside(all)) {
      other.notices().early().forEach(notice -> answer(notice, step, other));
    }
    if (!patient) {
      tell(step.peer(), step.receives());
    }
  }

  /// @param needed whether this rank goes no further without the other
  private void tell(int peer, boolean needed) {
    told.set(peer);
    boolean stays = needed || call.operation().needsAll();
    all.notices().tell(call, peer, stays && all.world().hasOneCaller());
  }

  /// A rank waits for this one in another communicator. It is told where this one is, so that both
  /// know. If this rank waits for just that one, and both have one thread alone, neither comes any
  /// further: what the other had to say here came before its notice. Then the one fails that is in
  /// the older communicator: so a rank that closes what it opened last finds the others there.
  private void answer(Notices.Early notice, Step step, Collectives beside) {
    int other = all.members().rank(notice.other());
    if (other < 0 || step.transfer().met()) {
      return;
    }
    if (call.operation().needsAll() && !told.get(other)) {
      tell(other, true);
    }
    if (other == step.peer() && notice.sole() && all.context() < beside.context()) {
      requirePatience(notice, other);
    }
  }

  private void requirePatience(Notices.Early notice, int other) {
    long left = DEADLOCK_NANOS - (System.nanoTime() - notice.readNanos());
    doubtNanos = Math.min(doubtNanos, Math.max(0, left));
    if (left <= 0) {
      throw new CollectiveMismatchException(
          String.format(
              Locale.ROOT,
              "rank %d is in %s, rank %d in %s of another communicator, and each waits for the other: all ranks call the same operations in the same order",
              rank(),
              call.operation(),
              other,
              notice.call().operation()));
    }
  }

  private void finish(Step step) {
    Transfer transfer = step.transfer();
    if (step.receives()) {
      requireSameCall(transfer, step.peer());
    }
    check(transfer);
    if (step.receives() && transfer.sentBytes() != step.bytes()) {
      throw new MessageException(
          String.format(
              Locale.ROOT,
              "%s: rank %d sent %d bytes where rank %d expects %d: counts must agree",
              call.operation(),
              step.peer(),
              transfer.sentBytes(),
              rank(),
              step.bytes()));
    }
    open.remove(step);
    endpoint().give(transfer);
  }

  private void check(Transfer transfer) {
    try {
      transfer.check();
    } catch (MessageException e) {
      all.notices().look(call); // which may say why
      throw e;
    }
  }

  private void requireSameCall(Transfer transfer, int peer) {
    int tag = transfer.sentTag();
    if (tag != Transfer.ANY && tag != call.tag()) {
      throw all.notices().mismatch(call, peer, Call.tagged(tag));
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

  void enter() {
    all.notices().enter(call);
  }

  /// The operation has succeeded here.
  void complete() {
    deliveries.forEach(Runnable::run);
    blocks.forEach(Block::release);
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
      blocks.forEach(Block::release);
      return Optional.empty();
    }
    return Optional.of(new Orphan(endpoint(), left, blocks));
  }

  private boolean isOver(Step step) {
    if (step.receives() && !step.transfer().met() && !endpoint().cancel(step.transfer())) {
      endpoint().await((Condition) step.transfer());
    }
    return step.receives() || step.transfer().met();
  }
}
