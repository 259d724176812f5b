package io.penstock.message.ranks;

import io.penstock.array.Elements;
import io.penstock.message.Request;
import io.penstock.message.match.Condition;
import io.penstock.message.match.Endpoint;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/// The operations of one rank in a window that may not be complete yet, and the wait for them. Safe
/// for any thread.
final class WindowCompletion {
  private final Endpoint endpoint;
  private final WindowTarget[] targets;

  /// The targets of what may not be complete. Guarded by itself.
  private final BitSet dirty = new BitSet();

  private final Set<WindowRequest> underWay = ConcurrentHashMap.newKeySet();

  WindowCompletion(Endpoint endpoint, WindowTarget[] targets) {
    this.endpoint = endpoint;
    this.targets = targets;
  }

  // ---- operations ------------------------------------------------------------------------------

  /// A target that is accessed: it has to be completed.
  WindowTarget access(int target) {
    synchronized (dirty) {
      dirty.set(target);
    }
    return targets[target];
  }

  /// Starts an operation with a result.
  ///
  /// @param access of room for it
  Request start(Elements result, int target, Function<Region, List<WindowTarget.Reply>> access) {
    PinnedData pinned = PinnedData.of(result, false, endpoint.pool());
    List<WindowTarget.Reply> replies;
    try {
      replies = access.apply(pinned.region());
    } catch (RuntimeException e) {
      pinned.end();
      throw e;
    }
    WindowRequest request = new WindowRequest(endpoint, target, replies, pinned, underWay::remove);
    underWay.add(request);
    return request;
  }

  /// An operation that has nothing to do.
  Request nothing(int target) {
    PinnedData none = PinnedData.plain(MemorySegment.NULL);
    return new WindowRequest(endpoint, target, List.of(), none, underWay::remove);
  }

  // ---- completion ------------------------------------------------------------------------------

  void complete(int... some) {
    Failures failures = new Failures();
    complete(some, failures);
    failures.check();
  }

  int[] takeDirty(int target) {
    synchronized (dirty) {
      boolean was = dirty.get(target);
      dirty.clear(target);
      return was ? new int[] {target} : new int[0];
    }
  }

  int[] takeDirty() {
    synchronized (dirty) {
      int[] all = dirty.stream().toArray();
      dirty.clear();
      return all;
    }
  }

  void complete(int[] some, Failures failures) {
    if (some.length > 0) {
      awaitAll(some, WindowTarget::flush, failures);
      awaitResults();
    }
  }

  void awaitResults() {
    for (WindowRequest request : underWay) {
      endpoint.await((Condition) request);
    }
  }

  /// Asks all, and then waits for what they say.
  void awaitAll(
      int[] some, Function<WindowTarget, WindowTarget.Reply> question, Failures failures) {
    awaitAll(askAll(some, question, failures), failures);
  }

  List<WindowTarget.Reply> askAll(
      int[] some, Function<WindowTarget, WindowTarget.Reply> question, Failures failures) {
    List<WindowTarget.Reply> replies = new ArrayList<>();
    for (int target : some) {
      failures.attempt(() -> replies.add(question.apply(targets[target])));
    }
    return replies;
  }

  void awaitAll(List<WindowTarget.Reply> replies, Failures failures) {
    for (WindowTarget.Reply reply : replies) {
      failures.attempt(() -> await(reply));
    }
  }

  void await(WindowTarget.Reply reply) {
    endpoint.await((Condition) reply);
    try {
      reply.check();
    } finally {
      reply.release();
    }
  }

  /// The first failure of several steps, each of which is taken.
  static final class Failures {
    private Optional<RuntimeException> first = Optional.empty();

    void attempt(Runnable step) {
      try {
        step.run();
      } catch (RuntimeException e) {
        if (first.isEmpty()) {
          first = Optional.of(e);
        } else {
          first.get().addSuppressed(e);
        }
      }
    }

    boolean any() {
      return first.isPresent();
    }

    void check() {
      if (first.isPresent()) {
        throw first.get();
      }
    }
  }
}
