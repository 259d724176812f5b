package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.penstock.ffi.Errno;
import io.penstock.ffi.EventCounter;
import io.penstock.ffi.FaultyCalls;
import io.penstock.ffi.FaultyCalls.Entry;
import io.penstock.ffi.Pipe;
import io.penstock.ffi.Ring;
import io.penstock.memory.BufferPool;
import io.penstock.memory.Lease;
import io.penstock.testing.ForwardedFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The thread that drives a ring for others: when it is to be woken, how much it asks for at once,
/// what it does with what is cancelled before it comes to it, and who reads when it gets no ring or
/// its ring fails.
class RingPollerTest {
  private static final int PAGE = 4096;
  private static final int PAGES = 8;

  /// How many requests the poller's ring has room for.
  private static final int ENTRIES = 1024;

  @TempDir Path folder;

  private final byte[] bytes = new byte[PAGES * PAGE];
  private final byte[] found = new byte[PAGES * PAGE];
  private final FaultyCalls calls = new FaultyCalls();
  private @Nullable RingPoller before;
  private Path path = Path.of("");

  @BeforeEach
  void write() throws IOException {
    assumeTrue(Ring.obstacle().isEmpty(), () -> Ring.obstacle().orElseThrow());
    new SplittableRandom(20261129).nextBytes(bytes);
    path = Files.write(folder.resolve("f"), bytes);
    before = RingPoller.replace(null);
  }

  @AfterEach
  void restore() {
    RingPoller _ = RingPoller.replace(before);
  }

  private FileHandle open() throws IOException {
    EngineFile file = FileEngines.of(FileEngine.Direct.class).open(path, OpenMode.READ);
    return new FileHandle(path, Access.read(), file);
  }

  /// Reads of pages past the cache.
  private List<BatchTransfer> reads(FileHandle handle, int from, int count) {
    return IntStream.range(from, from + count)
        .mapToObj(
            page ->
                new BatchTransfer(
                    TransferDirection.READ,
                    handle,
                    (long) page * PAGE,
                    MemorySegment.ofArray(found).asSlice((long) page * PAGE, PAGE)))
        .toList();
  }

  @Test
  void whoAddsWakesTheThreadThatSleepsAndNoOther() {
    RingPoller.Inbox<String> inbox = new RingPoller.Inbox<>();
    assertThat(inbox.add("one")).isFalse(); // it is awake
    assertThat(inbox.fallAsleep()).isFalse(); // there is something
    inbox.wakeUp();
    assertThat(inbox.add("two")).isFalse();
    assertThat(inbox.poll()).isEqualTo("one");
    assertThat(inbox.poll()).isEqualTo("two");
    assertThat(inbox.poll()).isNull();
    assertThat(inbox.fallAsleep()).isTrue();
    assertThat(inbox.add("three")).isTrue();
    assertThat(inbox.add("four")).isFalse(); // it has been woken
    inbox.wakeUp();
    assertThat(inbox.poll()).isEqualTo("three");
  }

  @Test
  void theOneThatHasServedIsTold() throws IOException {
    try (EventCounter event = EventCounter.open()) {
      RingPoller poller = new RingPoller(event, calls::ring);
      assertThat(RingPoller.replace(poller)).isNull();
      assertThat(RingPoller.replace(null)).isEqualTo(poller);
    }
  }

  @Test
  void whereThePollerGetsNoRingThreadsReadWhatItWasGivenAndAllThatFollows() throws IOException {
    try (EventCounter event = EventCounter.open();
        FileHandle handle = open()) {
      RingPoller poller =
          new RingPoller(
              event,
              _ -> {
                throw new IOException("no descriptor is left");
              });
      RingPoller _ = RingPoller.replace(poller);
      CompletableFuture<Void> early = BatchRun.start(reads(handle, 0, 3), 64);
      poller.run();
      Void _ = early.join();
      Void _ = BatchRun.start(reads(handle, 3, PAGES - 3), 64).join();
    }
    assertThat(Arrays.mismatch(found, bytes)).isEqualTo(-1);
  }

  @Test
  void whatThePollerCannotBeWokenForThreadsReadOnceAndItServesWhatFollows() throws Exception {
    try (EventCounter event = calls.event();
        FileHandle handle = open()) {
      RingPoller poller = new RingPoller(event, calls::ring);
      RingPoller _ = RingPoller.replace(poller);
      Thread thread = Workers.daemon(poller, "penstock-late-ring");
      thread.start();
      calls.awaitOffered(1); // it sleeps, or is about to
      calls.lackingMemory("write");
      Void _ = BatchRun.start(reads(handle, 0, 3), 64).join();
      Void _ = BatchRun.start(reads(handle, 3, PAGES - 3), 64).join();
      end(event, thread);
      assertThat(calls.taken()).isBetween(PAGES - 2L, PAGES - 1L); // with the reads of its event
    }
    calls.assertMet();
    assertThat(Arrays.mismatch(found, bytes)).isEqualTo(-1);
  }

