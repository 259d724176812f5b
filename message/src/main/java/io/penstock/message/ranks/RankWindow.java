package io.penstock.message.ranks;

import io.penstock.array.ElementType;
import io.penstock.array.Elements;
import io.penstock.message.Communicator;
import io.penstock.message.MessageKind;
import io.penstock.message.Reduction;
import io.penstock.message.Request;
import io.penstock.message.Window;
import io.penstock.message.match.Endpoint;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

/// A window on a communicator of its own: what may be done when, and to whom it is passed on.
final class RankWindow implements Window {
  private static final int POSTED = 1;
  private static final int COMPLETED = 2;

  private final RankCommunicator ranks;
  private final Endpoint endpoint;
  private final Exposure exposure;
  private final Runnable free;
  private final long[] sizes;
  private final WindowTarget[] targets;
  private final Optional<WindowServer> server;
  private final Epochs epochs = new Epochs();

  /// Guards that locks are asked for before they are given up.
  private final Object wishes = new Object();

  private final WindowCompletion completion;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Runnable left = this::leave;

  /// The ranks of the last post; guarded by the window.
  private List<Integer> origins = List.of();

  private boolean posted;

  /// @param free frees the memory that is the window's own
  /// @param sizes of all ranks' memory, in bytes
  RankWindow(
      RankCommunicator ranks,
      Exposure exposure,
      Runnable free,
      long[] sizes,
      WindowTarget[] targets,
      Optional<WindowServer> server) {
    this.ranks = ranks;
    this.endpoint = ranks.pointToPoint.endpoint();
    this.exposure = exposure;
    this.free = free;
    this.sizes = sizes;
    this.targets = targets;
    this.completion = new WindowCompletion(endpoint, targets);
    this.server = server;
  }

  void open() {
    ranks.world().atEnd(left);
  }

  @Override
  public MemorySegment memory() {
    return exposure.memory();
  }

  @Override
  public long bytes(int rank) {
    requireRank(rank);
    return sizes[rank];
  }

  private void requireRank(int rank) {
    int _ = ranks.pointToPoint.members().inWorld(rank);
  }

  private void requireOpen() {
    if (closed.get()) {
      throw new IllegalStateException("the window was closed");
    }
  }

  /// `window of world, rank 2 of 4`.
  @Override
  public String toString() {
    return "window of " + ranks;
  }

  // ---- operations ------------------------------------------------------------------------------

  @Override
  public void put(Elements data, int target, long displacement) {
    requireReadable(data);
    if (reaches(data, target, displacement)) {
      completion.access(target).put(Region.of(data), offset(data, displacement));
    }
  }

  @Override
  public void get(Elements data, int target, long displacement) {
    rget(data, target, displacement).await();
  }

  @Override
  public Request rget(Elements data, int target, long displacement) {
    requireWritable(data);
    return reaches(data, target, displacement)
        ? completion.start(
            data,
            target,
            result -> completion.access(target).get(result, offset(data, displacement)))
        : completion.nothing(target);
  }

  @Override
  public void accumulate(Elements data, int target, long displacement, Reduction reduction) {
    requireCombinable(data, reduction);
    if (reaches(data, target, displacement)) {
      completion.access(target).accumulate(Region.of(data), offset(data, displacement), reduction);
    }
  }

  private static void requireReadable(Elements data) {
    requireMemory(data);
    ArgumentChecks.requireReadable(data);
  }

  private static void requireWritable(Elements data) {
    requireMemory(data);
    ArgumentChecks.requireWritable(data);
  }

  private static void requireMemory(Elements data) {
    if (data.memory() instanceof boolean[]) {
      throw new IllegalArgumentException(
          "a window takes no boolean[]: use a byte[] that has a 0 or 1 for each");
    }
  }

  private static void requireCombinable(Elements data, Reduction reduction) {
    requireReadable(data);
    int _ = RemoteAccess.code(reduction);
    ArgumentChecks.requireReducible(data, reduction);
  }

  @Override
  public void getAccumulate(
      Elements data, Elements before, int target, long displacement, Reduction reduction) {
    rgetAccumulate(data, before, target, displacement, reduction).await();
  }

  @Override
  public Request rgetAccumulate(
      Elements data, Elements before, int target, long displacement, Reduction reduction) {
    requireCombinable(data, reduction);
    requireWritable(before);
    ArgumentChecks.requireReducible(data, before, reduction);
    ArgumentChecks.requireApart(data, before);
    return reaches(data, target, displacement)
        ? completion.start(
            before,
            target,
            result ->
                completion
                    .access(target)
                    .getAccumulate(Region.of(data), result, offset(data, displacement), reduction))
        : completion.nothing(target);
  }

