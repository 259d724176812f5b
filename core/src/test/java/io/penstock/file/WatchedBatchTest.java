package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.penstock.array.ElementType;
import io.penstock.array.Hyperslab;
import io.penstock.array.Shape;
import io.penstock.file.BatchContractTest.Wait;
import io.penstock.memory.BufferPool;
import io.penstock.memory.Lease;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// What a program's listener is told of batches.
class WatchedBatchTest {
  private static final int PAGE = 4096;
  private static final int PAGES = 64;

  @TempDir Path folder;

  private final List<String> told = new CopyOnWriteArrayList<>();
  private final List<IOException> failures = new CopyOnWriteArrayList<>();
  private Path one;
  private Path other;

  @BeforeEach
  void files() throws IOException {
    one = Files.write(folder.resolve("one"), new byte[PAGES * PAGE]);
    other = Files.write(folder.resolve("other"), new byte[PAGES * PAGE]);
  }

  @AfterEach
  void tellNobody() {
    TransferListener.uninstall();
  }

  private void listen() {
    TransferListener.install(
        new TransferListener() {
          @Override
          public void completed(Transfer transfer) {
            told.add(line("completed", transfer));
          }

          @Override
          public void failed(Transfer transfer, IOException failure) {
            told.add(line("failed", transfer));
            failures.add(failure);
          }
        });
  }

  private static String line(String how, TransferListener.Transfer transfer) {
    assertThat(transfer.nanos()).isPositive();
    return "%s: %s %d bytes of %s by %s, threads %d"
        .formatted(
            how,
            transfer.operation(),
            transfer.bytes(),
            transfer.path().getFileName(),
            transfer.engine(),
            transfer.threads());
  }

  private static Access channel() {
    return Access.readWrite().withEngine(FileEngines.of(FileEngine.Channel.class));
  }

  private static void pages(ReadBatch batch, ByteFile file, Lease lease, int from, int to) {
    for (int page = from; page < to; page++) {
      batch.add(file, (long) page * PAGE, lease, (long) page * PAGE, PAGE);
    }
  }

  private static Lease lease() {
    return BufferPool.shared().lease(PAGES * PAGE);
  }

  @ParameterizedTest
  @EnumSource
  void aBatchIsToldOnceForEachOfItsFilesHoweverItIsWaitedFor(Wait wait) throws Exception {
    listen();
    wait.make(
        (read, write) -> {
          try (ByteFile first = ByteFile.open(one, channel());
              ByteFile second = ByteFile.open(other, Access.readWrite());
              Lease lease = lease()) {
            ReadBatch reads = new ReadBatch();
            pages(reads, first, lease, 0, 20);
            pages(reads, second, lease, 20, 23);
            pages(reads, first, lease, 23, 30);
            read.await(reads);
            write.await(
                new WriteBatch().add(second, 5, lease, 0, 100).add(second, 500, lease, 0, 9));
            read.await(new ReadBatch());
          }
        });
    assertThat(told)
        .containsExactly(
            "completed: read 110592 bytes of one by channel, threads 1",
            "completed: read 12288 bytes of other by auto, threads 1",
            "completed: write 109 bytes of other by auto, threads 1");
  }

  @ParameterizedTest
  @MethodSource(Engines.USABLE)
  void everyEngineTells(FileEngine engine) throws Exception {
    listen();
    for (Wait wait : Wait.values()) {
      wait.make(
          (read, write) -> {
            try (ByteFile file = ByteFile.open(one, Access.read().withEngine(engine));
                Lease lease = lease()) {
              ReadBatch reads = new ReadBatch(3);
              pages(reads, file, lease, 0, PAGES);
              read.await(reads);
            }
          });
    }
    assertThat(told)
        .hasSize(Wait.values().length)
        .containsOnly("completed: read 262144 bytes of one by " + engine.name() + ", threads 1");
  }

  @ParameterizedTest
  @EnumSource
  void aFailureIsToldOfItsFileAloneBeforeTheCallReturns(Wait wait) throws Exception {
    listen();
    wait.make(
        (read, write) -> {
          try (ByteFile first = ByteFile.open(one, channel());
              ByteFile second = ByteFile.open(other, channel());
              Lease lease = lease()) {
            ReadBatch reads = new ReadBatch();
            pages(reads, first, lease, 0, 5);
            reads.add(second, PAGES * PAGE - 1, lease, 0, 10);
            pages(reads, second, lease, 5, 7);
            reads.add(second, PAGES * PAGE, lease, 0, 10);
            Throwable thrown = catchThrowable(() -> read.await(reads));
            assertThat(thrown).isInstanceOf(TransferException.class).isEqualTo(failures.getFirst());
          }
        });
    assertThat(told)
        .containsExactly(
            "completed: read 20480 bytes of one by channel, threads 1",
            "failed: read 8212 bytes of other by channel, threads 1");
  }