  @Test
  void whatIsCancelledBeforeThePollerComesToItIsNotRead() throws Exception {
    try (EventCounter event = EventCounter.open();
        FileHandle handle = open()) {
      RingPoller poller = new RingPoller(event, calls::ring);
      RingPoller _ = RingPoller.replace(poller);
      CompletableFuture<Void> cancelled = BatchRun.start(reads(handle, 0, 5), 64);
      CompletableFuture<Void> other = BatchRun.start(reads(handle, 5, 3), 64);
      assertThat(cancelled.cancel(true)).isTrue();
      assertThat(cancelled).isNotDone();
      Thread thread = Workers.daemon(poller, "penstock-late-ring");
      thread.start();
      assertThatExceptionOfType(CancellationException.class).isThrownBy(cancelled::join);
      Void _ = other.join();
      end(event, thread);
      assertThat(calls.taken()).isBetween(4L, 5L); // with the reads of its event
    }
    Arrays.fill(bytes, 0, 5 * PAGE, (byte) 0);
    assertThat(Arrays.mismatch(found, bytes)).isEqualTo(-1);
  }

  @Test
  void moreReadsThanTheRingHasRoomForAreServedInTurn() throws Exception {
    int batches = 5;
    int reads = BatchRun.MOST_DEPTH;
    try (EventCounter event = EventCounter.open();
        Pipe pipe = Pipe.open();
        FileHandle handle = new FileHandle(path, Access.read(), piped(pipe));
        Lease lease = BufferPool.shared().lease((long) batches * reads)) {
      lease.segment().fill((byte) 0);
      RingPoller poller = new RingPoller(event, calls::ring);
      RingPoller _ = RingPoller.replace(poller);
      List<CompletableFuture<Void>> futures = new ArrayList<>();
      for (int i = 0; i < batches; i++) {
        List<BatchTransfer> transfers = new ArrayList<>();
        for (int k = 0; k < reads; k++) {
          long at = (long) i * reads + k;
          transfers.add(BatchTransfer.of(TransferDirection.READ, handle, 0, lease, at, 1));
        }
        futures.add(BatchRun.start(transfers, reads));
      }
      Thread thread = Workers.daemon(poller, "penstock-late-ring");
      thread.start();
      calls.awaitOffered(ENTRIES + 1); // and no wait of anybody has ended
      pipe.put(batches * reads);
      for (CompletableFuture<Void> future : futures) {
        Void _ = future.join();
      }
      byte[] sevens = new byte[batches * reads];
      Arrays.fill(sevens, (byte) 7);
      assertThat(lease.segment().asSlice(0, sevens.length).mismatch(MemorySegment.ofArray(sevens)))
          .isEqualTo(-1);
      end(event, thread);
    }
  }

