package io.penstock.message.launch;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A rank that is a thread of this JVM, with all threads that it starts.
///
/// It stands for a process's environment when several ranks share one JVM. Threads inherit it from
/// the thread that started them, virtual ones too; threads of a pool that was there before, such as
/// the common one, belong to no rank.
public final class RankContext {
  private static final InheritableThreadLocal<@Nullable RankContext> CURRENT =
      new InheritableThreadLocal<>();

  private final JobDescription description;
  private final Deque<Consumer<@Nullable Throwable>> farewells = new ArrayDeque<>();
  private @Nullable Throwable failure;
  private boolean ended;

  private RankContext(JobDescription description) {
    this.description = description;
  }

  /// Runs `body` as a rank. When it returns or throws, the rank has ended: the actions that were
  /// registered by [#atEnd] run then, the latest first, all of them, even if one throws.
  public static void run(JobDescription description, Runnable body) {
    RankContext before = CURRENT.get();
    RankContext context = new RankContext(description);
    CURRENT.set(context);
    try {
      body.run();
    } catch (Throwable e) {
      context.failure = e;
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
    return Optional.ofNullable(CURRENT.get()).map(context -> context.description);
  }

  /// Has `farewell` run when the current thread's rank ends, in the rank's first thread, so that a
  /// transport can tell the other ranks; at once if it has ended already. It is given the exception
  /// that the rank threw, or null.
  ///
  /// @return whether there is such a rank; a process that is a rank of its own ends with its
  ///   connections instead, and nothing is run
  public static boolean atEnd(Consumer<@Nullable Throwable> farewell) {
    RankContext rank = CURRENT.get();
    if (rank != null) {
      rank.add(farewell);
    }
    return rank != null;
  }

  private void add(Consumer<@Nullable Throwable> farewell) {
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
