package io.penstock.file;

import io.penstock.ffi.Ring;
import io.penstock.memory.BufferPool;
import io.penstock.memory.Lease;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.SplittableRandom;

/// A program that reads a file past the page cache by batches, in each way to wait, and says
/// whether all bytes came.
///
/// Byte `i` of the file is [#expected] of `i`.
final class FaultyBatches {
  static final int SIZE = 4 << 20;
  private static final int BLOCK = 4096;
  private static final int READS = 600;
  private static final int ROUNDS = 3;

  private FaultyBatches() {}

  static byte expected(long place) {
    return (byte) (place * 31 + (place >> 12));
  }

  /// Arguments: the file, and any word to be told first why there are no rings.
  public static void main(String[] arguments) throws Exception {
    if (arguments.length > 1) {
      System.out.println(Ring.obstacle().orElse("none"));
    }
    FileEngine engine = FileEngines.of(FileEngine.Direct.class);
    try (ByteFile file = ByteFile.open(Path.of(arguments[0]), Access.read().withEngine(engine))) {
      Outcome.say("platform", () -> read(file, ReadBatch::await));
      Thread.ofVirtual()
          .start(() -> Outcome.say("virtual", () -> read(file, ReadBatch::await)))
          .join();
      Outcome.say("future", () -> read(file, batch -> batch.start().join()));
      Outcome.say("platform again", () -> read(file, ReadBatch::await));
    }
  }

  private interface Waiting {
    void on(ReadBatch batch) throws IOException;
  }

  private static void read(ByteFile file, Waiting waiting) throws IOException {
    SplittableRandom random = new SplittableRandom(7);
    long[] places = new long[READS];
    try (Lease lease = BufferPool.shared().lease((long) READS * BLOCK)) {
      for (int round = 0; round < ROUNDS; round++) {
        ReadBatch batch = new ReadBatch(32);
        for (int i = 0; i < READS; i++) {
          places[i] = (long) random.nextInt(SIZE / BLOCK) * BLOCK;
          batch.add(file, places[i], lease, (long) i * BLOCK, BLOCK);
        }
        waiting.on(batch);
        for (int i = 0; i < READS; i++) {
          check(lease, i, places[i]);
        }
        lease.segment().fill((byte) 0x55);
      }
    }
  }

  private static void check(Lease lease, int number, long place) throws IOException {
    for (int k = 0; k < BLOCK; k += 7) {
      byte found = lease.segment().get(ValueLayout.JAVA_BYTE, (long) number * BLOCK + k);
      if (found != expected(place + k)) {
        throw new IOException("wrong byte at " + (place + k));
      }
    }
  }
}