  /// Reads of one byte each.
  private List<BatchTransfer> bytes(FileHandle handle, int count) {
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                new BatchTransfer(
                    TransferDirection.READ, handle, i, MemorySegment.ofArray(found).asSlice(i, 1)))
        .toList();
  }

  @Test
  void whatIsBeyondTheDepthOfABatchIsRequestedAsResultsCome() throws Exception {
    int depth = 3;
    try (EventCounter event = EventCounter.open();
        Pipe pipe = Pipe.open();
        FileHandle handle = new FileHandle(path, Access.read(), piped(pipe))) {
      RingPoller poller = new RingPoller(event, calls::ring);
      RingPoller _ = RingPoller.replace(poller);
      CompletableFuture<Void> batch = BatchRun.start(bytes(handle, depth + 1), depth);
      Thread thread = Workers.daemon(poller, "penstock-late-ring");
      thread.start();
      calls.awaitOffered(depth + 1); // with the read of its event
      pipe.put(1);
      calls.awaitOffered(depth + 2);
      pipe.put(depth);
      Void _ = batch.join();
      end(event, thread);
    }
    assertThat(calls.entries()).startsWith(new Entry(depth + 1, 1), new Entry(1, 1));
  }

  @Test
  void requestsAreHandedOverInShortBurstsUntilTheDeviceHasEnough() throws Exception {
    int few = Rings.LEAST_BURST;
    int burst = 32;
    try (EventCounter event = EventCounter.open();
        Pipe pipe = Pipe.open();
        FileHandle handle = new FileHandle(path, Access.read(), piped(pipe))) {
      RingPoller poller = new RingPoller(event, calls::ring);
      RingPoller _ = RingPoller.replace(poller);
      CompletableFuture<Void> enough = BatchRun.start(bytes(handle, Rings.ENOUGH), 256);
      Thread thread = Workers.daemon(poller, "penstock-late-ring");
      thread.start();
      calls.awaitOffered(Rings.ENOUGH + 1); // with the read of its event, as below
      CompletableFuture<Void> more = BatchRun.start(bytes(handle, burst + 8), 256);
      calls.awaitOffered(Rings.ENOUGH + burst + 8 + 2);
      pipe.put(Rings.ENOUGH + burst + 8);
      Void _ = enough.join();
      Void _ = more.join();
      end(event, thread);
    }
    List<Entry> expected =
        new ArrayList<>(Collections.nCopies(Rings.ENOUGH / few, new Entry(few, 0)));
    expected.addAll(List.of(new Entry(1, 1), new Entry(burst, 0), new Entry(9, 1)));
    assertThat(calls.entries()).startsWith(expected.toArray(new Entry[0]));
  }

  /// A file that has something happen when a request to it is prepared.
  private static final class Eventful extends ForwardedFile {
    private final AtomicReference<Runnable> event = new AtomicReference<>(() -> {});

    Eventful(EngineFile file) {
      super(file);
    }

    @Override
    public int ringDescriptor() {
      return file.ringDescriptor();
    }

    @Override
    public int alignment() {
      event.getAndSet(() -> {}).run();
      return super.alignment();
    }
  }

  @Test
  void whoAddsWhileThePollerIsAtWorkHasItNotWoken() throws Exception {
    Eventful file = new Eventful(FileEngines.of(FileEngine.Posix.class).open(path, OpenMode.READ));
    try (EventCounter event = calls.event();
        FileHandle handle = open();
        FileHandle eventful = new FileHandle(path, Access.read(), file)) {
      RingPoller poller = new RingPoller(event, calls::ring);
      RingPoller _ = RingPoller.replace(poller);
      List<BatchTransfer> reads = new ArrayList<>(reads(handle, 0, 1));
      reads.addAll(reads(eventful, 1, 1)); // which is requested when the poller has slept
      CompletableFuture<Void> first = BatchRun.start(reads, 1);
      AtomicReference<CompletableFuture<Void>> other = new AtomicReference<>();
      file.event.set(() -> other.set(BatchRun.start(reads(handle, 2, PAGES - 2), 64)));
      Thread thread = Workers.daemon(poller, "penstock-late-ring");
      thread.start();
      Void _ = first.join();
      Void _ = other.get().join();
      assertThat(calls.calls("write")).isZero();
      end(event, thread);
    }
    assertThat(Arrays.mismatch(found, bytes)).isEqualTo(-1);
  }

  @Test
  void aPollerIsMadeWhenItIsNeededAndServesFromThenOn() throws IOException {
    List<BatchTransfer> reads;
    try (FileHandle handle = open()) {
      reads = reads(handle, 0, PAGES);
      Void _ = BatchRun.start(reads, 64).join();
    }
    RingPoller made = RingPoller.replace(before);
    assertThat(made).isNotNull();
    before = before == null ? made : before;
    assertThat(reads).allMatch(BatchTransfer::wasRequested);
    assertThat(Arrays.mismatch(found, bytes)).isEqualTo(-1);
  }

  @Test
  void whatABatchHasBeyondItsDepthThreadsReadWhenTheRingFails() throws IOException {
    calls.answering("io_uring_enter", -Errno.EPERM);
    assertThreadsReadBehind(RingPoller::run);
    assertThat(calls.taken()).isZero();
  }

  @Test
  void whatAPollerWasToReadThatEndsForWantOfMemoryThreadsRead() throws IOException {
    calls.lackingMemory("io_uring_enter");
    assertThreadsReadBehind(
        poller -> assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(poller::run));
  }

  /// Two pages are requested, and the others are to be when those have ended.
  private void assertThreadsReadBehind(Consumer<RingPoller> failing) throws IOException {
    try (EventCounter event = EventCounter.open();
        FileHandle handle = open()) {
      RingPoller poller = new RingPoller(event, calls::ring);
      RingPoller _ = RingPoller.replace(poller);
      CompletableFuture<Void> batch = BatchRun.start(reads(handle, 0, PAGES), 2);
      failing.accept(poller);
      Void _ = batch.join();
    }
    assertThat(Arrays.mismatch(found, bytes)).isEqualTo(-1);
  }

  private EngineFile piped(Pipe pipe) throws IOException {
    return new ForwardedFile(FileEngines.of(FileEngine.Posix.class).open(path, OpenMode.READ)) {
      @Override
      public int ringDescriptor() {
        return pipe.descriptor();
      }
    };
  }

  private void end(EventCounter event, Thread thread) throws InterruptedException {
    calls.answering("io_uring_enter", -Errno.EPERM);
    event.add();
    thread.join();
  }
}
