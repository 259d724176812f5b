package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A file as it is open: for what, in which pieces, and what becomes of it when its device fails.
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

  /// A file that nobody may use.
  static EngineFile unopened() {
    return (EngineFile)
        Proxy.newProxyInstance(
            FileHandleTest.class.getClassLoader(),
            new Class<?>[] {EngineFile.class},
            (_, method, _) -> {
              throw new AssertionError(method);
            });
  }

  /// A file of which a test says what it prefers and which calls fail.
  private static final class Told extends ForwardingFile {
    private int preferred = 4096;
    private int alignment = 1;
    private final List<String> made = new ArrayList<>();
    private final Set<String> failing = new HashSet<>();

    Told() {
      super(unopened());
    }

    private void call(String name) throws IOException {
      made.add(name);
      if (failing.contains(name)) {
        throw new IOException(name + " has failed");
      }
    }

    @Override
    public int preferredBytes() {
      return preferred;
    }

    @Override
    public int alignment() {
      return alignment;
    }

    @Override
    public void advise(long offset, long length, Advice advice) {
      made.add(advice + " " + offset + " " + length);
    }

    @Override
    public void sync() throws IOException {
      call("sync");
    }

    @Override
    public void close() throws IOException {
      call("close");
    }

    @Override
    public String explain() {
      return "told";
    }
  }

  private static FileHandle handle(Access access, EngineFile file) {
    return new FileHandle(Path.of("f"), access, file);
  }

  @Test
  void aFileThatHasLostASyncIsUsedNoMoreAndIsClosed() throws IOException {
    Told file = new Told();
    FileHandle handle = handle(Access.readWrite(), file);
    file.failing.add("sync");
    assertThatIOException().isThrownBy(handle::sync).withMessage("sync has failed");
    file.failing.clear();
    String lost = "f: an earlier sync failed, what was written before it may be lost";
    assertThatIOException().isThrownBy(handle::sync).withMessage(lost);
    assertThatIOException().isThrownBy(handle::enter).withMessage(lost);
    assertThatIOException().isThrownBy(handle::explain).withMessage(lost);
    assertThatIOException().isThrownBy(handle::close).withMessage(lost);
    handle.close();
    assertThat(file.made).containsExactly("sync", "close");
    assertThat(handle.isClosed()).isTrue();
  }

  @Test
  void aNewFileThatHasLostASyncIsNotCompletedAndIsClosed() throws IOException {
    Told file = new Told();
    FileHandle handle = handle(Access.readWrite(), file);
    file.failing.add("sync");
    assertThatIOException().isThrownBy(handle::sync);
    file.failing.clear();
    file.failing.add("close");
    assertThatIOException()
        .isThrownBy(() -> handle.close(new Completion(handle)))
        .withMessageContaining("an earlier sync failed")
        .satisfies(e -> assertThat(e.getSuppressed()[0]).hasMessage("close has failed"));
    handle.close(new Completion(handle));
    assertThat(file.made).containsExactly("sync", "close");
  }

  @Test
  void adviceReachesTheEngine() throws IOException {
    Told file = new Told();
    try (FileHandle handle = handle(Access.read(), file)) {
      handle.advise(5, 10, Advice.WILL_NEED);
    }
    assertThat(file.made).containsExactly("WILL_NEED 5 10", "close");
  }

  @Test
  void aNewFileIsSyncedAndClosedOnce() throws IOException {
    Told file = new Told();
    FileHandle handle = handle(Access.readWrite(), file);
    handle.close(new Completion(handle));
    handle.close(new Completion(handle));
    handle.close();
    assertThat(file.made).containsExactly("sync", "close");
  }

  @Test
  void aFileIsUsedAsItIsOpenAndSaysHowThatIs() throws IOException {
    Access read = Access.read().withEngine(FileEngines.auto());
    FileHandle handle = handle(read, new Told());
    assertThat(handle.described()).isEqualTo(", open for reading by engine auto");
    handle.require(TransferDirection.READ);
    assertThatIllegalStateException()
        .isThrownBy(() -> handle.require(TransferDirection.WRITE))
        .withMessage("f is open for reading only; open it with OpenMode.READ_WRITE");
    assertThat(handle.explain()).isEqualTo("told");
    handle.close();
    assertThat(handle.described()).isEqualTo(", closed");
    assertThatIllegalStateException().isThrownBy(handle::enter).withMessage("f is closed");
    assertThatIllegalStateException()
        .isThrownBy(() -> handle.require(TransferDirection.READ))
        .withMessage("f is closed");
    FileHandle writing = handle(read.withMode(OpenMode.WRITE), new Told());
    assertThat(writing.described()).isEqualTo(", open for writing by engine auto");
    writing.require(TransferDirection.WRITE);
    assertThatIllegalStateException()
        .isThrownBy(() -> writing.require(TransferDirection.READ))
        .withMessage("f is open for writing only; open it with OpenMode.READ_WRITE");
    FileHandle both = handle(read.withMode(OpenMode.READ_WRITE), new Told());
    assertThat(both.described()).isEqualTo(", open for reading and writing by engine auto");
    both.require(TransferDirection.READ);
    both.require(TransferDirection.WRITE);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 65536, 1, 65536", // what the engine prefers
    "0, 8388608, 1, 2097152", // as far as chunks reach
    "4096, 65536, 1, 4096",
    "131072, 65536, 1, 131072",
    "4096, 65536, 4096, 65536", // a device is asked for no less than its engine prefers
    "131072, 65536, 4096, 131072"
  })
  void chunksAreAsLongAsAskedForAndNoShorterThanADevicePrefers(
      int asked, int preferred, int alignment, int chunk) {
    Told file = new Told();
    file.preferred = preferred;
    file.alignment = alignment;
    FileHandle handle = handle(Access.read().withChunkBytes(asked), file);
    assertThat(handle.chunkBytes()).isEqualTo(chunk);
    assertThat(handle.pieceEnd(0)).isEqualTo(chunk);
    assertThat(handle.pieceEnd(chunk - 1)).isEqualTo(chunk);
    assertThat(handle.pieceEnd(chunk)).isEqualTo(2L * chunk);
    assertThat(handle.pieceEnd(3L * chunk + 5)).isEqualTo(4L * chunk);
  }
}