  @Override
  public long fetchAndOperate(long value, Reduction reduction, int target, long displacement) {
    long[] before = {0};
    getAccumulate(
        Elements.of(new long[] {value}), Elements.of(before), target, displacement, reduction);
    return before[0];
  }

  @Override
  public long compareAndSwap(long expected, long value, int target, long displacement) {
    long[] before = {0};
    compareAndSwap(
        Elements.of(new long[] {expected}),
        Elements.of(new long[] {value}),
        Elements.of(before),
        target,
        displacement);
    return before[0];
  }

  @Override
  public void compareAndSwap(
      Elements expected, Elements value, Elements before, int target, long displacement) {
    requireReadable(expected);
    requireReadable(value);
    requireWritable(before);
    for (Elements one : List.of(expected, value, before)) {
      if (!one.isTyped() || one.type() != type(value) || one.count() != 1) {
        throw new IllegalArgumentException(
            String.format(
                Locale.ROOT,
                "compareAndSwap takes three elements of one type, not %s, %s and %s",
                expected,
                value,
                before));
      }
    }
    ArgumentChecks.requireApart(value, before);
    if (reaches(value, target, displacement)) {
      Request request =
          completion.start(
              before,
              target,
              result ->
                  completion
                      .access(target)
                      .compareAndSwap(
                          Region.of(expected),
                          Region.of(value),
                          result,
                          offset(value, displacement)));
      request.await();
    }
  }

  private static ElementType type(Elements elements) {
    return MessageKind.of(elements).element();
  }

