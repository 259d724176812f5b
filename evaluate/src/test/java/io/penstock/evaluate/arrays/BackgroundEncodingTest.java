package io.penstock.evaluate.arrays;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.array.ElementType;
import io.penstock.evaluate.run.Approach;
import io.penstock.evaluate.run.Approach.Move;
import io.penstock.evaluate.run.FileWork;
import io.penstock.evaluate.run.Task;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BackgroundEncodingTest {
  private static final Task TASK =
      new Task(FileWork.write(ElementType.INT, 4), Path.of("nowhere"), 0);

  @Test
  void theCallerIsFreeBeforeTheWriteIsDoneAndSettlesWithIt() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    AtomicBoolean written = new AtomicBoolean();
    Approach slow =
        (_, _) ->
            () -> {
              go.await();
              written.set(true);
            };
    try (Move move = BackgroundEncoding.handedOver(slow).prepare(TASK, new int[4])) {
      move.run();
      assertThat(written).isFalse();
      go.countDown();
      move.settle();
      assertThat(written).isTrue();
    }
  }

  @Test
  void theWholeWriteLastsUntilTheDataIsWritten() throws Exception {
    AtomicBoolean written = new AtomicBoolean();
    Approach way = (_, _) -> () -> written.set(true);
    try (Move move =
        BackgroundEncoding.settled(BackgroundEncoding.handedOver(way)).prepare(TASK, new int[4])) {
      move.run();
      assertThat(written).isTrue();
    }
  }

  @Test
  void whatWasCopiedMayChangeBeforeItIsWritten() throws Exception {
    CountDownLatch changed = new CountDownLatch(1);
    AtomicInteger written = new AtomicInteger();
    Approach slow =
        (_, array) ->
            () -> {
              changed.await();
              written.set(((int[]) array)[3]);
            };
    int[] array = {1, 2, 3, 4};
    try (Move move = BackgroundEncoding.copied(slow).prepare(TASK, array)) {
      move.run();
      array[3] = 9;
      changed.countDown();
      move.settle();
      assertThat(written).hasValue(4);
    }
  }

  @Test
  void aWriteThatFailsInTheBackgroundIsToldToWhoeverSettles() throws Exception {
    Approach failing =
        (_, _) ->
            () -> {
              throw new IOException("the disk is full");
            };
    try (Move move = BackgroundEncoding.handedOver(failing).prepare(TASK, new int[4])) {
      move.run();
      assertThatThrownBy(move::settle).hasMessageContaining("the disk is full");
    }
  }
}
