package io.penstock.faults;

import static io.penstock.faults.ArrayOperations.require;

import io.penstock.file.Access;
import io.penstock.file.ByteFile;
import io.penstock.file.FileEngines;
import io.penstock.file.ReadBatch;
import io.penstock.file.WriteBatch;
import io.penstock.memory.BufferPool;
import io.penstock.memory.Lease;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// Batches of reads and writes, by calls and by rings.
final class BatchOperations {
  private static final int BLOCK = 4096;
  private static final int BLOCKS = 12;

  private final String engine;

  private BatchOperations(String engine) {
    this.engine = engine;
  }

  static Stream<Operation> all() {
    return Stream.of("posix", "posix-direct", "uring-direct")
        .filter(name -> FileEngines.named(name).obstacle().isEmpty())
        .flatMap(name -> new BatchOperations(name).operations());
  }

  private Stream<Operation> operations() {
    return Stream.of(
        operation("read", folder -> read(folder, ReadBatch::await)).on(BatchOperations::fill),
        operation("read later", folder -> read(folder, batch -> batch.start().join()))
            .on(BatchOperations::fill),
        operation("read by virtual thread", this::readVirtually).on(BatchOperations::fill),
        operation("write", folder -> write(folder, WriteBatch::awaitSynced))
            .on(folder -> Files.write(folder.resolve("f"), new byte[BLOCKS * BLOCK]))
            .leaving(BatchOperations::isFilled),
        operation("write later", folder -> write(folder, batch -> batch.start().join()))
            .on(folder -> Files.write(folder.resolve("f"), new byte[BLOCKS * BLOCK]))
            .leaving(BatchOperations::isFilled));
  }

  private Operation operation(String name, Operation.Step act) {
    return Operation.of("batch " + name + " by " + engine, act);
  }

  private static byte expected(int place) {
    return (byte) (place * 31 + (place >> 12));
  }

  private static byte[] content() {
    byte[] content = new byte[BLOCKS * BLOCK];
    for (int i = 0; i < content.length; i++) {
      content[i] = expected(i);
    }
    return content;
  }

  private static void fill(Path folder) throws IOException {
    Files.write(folder.resolve("f"), content());
  }

  private static void isFilled(Path folder) throws IOException {
    require(
        java.util.Arrays.equals(Files.readAllBytes(folder.resolve("f")), content()),
        "the file has other bytes");
  }

  private ByteFile open(Path folder) throws IOException {
    return ByteFile.open(
        folder.resolve("f"), Access.readWrite().withEngine(FileEngines.named(engine)));
  }

  private interface Waiting<B> {
    void on(B batch) throws IOException;
  }

  private void read(Path folder, Waiting<ReadBatch> waiting) throws IOException {
    try (ByteFile file = open(folder);
        Lease lease = BufferPool.shared().leaseShared(BLOCKS * BLOCK)) {
      lease.segment().fill((byte) 0x55);
      ReadBatch batch = new ReadBatch(4);
      for (int i = 0; i < BLOCKS; i++) {
        int place = i * 5 % BLOCKS * BLOCK;
        batch.add(file, place, lease, place, BLOCK);
      }
      waiting.on(batch);
      for (int i = 0; i < BLOCKS * BLOCK; i++) {
        require(
            lease.segment().get(ValueLayout.JAVA_BYTE, i) == expected(i), "another byte at " + i);
      }
    }
  }

  private void readVirtually(Path folder) throws Exception {
    Throwable[] thrown = new Throwable[1];
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                read(folder, ReadBatch::await);
              } catch (Throwable e) {
                thrown[0] = e;
              }
            })
        .join();
    switch (thrown[0]) {
      case null -> {}
      case Exception e -> throw e;
      case Error e -> throw e;
      default -> throw new AssertionError(thrown[0]);
    }
  }

  private void write(Path folder, Waiting<WriteBatch> waiting) throws IOException {
    try (ByteFile file = open(folder);
        Lease lease = BufferPool.shared().leaseShared(BLOCKS * BLOCK)) {
      lease.segment().copyFrom(java.lang.foreign.MemorySegment.ofArray(content()));
      WriteBatch batch = new WriteBatch(4);
      for (int i = 0; i < BLOCKS; i++) {
        int place = i * 5 % BLOCKS * BLOCK;
        batch.add(file, place, lease, place, BLOCK);
      }
      waiting.on(batch);
    }
  }
}
