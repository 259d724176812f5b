package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Calls that wait, made by another thread than the virtual one that asks.
class HandoverTest {
  @TempDir Path folder;

  @Test
  void virtualThreadsAloneHandCallsOver() throws InterruptedException {
    assertThat(Handover.isDue()).isFalse();
    AtomicReference<Boolean> due = new AtomicReference<>(false);
    Thread.ofVirtual().start(() -> due.set(Handover.isDue())).join();
    assertThat(due.get()).isTrue();
  }

  @Test
  void aCallIsMadeByAPlatformThreadAndHasEndedThen() throws IOException {
    AtomicReference<Thread> maker = new AtomicReference<>(Thread.currentThread());
    Handover.run(() -> maker.set(Thread.currentThread()));
    assertThat(maker.get()).isNotEqualTo(Thread.currentThread());
    assertThat(maker.get().isVirtual()).isFalse();
  }

  @Test
  void anInterruptDoesNotEndTheCallAndStaysSet() throws IOException {
    AtomicReference<Boolean> made = new AtomicReference<>(false);
    Thread asking = Thread.currentThread();
    asking.interrupt();
    Handover.run(
        () -> {
          while (asking.isInterrupted()) {
            Thread.onSpinWait(); // until the wait has been interrupted
          }
          made.set(true);
        });
    assertThat(made.get()).isTrue();
    assertThat(Thread.interrupted()).isTrue();
    Handover.run(() -> {});
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void whatTheCallThrowsIsThrownHere() {
    assertThatIOException()
        .isThrownBy(
            () ->
                Handover.run(
                    () -> {
                      throw new IOException("the device failed");
                    }))
        .withMessage("the device failed");
    assertThatExceptionOfType(StackOverflowError.class)
        .isThrownBy(
            () ->
                Handover.run(
                    () -> {
                      throw new StackOverflowError();
                    }));
  }

  @Test
  void aReadFillsItsPlaceAndNothingBesideIt() throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[] {1, 2, 3, 4});
    try (EngineFile file = FileEngines.of(FileEngine.Posix.class).open(path, OpenMode.READ);
        Arena arena = Arena.ofConfined()) {
      MemorySegment target = arena.allocate(5);
      Handover.read(file, path, 1, target, 2, 2);
      assertThat(target.toArray(ValueLayout.JAVA_BYTE)).containsExactly(0, 0, 2, 3, 0);
      assertThatExceptionOfType(TransferException.class)
          .isThrownBy(() -> Handover.read(file, path, 3, target, 0, 2))
          .withMessageContainingAll(path.toString(), "ends at 4");
    }
  }
}
