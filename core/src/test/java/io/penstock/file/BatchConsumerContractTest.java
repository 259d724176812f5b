package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.penstock.file.BatchContractTest.Wait;
import io.penstock.memory.BufferPool;
import io.penstock.memory.Lease;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What the consumers of batches are told and may do, by every engine and on both kinds of thread.
class BatchConsumerContractTest {
  private static final int SIZE = 2 << 20;

  @TempDir Path folder;

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void consumersAreToldOfEachReadOnce(FileEngine engine) throws Exception {
    Path path = Files.write(folder.resolve("f"), new byte[SIZE]);
    for (Wait wait : List.of(Wait.PLATFORM, Wait.VIRTUAL)) {
      wait.make(
          (read, write) -> {
            try (ByteFile file = ByteFile.open(path, Access.read().withEngine(engine));
                Lease lease = BufferPool.shared().lease(200 * 4096)) {
              ReadBatch batch = new ReadBatch(16);
              for (int i = 0; i < 200; i++) {
                batch.add(file, i == 77 ? SIZE : i * 4096L, lease, i * 4096L, 4096);
              }
              List<Integer> told = new ArrayList<>();
              Thread here = Thread.currentThread();
              assertThatExceptionOfType(TransferException.class)
                  .isThrownBy(
                      () ->
                          batch.await(
                              index -> {
                                assertThat(Thread.currentThread()).isEqualTo(here);
                                told.add(index);
                              }));
              assertThat(told).hasSize(199).doesNotHaveDuplicates().doesNotContain(77);
            }
          });
    }
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  @Timeout(60)
  void aConsumerThatWaitsForSomethingElseMissesNoRead(FileEngine engine) throws Exception {
    Path path = Files.write(folder.resolve("f"), new byte[SIZE]);
    for (Wait wait : List.of(Wait.PLATFORM, Wait.VIRTUAL)) {
      wait.make(
          (read, write) -> {
            try (ByteFile file = ByteFile.open(path, Access.read().withEngine(engine))) {
              ReadBatch batch = new ReadBatch(16);
              byte[] target = new byte[200 * 4096];
              for (int i = 0; i < 200; i++) {
                batch.add(file, i * 4096L, target, i * 4096, 4096);
              }
              AtomicInteger told = new AtomicInteger();
              batch.await(
                  index -> {
                    told.getAndIncrement();
                    LockSupport.parkNanos(this, 1_000_000);
                  });
              assertThat(told).hasValue(200);
            }
          });
    }
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void aConsumerThatThrowsEndsTheBatchWithNothingUnderWay(FileEngine engine) throws Exception {
    Path path = Files.write(folder.resolve("f"), new byte[SIZE]);
    for (Wait wait : List.of(Wait.PLATFORM, Wait.VIRTUAL)) {
      wait.make(
          (read, write) -> {
            Lease lease = BufferPool.shared().lease(200 * 4096);
            try (ByteFile file = ByteFile.open(path, Access.read().withEngine(engine))) {
              ReadBatch batch = new ReadBatch(16);
              for (int i = 0; i < 200; i++) {
                batch.add(file, i * 4096L, lease, i * 4096L, 4096);
              }
              assertThatExceptionOfType(ArithmeticException.class)
                  .isThrownBy(
                      () ->
                          batch.await(
                              index -> {
                                throw new ArithmeticException("enough");
                              }));
            }
            lease.close(); // throws if anybody has it still
          });
    }
  }

  @ParameterizedTest
  @MethodSource(Engines.EVERY_WAY)
  void aConsumerThatClosesAFileOfItsBatchIsRefused(FileEngine engine) throws Exception {
    Path path = Files.write(folder.resolve("f"), new byte[SIZE]);
    for (Wait wait : List.of(Wait.PLATFORM, Wait.VIRTUAL)) {
      wait.make(
          (read, write) -> {
            ByteFile file = ByteFile.open(path, Access.read().withEngine(engine));
            ByteFile other = ByteFile.open(path, Access.read().withEngine(engine));
            byte[] target = new byte[4096];
            ReadBatch batch = new ReadBatch().add(file, 0, target, 0, 4096);
            assertThatIllegalStateException()
                .isThrownBy(
                    () ->
                        batch.await(
                            _ -> {
                              close(other);
                              close(file);
                            }))
                .withMessage(
                    path + ": a batch that moves it goes on; close it when that has ended");
            assertThatIllegalStateException()
                .isThrownBy(() -> new ReadBatch().add(other, 0, target, 0, 1));
            read.await(new ReadBatch().add(file, 0, target, 0, 4096));
            file.close();
          });
    }
  }

  private static void close(ByteFile file) {
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
