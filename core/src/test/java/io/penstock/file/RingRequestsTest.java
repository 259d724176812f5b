package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.penstock.ffi.Errno;
import io.penstock.ffi.FaultyCalls;
import io.penstock.ffi.FaultyCalls.Entry;
import io.penstock.ffi.Pipe;
import io.penstock.ffi.Ring;
import io.penstock.file.BatchContractTest.Wait;
import io.penstock.memory.BufferPool;
import io.penstock.memory.Lease;
import io.penstock.testing.ForwardedFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
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

  private List<BatchTransfer> waiting(int count) {
    return Stream.generate(this::waiting).limit(count).toList();
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

  /// For one that tells nobody the end alone matters.
  @Test
  void whenAllIsUnderWayOneCallWaitsForTheRestOrForTheNextThatIsToldOf() throws Exception {
    List<Integer> told = new ArrayList<>();
    for (IntConsumer consumer : List.of(BatchRun.NOBODY, (IntConsumer) told::add)) {
      calls.meanwhile("io_uring_enter", () -> pipe().put(3));
      await(Wait.PLATFORM, waiting(3), DEPTH, consumer);
    }
    assertThat(calls.entries()).startsWith(new Entry(3, 3), new Entry(3, 1));
    assertThat(told).containsExactlyInAnyOrder(0, 1, 2);
  }

  @Test
  void aThreadAtItsDepthWaitsForTheResultThatMakesRoom() throws Exception {
    int depth = 4;
    calls.meanwhile("io_uring_enter", () -> pipe().put(6));
    await(Wait.PLATFORM, waiting(6), depth, BatchRun.NOBODY);
    assertThat(calls.entries()).startsWith(new Entry(depth, 1));
  }

  /// So that the device begins with the first ones while others are prepared.
  @Test
  void requestsAreHandedOverInBurstsUntilTheDeviceHasEnough() throws Exception {
    int burst = 32;
    ring.lend(Wait.PLATFORM);
    CompletableFuture<Void> batch =
        CompletableFuture.runAsync(
            () -> {
              try {
                BatchRun.await(waiting(200), Rings.ENOUGH + burst, BatchRun.NOBODY);
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            });
    calls.awaitOffered(Rings.ENOUGH);
    pipe().put(200);
    Void _ = batch.join();
    assertThat(calls.entries())
        .startsWith(new Entry(burst, 0), new Entry(burst, 0), new Entry(burst, burst));
  }

  /// The second call hands nothing over.
  @Test
  void aRingThatIsEnteredForResultsAloneIsKept() throws Exception {
    Runnable put = () -> pipe().put(1);
    calls.meanwhile("io_uring_enter", put);
    List<Integer> told = new ArrayList<>();
    await(
        Wait.PLATFORM,
        waiting(2),
        DEPTH,
        index -> {
          told.add(index);
          if (told.size() == 1) {
            calls.meanwhile("io_uring_enter", put);
          }
        });
    assertThat(told).containsExactlyInAnyOrder(0, 1);
    assertThat(calls.entries()).containsExactly(new Entry(2, 1), new Entry(0, 1));
    assertThat(calls.calls("close")).isZero();
  }

  @Test
  void afterAConsumerHasThrownNothingIsWrittenToTheMemoryOfOtherReads() throws Exception {
    try (Lease lease = BufferPool.shared().lease(1)) {
      lease.segment().set(ValueLayout.JAVA_BYTE, 0, (byte) 0);
      BatchTransfer under =
          BatchTransfer.of(TransferDirection.READ, piped.orElseThrow(), 0, lease, 0, 1);
      assertThatExceptionOfType(ArithmeticException.class)
          .isThrownBy(
              () ->
                  await(
                      Wait.PLATFORM,
                      List.of(read(PAGE, new byte[PAGE]), under),
                      DEPTH,
                      _ -> {
                        calls.meanwhile("io_uring_enter", () -> pipe().put(1));
                        throw new ArithmeticException("enough");
                      }));
      assertThat(lease.segment().get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 7);
    }
  }

  /// The kernel takes the first two, and nothing more while their results are awaited.
  @Test
  void whatTheKernelHasNotTakenWhenAConsumerThrowsIsTakenBack() throws Exception {
    calls.halving("io_uring_enter");
    for (int i = 0; i < 500; i++) {
      calls.answering("io_uring_enter", -Errno.EAGAIN);
    }
    assertThatExceptionOfType(ArithmeticException.class)
        .isThrownBy(
            () ->
                await(
                    Wait.PLATFORM,
                    List.of(read(PAGE, new byte[PAGE]), waiting(), waiting(), waiting()),
                    DEPTH,
                    _ -> {
                      calls.spareAll();
                      pipe().put(1); // for the one that is under way
                      throw new ArithmeticException("enough");
                    }));
    assertThat(calls.taken()).isEqualTo(2);
    byte[] page = new byte[PAGE];
    move(Wait.PLATFORM, List.of(read(2 * PAGE, page)), DEPTH);
    assertRead(2 * PAGE, page);
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
