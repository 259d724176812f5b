package io.penstock.message.launch;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Consumer;

/// A rank that is a thread of this JVM, with all threads that it starts.
///
/// It stands for a process's environment when several ranks share one JVM. Threads inherit it from
/// the thread that started them, virtual ones too; threads of a pool that was there before, such as
/// the common one, belong to no rank.
public final class RankContext {
  private static final InheritableThreadLocal<Optional<RankContext>> CURRENT =
      new InheritableThreadLocal<>() {
        @Override
        protected Optional<RankContext> initialValue() {
          return Optional.empty();
        }
      };

  private final JobDescription description;
  private final Deque<Consumer<Optional<Throwable>>> farewells = new ArrayDeque<>();
  private Optional<Throwable> failure = Optional.empty();
  private boolean ended;

  private RankContext(JobDescription description) {
    this.description = description;
  }

  /// Runs `body` as a rank. When it returns or throws, the rank has ended: the actions that were
  /// registered by [#atEnd] run then, the latest first, all of them, even if one throws.
  public static void run(JobDescription description, Runnable body) {
    Optional<RankContext> before = CURRENT.get();
    RankContext context = new RankContext(description);
    CURRENT.set(Optional.of(context));
    try {
      body.run();
    } catch (Throwable e) {
      context.failure = Optional.of(e);
      throw e;
    } finally {
      try {
        context.end();
      } finally {
        CURRENT.set(before);
      }
    }
  }

  /// The rank that the current thread belongs to.
  public static Optional<JobDescription> current() {
    return CURRENT.get().map(context -> context.description);
  }

  /// Has `farewell` run when the current thread's rank ends, in the rank's first thread, so that a
  /// transport can tell the other ranks; at once if it has ended already. It is given the exception
  /// that the rank threw, if any.
  ///
  /// @return whether there is such a rank; a process that is a rank of its own ends with its
  ///   connections instead, and nothing is run
  public static boolean atEnd(Consumer<Optional<Throwable>> farewell) {
    Optional<RankContext> context = CURRENT.get();
    context.ifPresent(rank -> rank.add(farewell));
    return context.isPresent();
  }

  private void add(Consumer<Optional<Throwable>> farewell) {
    synchronized (farewells) {
      if (!ended) {
        farewells.push(farewell);
        return;
      }
    }
    farewell.accept(failure);
  }

  private void end() {
    synchronized (farewells) {
      ended = true;
    }
    bidFarewell();
  }

  private void bidFarewell() {
    if (!farewells.isEmpty()) {
      try {
        farewells.pop().accept(failure);
      } finally {
        bidFarewell();
      }
    }
  }
}
