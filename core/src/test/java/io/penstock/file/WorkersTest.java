package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.testing.Watchdog;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkersTest {
  private static final int TASKS = 100;

  /// Gives so many threads and then none, as a system at its limit does.
  private static ThreadFactory atMost(int threads) {
    AtomicInteger started = new AtomicInteger();
    return work -> {
      if (started.incrementAndGet() > threads) {
        throw new OutOfMemoryError("unable to create native thread");
      }
      return Thread.ofPlatform().daemon().unstarted(work);
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 7})
  void everyTaskIsDoneOnceByAsManyThreadsAsThereAre(int available) throws IOException {
    AtomicIntegerArray times = new AtomicIntegerArray(TASKS);
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    try (ExecutorService pool = Executors.newCachedThreadPool(atMost(available))) {
      Workers.share(
          pool,
          8,
          TASKS,
          number -> {
            times.incrementAndGet((int) number);
            threads.add(Thread.currentThread());
          });
    }
    for (int i = 0; i < TASKS; i++) {
      assertThat(times.get(i)).as("task %d", i).isEqualTo(1);
    }
    assertThat(threads).hasSizeBetween(1, available + 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8, 16, 64})
  void everyTaskIsDoneOnceHoweverManyThreadsShareThem(int threads) throws Exception {
    AtomicIntegerArray times = new AtomicIntegerArray(TASKS);
    boolean _ =
        Watchdog.guard(
            "tasks shared by " + threads,
            () -> {
              Workers.share(threads, TASKS, number -> times.incrementAndGet((int) number));
              Workers.share(threads, 0, number -> times.incrementAndGet((int) number));
              return true;
            });
    for (int i = 0; i < TASKS; i++) {
      assertThat(times.get(i)).as("task %d", i).isEqualTo(1);
    }
  }

  @Test
  void theHelpersThatCouldBeStartedTakePart() throws IOException {
    CountDownLatch both = new CountDownLatch(2);
    try (ExecutorService pool = Executors.newCachedThreadPool(atMost(1))) {
      Workers.share(
          pool,
          4,
          2,
          _ -> {
            both.countDown();
            await(both); // ends only if two threads are in it at once
          });
    }
    assertThat(both.getCount()).isZero();
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Test
  void aTaskThatRunsOutOfMemoryFailsTheTransfer() {
    try (ExecutorService pool = Executors.newCachedThreadPool(atMost(3))) {
      assertThatThrownBy(
              () ->
                  Workers.share(
                      pool,
                      2,
                      TASKS,
                      _ -> {
                        throw new OutOfMemoryError("Java heap space");
                      }))
          .isInstanceOf(OutOfMemoryError.class)
          .hasMessage("Java heap space");
    }
  }

  @Test
  void helpersKeepNoClassLoaderOfTheirCaller() throws IOException {
    int many = 40;
    CountDownLatch all = new CountDownLatch(many);
    Set<ClassLoader> loaders = ConcurrentHashMap.newKeySet();
    Thread caller = Thread.currentThread();
    ClassLoader before = caller.getContextClassLoader();
    try (URLClassLoader own = new URLClassLoader(new URL[0], before)) {
      caller.setContextClassLoader(own);
      Workers.share(
          many,
          many,
          _ -> {
            if (!Thread.currentThread().equals(caller)) {
              loaders.add(Thread.currentThread().getContextClassLoader());
            }
            all.countDown();
            await(all);
          });
      assertThat(loaders).isNotEmpty().doesNotContain(own);
    } finally {
      caller.setContextClassLoader(before);
    }
  }

  /// Threads, tasks, and the helpers that are asked for.
  @ParameterizedTest
  @CsvSource({"1, 100, 0", "2, 100, 1", "3, 100, 2", "8, 3, 2", "8, 1, 0", "8, 0, 0"})
  void noMoreHelpersAreAskedForThanCanHaveATask(int threads, long tasks, int helpers)
      throws IOException {
    AtomicInteger asked = new AtomicInteger();
    try (ExecutorService pool =
        new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, 1, TimeUnit.SECONDS, new SynchronousQueue<>()) {
          @Override
          public void execute(Runnable work) {
            asked.incrementAndGet();
            super.execute(work);
          }
        }) {
      Workers.share(pool, threads, tasks, _ -> {});
    }
    assertThat(asked).hasValue(helpers);
  }

  @Test
  void aFailureOfTheCallerIsThrownAndNoTaskFollowsIt() {
    AtomicInteger begun = new AtomicInteger();
    assertThatIOException()
        .isThrownBy(
            () ->
                Workers.share(
                    1,
                    TASKS,
                    number -> {
                      begun.incrementAndGet();
                      if (number == 3) {
                        throw new IOException("the device failed");
                      }
                    }))
        .withMessage("the device failed");
    assertThat(begun).hasValue(4);
  }

  @Test
  void theFailuresOfAllThreadsAreTold() {
    CountDownLatch both = new CountDownLatch(2);
    Thread caller = Thread.currentThread();
    assertThatIOException()
        .isThrownBy(
            () ->
                Workers.share(
                    2,
                    2,
                    _ -> {
                      both.countDown();
                      await(both);
                      throw new IOException(
                          Thread.currentThread().equals(caller) ? "caller" : "helper");
                    }))
        .withMessage("caller")
        .satisfies(
            e -> assertThat(e.getSuppressed()).singleElement().hasToString(ofHelper().toString()));
  }

  private static IOException ofHelper() {
    return new IOException("helper");
  }

  /// A caller and one helper, each in a task.
  private static final class Pair {
    private final CountDownLatch both = new CountDownLatch(2);
    private final Thread caller = Thread.currentThread();
    private final AtomicReference<Thread> helper = new AtomicReference<>(caller);
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile boolean left;
    private volatile boolean returned;

    /// Comes to a task.
    ///
    /// @return whether this is the helper
    boolean isHelper() throws IOException {
      boolean helps = !Thread.currentThread().equals(caller);
      if (helps) {
        helper.set(Thread.currentThread());
      }
      both.countDown();
      await(both);
      if (!helps) {
        left = true;
      }
      return helps;
    }

    /// Returns when the caller waits, or waits no more.
    void awaitWaiting() {
      while (!left || (caller.getState() != Thread.State.WAITING && !returned)) {
        Thread.onSpinWait();
      }
    }

    void assertEnded() {
      boolean before = ended.get();
      returned = true;
      assertThat(before).isTrue();
    }
  }

  @Test
  void afterAFailureNoOtherThreadBeginsATask() {
    Pair pair = new Pair();
    AtomicInteger begun = new AtomicInteger();
    try (ExecutorService pool = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
      assertThatIOException()
          .isThrownBy(
              () ->
                  Workers.share(
                      pool,
                      2,
                      TASKS,
                      _ -> {
                        begun.incrementAndGet();
                        if (pair.isHelper()) {
                          throw ofHelper();
                        }
                        join(pair.helper.get());
                      }))
          .withMessage("helper");
    }
    assertThat(begun).hasValue(2);
  }

  private static void join(Thread thread) throws IOException {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  /// Threads that can be had, and tasks: in one case a helper is refused.
  @ParameterizedTest
  @CsvSource({"1, 3", "7, 2"})
  void theCallerReturnsWhenItsHelpersHaveEnded(int available, int tasks) throws IOException {
    Pair pair = new Pair();
    try (ExecutorService pool = Executors.newCachedThreadPool(atMost(available))) {
      Workers.share(
          pool,
          8,
          tasks,
          _ -> {
            if (pair.isHelper()) {
              pair.awaitWaiting();
              pair.ended.set(true);
            }
          });
      pair.assertEnded();
    }
  }

  @Test
  void anInterruptOfTheCallerDoesNotEndTheTasksAndStaysSet() throws IOException {
    Pair pair = new Pair();
    Workers.share(
        2,
        2,
        _ -> {
          if (pair.isHelper()) {
            pair.awaitWaiting();
            pair.caller.interrupt();
            while (pair.caller.isInterrupted() && !pair.returned) {
              Thread.onSpinWait(); // until the wait has been interrupted
            }
            pair.ended.set(true);
          }
        });
    pair.assertEnded();
    assertThat(Thread.interrupted()).isTrue();
    Workers.share(2, TASKS, _ -> {});
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void theThreadsOfTheProcessKeepItNotAliveAndAreNamedAfterTheLibrary() throws Exception {
    Pair pair = new Pair();
    Workers.share(
        2,
        2,
        _ -> {
          boolean _ = pair.isHelper();
        });
    CompletableFuture<Thread> later = new CompletableFuture<>();
    Workers.later(() -> later.complete(Thread.currentThread()));
    for (Thread thread : new Thread[] {pair.helper.get(), later.get()}) {
      assertThat(thread.isDaemon()).isTrue();
      assertThat(thread.getName()).startsWith("penstock-");
    }
  }

  /// A thread is what the one is that makes it, unless it is told otherwise.
  @Test
  void aThreadThatAnyOtherMakesKeepsNoProcessAlive() throws InterruptedException {
    AtomicReference<Thread> made = new AtomicReference<>(Thread.currentThread());
    Thread.ofPlatform()
        .daemon(false)
        .start(() -> made.set(Workers.daemon(() -> {}, "penstock-unstarted")))
        .join();
    assertThat(made.get().isDaemon()).isTrue();
  }

  @Test
  void workIsDoneByItsCallerWhereTheSystemGivesNoThread() {
    AtomicReference<Thread> by = new AtomicReference<>(new Thread());
    try (ExecutorService pool = Executors.newCachedThreadPool(atMost(0))) {
      Workers.later(pool, () -> by.set(Thread.currentThread()));
    }
    assertThat(by).hasValue(Thread.currentThread());
  }

  /// It would be given back to it again and again.
  @Test
  void aVirtualThreadThatDoesSuchWorkItselfHandsNothingOverMeanwhile() throws InterruptedException {
    List<Boolean> due = new ArrayList<>();
    try (ExecutorService pool = Executors.newCachedThreadPool(atMost(0))) {
      Thread.ofVirtual()
          .start(
              () -> {
                due.add(Handover.isDue());
                Workers.later(pool, () -> due.add(Handover.isDue()));
                due.add(Handover.isDue());
              })
          .join();
    }
    assertThat(due).containsExactly(true, false, true);
  }
}
