package io.penstock.compress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tasks side by side: their order, what they hold together, and where there are no threads.
class InOrderTest {
  private static final int TASKS = 200;

  private final List<Integer> taken = new ArrayList<>();

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8, 16, 64})
  void resultsComeInTheOrderOfTheirTasks(int threads) throws IOException {
    try (InOrder<Integer> order = ordered(threads, 1 << 20)) {
      addAll(order, 100);
    }
    assertThat(taken).isEqualTo(IntStream.range(0, TASKS).boxed().toList());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8, 64})
  void tasksAndResultsTogetherStayWithinTheBudget(int threads) throws IOException {
    AtomicInteger held = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    try (InOrder<Integer> order =
        new InOrder<>(threads, 1000) {
          @Override
          void take(Integer bytes) {
            held.addAndGet(-bytes);
          }
        }) {
      for (int i = 0; i < TASKS; i++) {
        int bytes = i % 7 == 0 ? 900 : 100 + i % 300; // some are too large for two
        order.add(
            bytes,
            () -> {
              most.accumulateAndGet(held.addAndGet(bytes), Math::max);
              return bytes;
            });
      }
      order.finish();
    }
    assertThat(held).hasValue(0);
    assertThat(most.get()).isLessThanOrEqualTo(1000);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3})
  void whereThreadsCannotBeStartedTheOthersOrTheCallerDoTheirWork(int startable)
      throws IOException {
    AtomicInteger started = new AtomicInteger();
    try (InOrder<Integer> order =
        new InOrder<>(5, 10, 1 << 20) {
          @Override
          void take(Integer result) {
            taken.add(result);
          }

          @Override
          public Thread newThread(Runnable task) {
            return new Thread(task) {
              @Override
              public void start() {
                if (started.getAndIncrement() >= startable) {
                  throw new OutOfMemoryError("unable to create native thread");
                }
                super.start();
              }
            };
          }
        }) {
      addAll(order, 10);
    }
    assertThat(taken).isEqualTo(IntStream.range(0, TASKS).boxed().toList());
  }

  @Test
  void tasksWaitAheadOfThreadsWithoutEnd() {
    assertThat(InOrder.mostAhead(Integer.MAX_VALUE, 1 << 20)).isEqualTo(Integer.MAX_VALUE);
    assertThat(InOrder.mostAhead(2, 1 << 20)).isEqualTo(8);
    assertThat(InOrder.mostAhead(2, 64 << 20)).isEqualTo(4);
    assertThat(InOrder.mostAhead(2, 1)).isEqualTo(16);
  }

  @Test
  void anErrorOfATaskReachesTheCaller() {
    try (InOrder<Integer> order = ordered(2, 1000)) {
      order.add(
          1,
          () -> {
            throw new IOException("of a task");
          });
      order.finish();
      throw new AssertionError("it was lost");
    } catch (IOException e) {
      assertThat(e).hasMessage("of a task");
    }
  }

  private InOrder<Integer> ordered(int threads, long budget) {
    return new InOrder<>(threads, budget) {
      @Override
      void take(Integer result) {
        taken.add(result);
      }
    };
  }

  private void addAll(InOrder<Integer> order, int bytes) throws IOException {
    for (int i = 0; i < TASKS; i++) {
      int number = i;
      order.add(bytes, () -> number);
    }
    order.finish();
  }
}
