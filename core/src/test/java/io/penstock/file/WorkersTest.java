package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.testing.Watchdog;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
}