  /// Whether there is something to access.
  ///
  /// @throws IllegalArgumentException if that is not all in the target's window
  private boolean reaches(Elements data, int target, long displacement) {
    requireOpen();
    if (target == Communicator.NO_RANK) {
      return false;
    }
    requireRank(target);
    int width = type(data).bytes();
    long room = sizes[target] / width;
    if (displacement < 0 || data.count() > room || displacement > room - data.count()) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%d elements of %s from displacement %d on are not in the window of rank %d, which has %d bytes",
              data.count(),
              MessageKind.of(data),
              displacement,
              target,
              sizes[target]));
    }
    if (data.count() == 0) {
      epochs.requireAccess(target);
      return false;
    }
    epochs.access(target);
    return true;
  }

  private static long offset(Elements data, long displacement) {
    return displacement * type(data).bytes();
  }

  // ---- completion ------------------------------------------------------------------------------

  @Override
  public void fence() {
    requireOpen();
    epochs.fence();
    WindowCompletion.Failures failures = new WindowCompletion.Failures();
    completion.complete(completion.takeDirty(), failures);
    failures.attempt(() -> ranks.barrier(CollectiveOperation.FENCE));
    exposure.observe();
    failures.check();
  }

  @Override
  public void flush(int target) {
    requireOpen();
    if (target != Communicator.NO_RANK) {
      requireRank(target);
      epochs.requireAccess(target);
      completion.complete(completion.takeDirty(target));
    }
  }

  @Override
  public void flushAll() {
    requireOpen();
    epochs.requireAny();
    completion.complete(completion.takeDirty());
  }

  @Override
  public void sync() {
    requireOpen();
    VarHandle.fullFence();
    exposure.observe();
  }

  // ---- locks -----------------------------------------------------------------------------------

  @Override
  public void lock(int target) {
    lock(target, LockQueue.Kind.EXCLUSIVE);
  }

  @Override
  public void lockShared(int target) {
    lock(target, LockQueue.Kind.SHARED);
  }

  private void lock(int target, LockQueue.Kind kind) {
    requireOpen();
    if (target == Communicator.NO_RANK) {
      return;
    }
    requireRank(target);
    WindowTarget.Reply asked = ask(target, kind);
    try {
      completion.await(asked);
    } catch (RuntimeException e) {
      epochs.refuse(target);
      requireOpen();
      throw e;
    }
    admit(target);
  }

  private WindowTarget.Reply ask(int target, LockQueue.Kind kind) {
    synchronized (wishes) {
      requireOpen();
      epochs.lock(target);
      try {
        return targets[target].lock(kind);
      } catch (RuntimeException e) {
        epochs.refuse(target);
        throw e;
      }
    }
  }

  /// What this rank waited for is there, unless another thread has closed the window meanwhile.
  private void admit(int... some) {
    if (!epochs.admit(some)) {
      giveUp(some);
      requireOpen();
    }
  }

  @Override
  public void lockAll() {
    requireOpen();
    WindowCompletion.Failures failures = new WindowCompletion.Failures();
    int[] all = IntStream.range(0, targets.length).toArray();
    List<WindowTarget.Reply> replies;
    synchronized (wishes) {
      requireOpen();
      epochs.lockAll(targets.length);
      replies = completion.askAll(all, target -> target.lock(LockQueue.Kind.SHARED), failures);
    }
    completion.awaitAll(replies, failures);
    if (failures.any()) {
      giveUpAll();
      requireOpen();
    }
    failures.check();
    admit(all);
  }

  @Override
  public void unlock(int target) {
    requireOpen();
    if (target == Communicator.NO_RANK) {
      return;
    }
    requireRank(target);
    epochs.unlock(target);
    unlock(new int[] {target});
  }

  @Override
  public void unlockAll() {
    requireOpen();
    epochs.unlockAll(targets.length);
    unlock(IntStream.range(0, targets.length).toArray());
  }

  /// Where nothing was done, nobody waits.
  private void unlock(int... some) {
    WindowCompletion.Failures failures = new WindowCompletion.Failures();
    int[] touched =
        Arrays.stream(some).filter(target -> completion.takeDirty(target).length > 0).toArray();
    for (int target : some) {
      if (Arrays.stream(touched).noneMatch(one -> one == target)) {
        failures.attempt(targets[target]::letGo);
      }
    }
    if (touched.length > 0) {
      completion.awaitAll(touched, WindowTarget::unlock, failures);
      completion.awaitResults();
    }
    failures.check();
  }

  private void giveUpAll() {
    synchronized (wishes) {
      giveUp(epochs.abandon());
    }
  }

  private void giveUp(int... locked) {
    WindowCompletion.Failures unheard = new WindowCompletion.Failures();
    for (int target : locked) {
      unheard.attempt(targets[target]::letGo);
    }
  }

  // ---- some ranks together ---------------------------------------------------------------------

  @Override
  public synchronized void post(int... some) {
    requireOpen();
    requireDistinct(some);
    if (posted) {
      throw new IllegalStateException("post: the last one goes on: call awaitComplete before");
    }
    posted = true;
    origins = Arrays.stream(some).boxed().toList();
    for (int origin : some) {
      ranks.send(new byte[0], origin, POSTED);
    }
  }

  @Override
  public void start(int... some) {
    requireOpen();
    requireDistinct(some);
    epochs.start(some);
    try {
      for (int target : some) {
        ranks.receive(new byte[0], target, POSTED);
      }
    } catch (RuntimeException e) {
      int[] _ = epochs.abandon();
      throw e;
    }
    if (!epochs.admit(some)) {
      requireOpen();
    }
  }

  @Override
  public void complete() {
    requireOpen();
    int[] some = epochs.complete();
    WindowCompletion.Failures failures = new WindowCompletion.Failures();
    completion.complete(completion.takeDirty(), failures);
    for (int target : some) {
      failures.attempt(() -> ranks.send(new byte[0], target, COMPLETED));
    }
    failures.check();
  }

  @Override
  public void awaitComplete() {
    requireOpen();
    for (int origin : takeOrigins()) {
      ranks.receive(new byte[0], origin, COMPLETED);
    }
    exposure.observe();
  }

  private synchronized List<Integer> takeOrigins() {
    if (!posted) {
      throw new IllegalStateException("awaitComplete: there was no post");
    }
    posted = false;
    return origins;
  }

  private void requireDistinct(int... some) {
    for (int rank : some) {
      requireRank(rank);
    }
    if (Arrays.stream(some).distinct().count() < some.length) {
      throw new IllegalArgumentException("a rank is named twice: " + Arrays.toString(some));
    }
  }

  // ---- the end ---------------------------------------------------------------------------------

  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    boolean open = epochs.isOpen();
    WindowCompletion.Failures failures = new WindowCompletion.Failures();
    completion.complete(completion.takeDirty(), failures);
    giveUpAll();
    try {
      ranks.barrier(CollectiveOperation.CLOSE_WINDOW);
      ranks.world().forget(left);
      server.ifPresent(WindowServer::stop);
      end("the window was closed");
      ranks.close();
    } catch (RuntimeException e) { // the server answers those that do not know yet
      failures.attempt(
          () -> {
            throw e;
          });
      failures.attempt(() -> end("rank " + ranks.rank() + " has closed its window"));
      failures.attempt(ranks::close);
    }
    failures.check();
    if (open) {
      throw new IllegalStateException(
          "the window was closed in an epoch: unlock what is locked, and complete what was started, before");
    }
  }

  /// This rank leaves the job.
  private void leave() {
    try {
      if (closed.compareAndSet(false, true)) {
        giveUpAll();
        end("rank " + ranks.rank() + " has left the job");
      }
    } finally {
      server.ifPresent(WindowServer::stop);
    }
  }

  private void end(String why) {
    exposure.end(why);
    free.run();
  }
}
