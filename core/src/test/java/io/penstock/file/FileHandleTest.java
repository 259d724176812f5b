package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/// A file whose device fails, used by several threads at once.
class FileHandleTest {
  private final AtomicInteger syncs = new AtomicInteger();
  private final AtomicReference<Thread> other = new AtomicReference<>(Thread.currentThread());

  /// Fails once, when another thread syncs as well or waits for its turn: as the kernel does, which
  /// tells a failed write to one of those who ask.
  private EngineFile failsOnce() {
    return (EngineFile)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {EngineFile.class},
            (_, method, _) ->
                switch (method.getName()) {
                  case "preferredBytes" -> 4096;
                  case "alignment" -> 1;
                  case "sync" -> {
                    if (syncs.incrementAndGet() == 1) {
                      startOther();
                      throw new IOException("input/output error");
                    }
                    yield null;
                  }
                  default -> null;
                });
  }

  private void startOther() {
    other.get().start();
    while (syncs.get() < 2 && other.get().getState() != Thread.State.BLOCKED) {
      Thread.onSpinWait();
    }
  }

  @Test
  void whoeverSyncsAtTheSameTimeIsToldOfAFailure() throws InterruptedException {
    FileHandle handle = new FileHandle(Path.of("f"), Access.readWrite(), failsOnce());
    AtomicReference<Optional<IOException>> told = new AtomicReference<>(Optional.empty());
    other.set(
        Thread.ofPlatform()
            .unstarted(
                () -> {
                  try {
                    handle.sync();
                  } catch (IOException e) {
                    told.set(Optional.of(e));
                  }
                }));
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(handle::sync)
        .withMessage("input/output error");
    other.get().join();
    assertThat(told.get()).hasValueSatisfying(e -> assertThat(e).hasMessageContaining("earlier"));
    assertThat(syncs).hasValue(1);
  }
}