  @ParameterizedTest
  @EnumSource
  void aFileThatWasClosedHasFailedAndItsExceptionIsTheCause(Wait wait) throws Exception {
    listen();
    wait.make(
        (read, write) -> {
          try (ByteFile open = ByteFile.open(one, channel());
              Lease lease = lease()) {
            ByteFile closed = ByteFile.open(other, channel());
            ReadBatch reads = new ReadBatch();
            pages(reads, closed, lease, 0, 2);
            pages(reads, open, lease, 2, 4);
            closed.close();
            assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> read.await(reads));
          }
        });
    assertThat(told)
        .containsExactly(
            "failed: read 8192 bytes of other by channel, threads 1",
            "completed: read 8192 bytes of one by channel, threads 1");
    assertThat(failures.getFirst().getCause()).hasMessage(other + " is closed");
  }

  @ParameterizedTest
  @EnumSource(names = {"PLATFORM", "VIRTUAL"})
  void whatAConsumerThrowsFailsTheFilesThatWereNotReadToTheirEnd(Wait wait) throws Exception {
    listen();
    IntConsumer impatient =
        index -> {
          throw new ArithmeticException("enough");
        };
    wait.make(
        (read, write) -> {
          try (ByteFile file = ByteFile.open(one, channel());
              ByteFile uncached =
                  ByteFile.open(
                      other, Access.read().withEngine(FileEngines.named("posix-direct")));
              Lease lease = lease()) {
            ReadBatch reads = new ReadBatch(1);
            pages(reads, uncached, lease, 0, PAGES);
            pages(reads, file, lease, 0, 1);
            pages(reads, uncached, lease, 0, PAGES);
            assertThatExceptionOfType(ArithmeticException.class)
                .isThrownBy(() -> reads.await(impatient));
          }
        });
    assertThat(told).hasSize(2);
    assertThat(failures)
        .extracting(Throwable::getCause)
        .allMatch(e -> e instanceof ArithmeticException || e instanceof CancellationException);
    if (wait == Wait.PLATFORM && Rings.areUsable()) { // else all may be read before it is told
      assertThat(told).contains("failed: read 524288 bytes of other by posix-direct, threads 1");
    }
  }

  /// The threads that make the reads are busy until all have been cancelled.
  @Test
  void aCancelledBatchIsToldAsFailedBeforeItsFutureCompletes() throws Exception {
    listen();
    CountDownLatch cancelled = new CountDownLatch(1);
    RecordedBatches.keepBusyUntil(cancelled);
    try (ByteFile file = ByteFile.open(one, channel());
        Lease lease = lease()) {
      ReadBatch reads = new ReadBatch();
      pages(reads, file, lease, 0, PAGES);
      CompletableFuture<Void> future = reads.start();
      assertThat(future.cancel(false)).isTrue();
      assertThat(told).isEmpty();
      cancelled.countDown();
      assertThatExceptionOfType(CancellationException.class).isThrownBy(future::join);
      assertThat(told).containsExactly("failed: read 262144 bytes of one by channel, threads 1");
    }
    assertThat(failures.getFirst()).hasCauseInstanceOf(CancellationException.class);
  }

  @ParameterizedTest
  @MethodSource(Engines.USABLE)
  void aTransferThatIsMadeOfBatchesIsToldOnceAsATransfer(FileEngine engine) throws Exception {
    Access access = Access.read().withEngine(engine);
    Raw format = Raw.of(ElementType.BYTE, ByteOrder.nativeOrder(), Shape.of(PAGES * PAGE));
    Hyperslab rows = Hyperslab.at(0).count(9).stride(20_000).block(100);
    long[] firsts = IntStream.range(0, 9).mapToLong(i -> i * 20_000L).toArray();
    FileEngines.bind();
    listen();
    for (Wait wait : List.of(Wait.PLATFORM, Wait.VIRTUAL)) {
      wait.make(
          (read, write) -> {
            try (ArrayFile file = ArrayFile.open(one, format, access);
                ByteFile bytes = ByteFile.open(other, access)) {
              PageCache.evict(one);
              PageCache.evict(other);
              file.gather(firsts, 100, new byte[900]);
              PageCache.evict(one);
              file.read(rows, new byte[900]);
              bytes.readAt(100_000, new byte[1000]);
              bytes.readAt(0, new byte[PAGES * PAGE]);
            }
          });
    }
    List<String> ofEach =
        Stream.of(
                "900 bytes of one",
                "900 bytes of one",
                "1000 bytes of other",
                "262144 bytes of other")
            .map(what -> "completed: read " + what + " by " + engine.name() + ", threads 1")
            .toList();
    assertThat(told)
        .containsExactlyElementsOf(Stream.of(ofEach, ofEach).flatMap(List::stream).toList());
  }

  /// What a batch of pages of both files throws; null if nothing.
  private @Nullable Throwable thrownByTwoFiles(Wait wait) throws Exception {
    AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
    wait.make(
        (read, write) -> {
          try (ByteFile first = ByteFile.open(one);
              ByteFile second = ByteFile.open(other);
              Lease lease = lease()) {
            ReadBatch reads = new ReadBatch();
            pages(reads, first, lease, 0, 2);
            pages(reads, second, lease, 2, 4);
            Throwable got = catchThrowable(() -> read.await(reads));
            thrown.set(got instanceof CompletionException e ? e.getCause() : got);
          }
        });
    return thrown.get();
  }

  @ParameterizedTest
  @EnumSource
  void aListenerThatThrowsEndsNoBatchAndIsToldOfTheOtherFiles(Wait wait) throws Exception {
    TransferListener.install(
        transfer -> {
          told.add(transfer.path().getFileName().toString());
          throw new IllegalArgumentException("a listener that is wrong");
        });
    assertThat(thrownByTwoFiles(wait)).isNull();
    assertThat(told).containsExactly("one", "other");
  }

  @ParameterizedTest
  @EnumSource
  void aLackOfMemoryInAListenerIsThrownOnWithTheFailureSuppressed(Wait wait) throws Exception {
    OutOfMemoryError thrown = new OutOfMemoryError("a listener's");
    TransferListener.install(
        transfer -> {
          throw thrown;
        });
    wait.make(
        (read, write) -> {
          try (ByteFile first = ByteFile.open(one);
              ByteFile second = ByteFile.open(other);
              Lease lease = lease()) {
            ReadBatch reads = new ReadBatch();
            pages(reads, first, lease, 0, 2);
            reads.add(second, PAGES * PAGE, lease, 0, 10);
            Throwable got = catchThrowable(() -> read.await(reads));
            assertThat(got instanceof CompletionException e ? e.getCause() : got).isSameAs(thrown);
          }
        });
    assertThat(thrown.getSuppressed()).singleElement().isInstanceOf(TransferException.class);
  }

  @ParameterizedTest
  @EnumSource
  void allFilesAreToldThoughAListenerHasNoMemoryForTheFirst(Wait wait) throws Exception {
    OutOfMemoryError thrown = new OutOfMemoryError("a listener's");
    TransferListener.install(
        transfer -> {
          told.add(transfer.path().getFileName().toString());
          throw thrown;
        });
    assertThat(thrownByTwoFiles(wait)).isSameAs(thrown);
    assertThat(told).containsExactly("one", "other");
  }

  @Test
  void anErrorOfAConsumerThatAListenerThrowsAgainIsThrownOn() throws Exception {
    TransferListener.install(
        new TransferListener() {
          @Override
          public void completed(Transfer transfer) {
            told.add("completed");
          }

          @Override
          public void failed(Transfer transfer, IOException failure) {
            if (failure.getCause() instanceof OutOfMemoryError e) {
              throw e;
            }
          }
        });
    OutOfMemoryError thrown = new OutOfMemoryError("a consumer's");
    IntConsumer exhausted =
        index -> {
          throw thrown;
        };
    try (ByteFile file = ByteFile.open(one);
        Lease lease = lease()) {
      ReadBatch reads = new ReadBatch(1);
      pages(reads, file, lease, 0, 10);
      assertThat(catchThrowable(() -> reads.await(exhausted))).isSameAs(thrown);
    }
    assertThat(told).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void anExceptionThatCannotEvenBeLoggedEndsNoBatch(Wait wait) throws Exception {
    TransferListener.install(
        transfer -> {
          told.add(transfer.path().getFileName().toString());
          throw new IllegalStateException() {
            @Override
            public String getMessage() {
              throw new AssertionError("no words for it");
            }
          };
        });
    assertThat(thrownByTwoFiles(wait)).isNull();
    assertThat(told).containsExactly("one", "other");
  }
}
