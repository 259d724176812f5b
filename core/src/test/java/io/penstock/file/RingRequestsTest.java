package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.penstock.ffi.Errno;
import io.penstock.ffi.FaultyCalls;
import io.penstock.ffi.Pipe;
import io.penstock.ffi.Ring;
import io.penstock.file.BatchContractTest.Wait;
import io.penstock.testing.ForwardedFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What is asked of a ring at a time, what is waited for, and who is told when: by a thread that
/// drives it, and by the one that drives it for others.
class RingRequestsTest {
  private static final int PAGE = 4096;
  private static final int SIZE = 3 << 20;
  private static final int DEPTH = 64;
  private static final byte[] BYTES = new byte[SIZE];

  static {
    new SplittableRandom(20261129).nextBytes(BYTES);
  }

  @TempDir Path folder;

  private final LentRing ring = new LentRing();
  private final FaultyCalls calls = ring.calls;
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private Path path = Path.of("");
  private Optional<Pipe> made = Optional.empty();
  private Optional<FileHandle> opened = Optional.empty();
  private Optional<FileHandle> piped = Optional.empty();

  /// A file of which nothing is had without a wait.
  private final class Requested extends ForwardedFile {
    private final int descriptor;

    Requested(EngineFile file, int descriptor) {
      super(file);
      this.descriptor = descriptor;
    }

    @Override
    public int ringDescriptor() {
      return descriptor;
    }

    @Override
    public void read(long offset, MemorySegment target, long at, long length) throws IOException {
      asked.add(offset + "+" + length);
      file.read(offset, target, at, length);
    }
  }

  @BeforeEach
  void open() throws IOException {
    assumeTrue(Ring.obstacle().isEmpty(), () -> Ring.obstacle().orElseThrow());
    path = Files.write(folder.resolve("f"), BYTES);
    made = Optional.of(Pipe.open());
    EngineFile file = posix();
    opened = Optional.of(handle(new Requested(file, file.ringDescriptor())));
    piped = Optional.of(handle(new Requested(posix(), pipe().descriptor())));
  }

  private EngineFile posix() throws IOException {
    return FileEngines.of(FileEngine.Posix.class).open(path, OpenMode.READ);
  }

  private FileHandle handle(EngineFile file) {
    return new FileHandle(path, Access.read(), file);
  }

  private Pipe pipe() {
    return made.orElseThrow();
  }

  @AfterEach
  void close() throws IOException {
    ring.close();
    for (Optional<FileHandle> handle : List.of(opened, piped)) {
      if (handle.isPresent()) { // none is where there are no rings
        handle.get().close();
      }
    }
    made.ifPresent(Pipe::close);
  }

  private BatchTransfer read(long offset, byte[] target) {
    return new BatchTransfer(
        TransferDirection.READ, opened.orElseThrow(), offset, MemorySegment.ofArray(target));
  }

  /// A read that a ring completes when something is in the pipe.
  private BatchTransfer waiting() {
    return new BatchTransfer(
        TransferDirection.READ, piped.orElseThrow(), 0, MemorySegment.ofArray(new byte[1]));
  }

  private void assertRead(long offset, byte[] found) {
    byte[] expected = Arrays.copyOfRange(BYTES, (int) offset, (int) offset + found.length);
    assertThat(Arrays.mismatch(found, expected)).isEqualTo(-1);
  }

  private void await(Wait wait, List<BatchTransfer> transfers, int depth, IntConsumer consumer)
      throws Exception {
    ring.lend(wait);
    wait.make((_, _) -> BatchRun.await(transfers, depth, consumer));
  }

  /// Reads in one of three ways, and tells nobody.
  private void move(Wait wait, List<BatchTransfer> transfers, int depth) throws Exception {
    if (wait == Wait.FUTURE) {
      ring.lend(wait);
      Void _ = BatchRun.start(transfers, depth).join();
    } else {
      await(wait, transfers, depth, BatchRun.NOBODY);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"PLATFORM", "VIRTUAL"})
  void eachReadIsToldOfAsItCompletes(Wait wait) throws Exception {
    byte[] page = new byte[PAGE];
    List<Integer> told = new ArrayList<>();
    await(
        wait,
        List.of(waiting(), read(PAGE, page)),
        DEPTH,
        index -> {
          told.add(index);
          if (index == 1) {
            pipe().put(1); // else the other one would never end
          }
        });
    assertThat(told).containsExactly(1, 0);
    assertThat(asked).isEmpty();
    assertRead(PAGE, page);
  }

  @ParameterizedTest
  @EnumSource(names = {"PLATFORM", "VIRTUAL"})
  void allThatMayBeUnderWayIsAskedForBeforeAResultIsWaitedFor(Wait wait) throws Exception {
    List<BatchTransfer> transfers = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      transfers.add(waiting());
    }
    byte[] page = new byte[PAGE];
    transfers.add(read(PAGE, page));
    List<Integer> told = new ArrayList<>();
    await(
        wait,
        transfers,
        10,
        index -> {
          told.add(index);
          if (index == 9) {
            pipe().put(9);
          }
        });
    assertThat(told).startsWith(9).hasSize(10).doesNotHaveDuplicates();
    assertRead(PAGE, page);
  }

  @ParameterizedTest
  @EnumSource
  void noMoreIsUnderWayThanTheDepthSays(Wait wait) throws Exception {
    int depth = 3;
    List<BatchTransfer> transfers = new ArrayList<>();
    byte[][] pages = new byte[10][PAGE];
    for (int i = 0; i < pages.length; i++) {
      transfers.add(read((long) i * PAGE, pages[i]));
    }
    move(wait, transfers, depth);
    // A poller reads its event as well.
    assertThat(calls.mostOffered()).isBetween(1L, wait == Wait.PLATFORM ? 3L : 4L);
    assertThat(asked).isEmpty();
    for (int i = 0; i < pages.length; i++) {
      assertRead((long) i * PAGE, pages[i]);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aReadOfMebibytesToAnArrayIsSeveralRequestsAndTheEngineIsNotAsked(Wait wait)
      throws Exception {
    byte[] most = new byte[SIZE - 10];
    byte[] few = new byte[10];
    move(wait, List.of(read(5, most), read(1, few)), 1);
    assertThat(asked).isEmpty();
    assertThat(calls.taken()).isBetween(4L, wait == Wait.PLATFORM ? 4L : 6L);
    assertRead(5, most);
    assertRead(1, few);
  }

  /// While the kernel takes nothing more and more are prepared: when it has taken them all, some of
  /// them wait for their second request.
  @Test
  void aReadWhoseRingFailsBetweenItsRequestsIsToldOfOnce() throws Exception {
    byte[][] pieces = new byte[8][(1 << 20) + 100];
    List<BatchTransfer> transfers = new ArrayList<>();
    for (int i = 0; i < pieces.length; i++) {
      transfers.add(read(i * 50L, pieces[i]));
    }
    calls.answering("io_uring_enter", -Errno.EAGAIN, -Errno.EAGAIN);
    calls.sparing("io_uring_enter").answering("io_uring_enter", -Errno.EPERM);
    List<Integer> told = new ArrayList<>();
    await(Wait.PLATFORM, transfers, DEPTH, told::add);
    calls.assertMet();
    assertThat(told).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7);
    assertThat(asked).hasSize(8);
    for (int i = 0; i < pieces.length; i++) {
      assertRead(i * 50L, pieces[i]);
    }
  }
}
