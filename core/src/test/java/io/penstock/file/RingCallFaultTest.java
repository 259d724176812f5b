package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.penstock.ffi.Errno;
import io.penstock.ffi.FaultyCalls;
import io.penstock.ffi.Ring;
import io.penstock.file.BatchContractTest.Wait;
import io.penstock.memory.BufferPool;
import io.penstock.memory.Lease;
import io.penstock.testing.ForwardedFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Rings whose calls are interrupted, refused for now or for good, or hand over less than they were
/// given: every batch ends with the right bytes all the same, however it is waited for.
///
/// The rings of this process alone; what its other calls do so too is tried in a process of its own
/// (`RingFaultTest`).
class RingCallFaultTest {
  private static final int PAGE = 4096;
  private static final int PAGES = 300;

  @TempDir Path folder;

  private final LentRing ring = new LentRing();
  private final FaultyCalls calls = ring.calls;
  private final byte[] bytes = new byte[PAGES * PAGE];
  private Path path = Path.of("");

  @BeforeEach
  void prepare() throws IOException {
    assumeTrue(Ring.obstacle().isEmpty(), () -> Ring.obstacle().orElseThrow());
    new SplittableRandom(20261129).nextBytes(bytes);
    path = Files.write(folder.resolve("f"), bytes);
  }

  @AfterEach
  void end() {
    ring.close();
  }

  private static FileEngine engine() {
    return FileEngines.of(FileEngine.Direct.class);
  }

