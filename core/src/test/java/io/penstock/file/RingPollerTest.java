package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.penstock.ffi.Errno;
import io.penstock.ffi.EventCounter;
import io.penstock.ffi.FaultyCalls;
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
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The thread that drives a ring for others: when it is to be woken, what it does with what is
/// cancelled before it comes to it, and who reads when it gets no ring.
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
