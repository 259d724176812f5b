package io.penstock.message.ranks;

import io.penstock.message.Request;
import io.penstock.message.match.Condition;
import io.penstock.message.match.Endpoint;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;

/// The collective operations of one communicator, one after the other: those that the caller waits
/// for in its own thread, those that are started in the [Background].
final class Collectives {
  private static final long LAST_WAIT_NANOS = 2_000_000_000;

  private final World world;
  private final RankGroup members;
  private final PointToPointCalls pointToPoint;
  private final int context;
  private final Notices notices;
  private final Background background = new Background();
  private final AtomicBoolean busy = new AtomicBoolean();
  private volatile long sequence;

  /// @param members all ranks that call them together
  /// @param pointToPoint those of the same communicator
  /// @param context of their messages; that of the notices is the next
  Collectives(World world, RankGroup members, PointToPointCalls pointToPoint, int context) {
    this.world = world;
    this.members = members;
    this.pointToPoint = pointToPoint;
    this.context = context;
    this.notices = new Notices(pointToPoint.endpoint(), members, context + 1);
    world.add(this);
  }

  World world() {
    return world;
  }

  Endpoint endpoint() {
    return pointToPoint.endpoint();
  }

  RankGroup members() {
    return members;
  }

  /// Whether no rank can leave an operation before all have entered it. Between groups a rank needs
  /// none of its own for what moves data.
  boolean needsAll(CollectiveOperation operation) {
    boolean betweenGroups = !members.equals(pointToPoint.members());
    return betweenGroups ? operation.needsBothGroups() : operation.needsAll();
  }

  int context() {
    return context;
  }

  Background background() {
    return background;
  }

  /// How many operations this rank has called or started, less one.
  long entered() {
    return sequence - 1;
  }

  Notices notices() {
    return notices;
  }

  /// Takes part in an operation, after those that were started before.
  void run(CollectiveCall call) {
    occupy(call.root());
    try {
      awaitBackground();
      Collective collective = new Collective(this);
      Runnable work = take(call, collective);
      CallSignature signature = call.signature().apply(next());
      perform(
          collective,
          signature,
          () -> {
            work.run();
            collective.complete();
          });
    } finally {
      busy.set(false);
    }
  }

  /// Starts an operation. Its number is that of the start, so that ranks which start and call the
  /// same ones in the same order meet.
  Request start(CollectiveCall call) {
    occupy(call.root());
    try {
      Collective collective = new Collective(this);
      Runnable work = take(call, collective);
      CallSignature signature = call.signature().apply(next());
      CollectiveRequest request = new CollectiveRequest(this, collective, signature, work);
      try {
        background.add(request);
      } catch (OutOfMemoryError e) { // no thread: as if it had not been called
        sequence = signature.sequence();
        collective.release();
        throw e;
      }
      return request;
    } finally {
      busy.set(false);
    }
  }

  private void occupy(int root) {
    int _ = members.inWorld(root);
    if (!busy.compareAndSet(false, true)) {
      throw new IllegalStateException(
          "another thread is in a collective operation of this communicator: give each thread a duplicate()");
    }
    try {
      pointToPoint.requireOpen();
    } catch (IllegalStateException e) {
      busy.set(false);
      throw e;
    }
  }

  private void awaitBackground() {
    if (background.underWay() > 0) {
      endpoint().await((Condition) () -> background.underWay() == 0);
    }
  }

  private static Runnable take(CollectiveCall call, Collective collective) {
    try {
      return call.part().take(collective);
    } catch (RuntimeException | Error e) {
      collective.release();
      throw e;
    }
  }

  private long next() {
    long next = sequence;
    sequence = next + 1;
    return next;
  }

  /// Does what is left of an operation whose turn has come.
  void perform(Collective collective, CallSignature signature, Runnable work) {
    world.enter();
    boolean _ = world.releaseOrphans();
    try {
      collective.enter(signature);
      work.run();
    } catch (RuntimeException | Error e) {
      collective.abandon().ifPresent(world::keep);
      throw e;
    }
  }

  /// Ends the use of the communicator by this rank.
  ///
  /// @param last what ends the use of more, once no more is called here
  /// @throws IllegalStateException if requests were under way
  void close(Runnable last) {
    if (!pointToPoint.close()) {
      return;
    }
    int left = pointToPoint.abandon() + background.underWay();
    world.remove(this);
    notices.close();
    last.run();
    if (left > 0) {
      throw new IllegalStateException(
          String.format(
              Locale.ROOT,
              "the communicator was closed with %d requests under way: await or cancel them",
              left));
    }
  }

  /// Waits a little until the operations that were started have failed, and others have read what
  /// they may still be reading, once they have been told that this rank is gone.
  void settle() {
    long end = System.nanoTime() + LAST_WAIT_NANOS;
    awaitUntil(() -> background.underWay() == 0, end);
    awaitUntil(world::releaseOrphans, end);
  }

  private void awaitUntil(Condition condition, long end) {
    endpoint().await((Condition) () -> condition.met() || System.nanoTime() - end >= 0);
  }
}
