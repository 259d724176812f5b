package io.penstock.cli.array;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.testing.Watchdog;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the threads of an array verb promise each other, however many there are.
class TaskTeamTest {
  private static final int TASKS = 500;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8, 16, 64})
  void everyTaskIsDoneOnceAndAllEnd(int threads) throws Exception {
    AtomicIntegerArray times = new AtomicIntegerArray(TASKS);
    AtomicInteger workers = new AtomicInteger();
    boolean _ =
        Watchdog.guard(
            "a team of " + threads,
            () -> {
              new TaskTeam(threads)
                  .share(
                      TASKS,
                      () -> {
                        workers.incrementAndGet();
                        return task -> times.incrementAndGet((int) task);
                      });
              return true;
            });
    for (int i = 0; i < TASKS; i++) {
      assertThat(times.get(i)).as("task %d", i).isEqualTo(1);
    }
    assertThat(workers).hasValue(threads);
    new TaskTeam(threads).share(0, () -> task -> times.incrementAndGet((int) task));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 16})
  void afterAFailureOfATaskOrOfAWorkerNoneIsBegun(int threads) {
    AtomicInteger begun = new AtomicInteger();
    assertThatThrownBy(
            () ->
                new TaskTeam(threads)
                    .share(
                        TASKS,
                        () ->
                            _ -> {
                              begun.incrementAndGet();
                              throw new IOException("full");
                            }))
        .isInstanceOf(IOException.class)
        .hasMessage("full");
    assertThat(begun.get()).isBetween(1, threads);
    assertThatThrownBy(
            () ->
                new TaskTeam(threads)
                    .share(
                        TASKS,
                        () -> {
                          throw new IllegalStateException("no memory for a worker");
                        }))
        .isInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 5})
  void whereThreadsCannotBeStartedTheOthersAndTheCallerDoTheirWork(int startable)
      throws IOException {
    AtomicInteger started = new AtomicInteger();
    AtomicIntegerArray times = new AtomicIntegerArray(TASKS);
    new TaskTeam(16)
        .share(
            TASKS,
            () -> task -> times.incrementAndGet((int) task),
            work -> {
              if (started.incrementAndGet() > startable) {
                throw new OutOfMemoryError("unable to create native thread");
              }
              return Thread.ofPlatform().daemon().unstarted(work);
            });
    for (int i = 0; i < TASKS; i++) {
      assertThat(times.get(i)).as("task %d", i).isEqualTo(1);
    }
  }
}
