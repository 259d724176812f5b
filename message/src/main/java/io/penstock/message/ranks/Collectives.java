package io.penstock.message.ranks;

import io.penstock.message.Reduction;
import io.penstock.message.match.Condition;
import io.penstock.message.match.Endpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// The collective operations of one communicator, one after the other.
final class Collectives {
  private static final long LAST_WAIT_NANOS = 2_000_000_000;

  private final World world;
  private final PointToPointCalls pointToPoint;
  private final int context;
  private final Notices notices;
  private final AtomicBoolean busy = new AtomicBoolean();
  private final List<Collective.Orphan> orphans = new ArrayList<>();
  private volatile long sequence;

  /// @param context of their messages; that of the notices is the next
  Collectives(World world, PointToPointCalls pointToPoint, int context) {
    this.world = world;
    this.pointToPoint = pointToPoint;
    this.context = context;
    this.notices = new Notices(pointToPoint.endpoint(), pointToPoint.members(), context + 1);
    world.add(this);
  }

  World world() {
    return world;
  }

  Endpoint endpoint() {
    return pointToPoint.endpoint();
  }

  Group members() {
    return pointToPoint.members();
  }

  int context() {
    return context;
  }

  /// How many operations this rank has entered, less one.
  long entered() {
    return sequence - 1;
  }

  Notices notices() {
    return notices;
  }

  /// Takes part in an operation without a reduction.
  ///
  /// @param root 0 where there is none
  void call(CollectiveOperation operation, int root, Consumer<Collective> part) {
    call(root, () -> CallSignature.of(next(), operation, root), part);
  }

  void call(
      CollectiveOperation operation, int root, Reduction reduction, Consumer<Collective> part) {
    call(root, () -> CallSignature.of(next(), operation, root, reduction), part);
  }

  /// @param next is called once no other thread is in an operation
  private void call(int root, Supplier<CallSignature> next, Consumer<Collective> part) {
    pointToPoint.members().inWorld(root);
    if (!busy.compareAndSet(false, true)) {
      throw new IllegalStateException(
          "another thread is in a collective operation of this communicator: give each thread a duplicate()");
    }
    try {
      pointToPoint.requireOpen();
      world.enter();
      orphans.removeIf(Collective.Orphan::isOver);
      run(new Collective(this, next.get()), part);
    } finally {
      busy.set(false);
    }
  }

  private long next() {
    long next = sequence;
    sequence = next + 1;
    return next;
  }

  private void run(Collective collective, Consumer<Collective> part) {
    try {
      collective.enter();
      part.accept(collective);
      collective.complete();
    } catch (RuntimeException | Error e) {
      collective.abandon().ifPresent(orphans::add);
      throw e;
    }
  }

  void close() {
    world.remove(this);
    notices.close();
  }

  /// Waits a little until others have read what they may still be reading, once they have been told
  /// that this rank is gone.
  void settle() {
    if (!orphans.isEmpty()) {
      long end = System.nanoTime() + LAST_WAIT_NANOS;
      endpoint()
          .await(
              (Condition)
                  () ->
                      orphans.stream().allMatch(Collective.Orphan::isIdle)
                          || System.nanoTime() - end >= 0);
      orphans.removeIf(Collective.Orphan::isOver);
    }
  }
}