  private void readBy(Wait wait, int depth) throws IOException {
    try {
      ring.lend(wait);
      wait.make((read, write) -> readAll(read, depth));
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private void readAll(BatchContractTest.Awaiting<ReadBatch> read, int depth) throws IOException {
    try (ByteFile file = ByteFile.open(path, Access.read().withEngine(engine()));
        Lease lease = BufferPool.shared().lease((long) PAGES * PAGE)) {
      ReadBatch batch = new ReadBatch(depth);
      for (int i = 0; i < PAGES; i++) {
        batch.add(file, (long) i * PAGE, lease, (long) i * PAGE, PAGE);
      }
      read.await(batch);
      MemorySegment found = lease.segment().asSlice(0, (long) PAGES * PAGE);
      assertThat(found.mismatch(MemorySegment.ofArray(bytes))).isEqualTo(-1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void callsThatAreInterruptedOrRefusedForNowAreMadeAgain(Wait wait) throws IOException {
    for (int i = 0; i < 3; i++) {
      calls.sparing("io_uring_enter");
      calls.answering("io_uring_enter", -Errno.EINTR, -Errno.EAGAIN, -Errno.EBUSY);
    }
    int closed = calls.calls("close");
    readBy(wait, 16);
    calls.assertMet();
    int made = calls.calls("io_uring_enter");
    readBy(wait, 16);
    assertThat(calls.calls("io_uring_enter")).isGreaterThan(made); // it is in use still
    assertThat(calls.calls("close")).isEqualTo(closed);
  }

  @ParameterizedTest
  @EnumSource
  void requestsThatTheKernelDoesNotTakeAtOnceFollow(Wait wait) throws IOException {
    for (int i = 0; i < 20; i++) {
      calls.halving("io_uring_enter").sparing("io_uring_enter");
    }
    readBy(wait, 64);
  }

  @ParameterizedTest
  @EnumSource
  void aRingThatFailsForGoodIsGivenUpAndItsReadsAreMadeByThreads(Wait wait) throws Exception {
    for (int spared : new int[] {0, 1, 2, 5}) {
      for (int i = 0; i < spared; i++) {
        calls.sparing("io_uring_enter");
      }
      calls.answering("io_uring_enter", -Errno.EPERM);
      int closed = calls.calls("close");
      readBy(wait, 16);
      calls.assertMet();
      int made = calls.calls("io_uring_enter");
      if (wait != Wait.PLATFORM) {
        readBy(wait, 16); // there is no poller any more, and no other one in its place
        assertThat(calls.calls("io_uring_enter")).isEqualTo(made);
      }
      ring.end();
      assertThat(calls.calls("close")).isEqualTo(closed + 1);
    }
  }

  @ParameterizedTest
  @EnumSource(names = "PLATFORM")
  void aRingThatTakesNothingForLongIsGivenUp(Wait wait) throws IOException {
    calls.sparing("io_uring_enter");
    for (int i = 0; i < 999; i++) {
      calls.answering("io_uring_enter", -Errno.EAGAIN);
    }
    calls.sparing("io_uring_enter");
    readBy(wait, 16); // it is taken up again
    calls.assertMet();
    int closed = calls.calls("close");
    for (int i = 0; i < 1000; i++) {
      calls.answering("io_uring_enter", -Errno.EBUSY);
    }
    readBy(wait, 16);
    calls.assertMet();
    assertThat(calls.calls("close")).isEqualTo(closed + 1);
  }

  /// What a ring reads is another file's.
  private static final class ByAnotherDescriptor extends ForwardedFile {
    private final int descriptor;

    ByAnotherDescriptor(EngineFile file, int descriptor) {
      super(file);
      this.descriptor = descriptor;
    }

    @Override
    public int ringDescriptor() {
      return descriptor;
    }
  }

  /// What a ring cannot read, or reads of a file that ends before, the engine is asked for.
  @ParameterizedTest
  @EnumSource
  void whatARingDoesNotReadTheEngineReads(Wait wait) throws Exception {
    Path shorter = Files.write(folder.resolve("g"), Arrays.copyOf(bytes, 5 * PAGE + 100));
    try (EngineFile other = FileEngines.of(FileEngine.Posix.class).open(shorter, OpenMode.READ)) {
      for (int descriptor : new int[] {other.ringDescriptor(), 1 << 20}) {
        EngineFile file =
            new ByAnotherDescriptor(
                FileEngines.of(FileEngine.Posix.class).open(path, OpenMode.READ), descriptor);
        byte[] found = new byte[PAGES * PAGE];
        List<BatchTransfer> transfers = new ArrayList<>();
        try (FileHandle handle = new FileHandle(path, Access.read(), file)) {
          for (int at = 0; at < found.length; at += 3 * PAGE + 10) {
            int length = Math.min(3 * PAGE + 10, found.length - at);
            MemorySegment place = MemorySegment.ofArray(found).asSlice(at, length);
            transfers.add(new BatchTransfer(TransferDirection.READ, handle, at, place));
          }
          List<Integer> told = new ArrayList<>();
          switch (wait) {
            case PLATFORM, VIRTUAL ->
                wait.make((read, write) -> BatchRun.await(transfers, 8, told::add));
            case FUTURE -> BatchRun.start(transfers, 8).join();
          }
          if (wait != Wait.FUTURE) {
            assertThat(told).hasSize(transfers.size()).doesNotHaveDuplicates();
          }
        }
        assertThat(Arrays.mismatch(found, bytes)).isEqualTo(-1);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"PLATFORM", "VIRTUAL"})
  void aConsumerThatThrowsWaitsForWhatIsUnderWayThoughCallsAreRefused(Wait wait) throws Exception {
    ring.lend(wait);
    wait.make(
        (read, write) -> {
          Lease lease = BufferPool.shared().lease((long) PAGES * PAGE);
          try (ByteFile file = ByteFile.open(path, Access.read().withEngine(engine()))) {
            ReadBatch batch = new ReadBatch(64);
            for (int i = 0; i < PAGES; i++) {
              batch.add(file, (long) i * PAGE, lease, (long) i * PAGE, PAGE);
            }
            calls.sparing("io_uring_enter").halving("io_uring_enter");
            assertThatExceptionOfType(ArithmeticException.class)
                .isThrownBy(
                    () ->
                        batch.await(
                            _ -> {
                              calls.answering("io_uring_enter", -Errno.EAGAIN, -Errno.EINTR);
                              throw new ArithmeticException("enough");
                            }));
          }
          lease.close(); // throws if anybody has it still
        });
    readBy(wait, 16); // nothing of the other batch comes by the ring any more
    readBy(wait, 64);
  }
}
