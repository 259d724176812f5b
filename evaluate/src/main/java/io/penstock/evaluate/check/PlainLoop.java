package io.penstock.evaluate.check;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.evaluate.run.CheckedConsumer;
import io.penstock.file.Access;
import io.penstock.file.ArrayFile;
import io.penstock.file.FileEngines;
import io.penstock.file.Raw;
import io.penstock.memory.BufferPool;
import io.penstock.memory.BufferPools;
import io.penstock.memory.Lease;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// A program that does one thing over and over until its code is compiled, and then prints the
/// median time of one operation in nanoseconds.
final class PlainLoop {
  /// Reads a file of integers into an array.
  static final String READ = "read";

  /// Reads pages of a file at random.
  static final String PAGES = "pages";

  /// Leases so many bytes of a pool and gives them back.
  static final String LEASE = "lease";

  /// Saves an array of so many random integers into memory, by the JDK.
  static final String SAVE = "save";

  private static final int PAGE_BYTES = 4096;
  private static final int PAGES_KEPT = 8;
  private static final int SAMPLES = 25;
  private static final long WARM_NANOS = 1_500_000_000;

  /// So often a lease is kept where others could see it, lest the compiler leave all of them out.
  private static final int SEEN = 1024;

  private static volatile @Nullable Lease seen;

  private PlainLoop() {}

  /// Arguments: what to do, and to what.
  static void main(String[] arguments) throws Exception {
    switch (arguments[0]) {
      case READ -> read(Path.of(arguments[1]));
      case PAGES -> readPages(Path.of(arguments[1]));
      case LEASE -> print(5_000_000, leasing(Long.parseLong(arguments[1])), () -> {});
      case SAVE -> print(5_000, saving(Integer.parseInt(arguments[1])), () -> {});
      default -> throw new IllegalArgumentException(arguments[0]);
    }
  }

  /// @param operation done so many times
  /// @param before what precedes each sample and does not count
  private static void print(int times, CheckedConsumer<Integer> operation, Runnable before)
      throws Exception {
    for (long start = System.nanoTime(); System.nanoTime() - start < WARM_NANOS; ) {
      operation.accept(times);
    }
    double[] nanos = new double[SAMPLES];
    for (int i = 0; i < SAMPLES; i++) {
      before.run();
      long start = System.nanoTime();
      operation.accept(times);
      nanos[i] = (double) (System.nanoTime() - start) / times;
    }
    System.out.println(median(nanos));
  }

  /// The middle value of an odd number of them.
  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  /// Reads a file into an array that is spoilt before, as the evaluation does it to its own.
  private static void read(Path file) throws Exception {
    int[] target = new int[Math.toIntExact(Files.size(file) / Integer.BYTES)];
    Raw format = Raw.of(ElementType.INT, ByteOrder.nativeOrder(), Shape.of(target.length));
    FileEngines.bind();
    print(1, times -> read(file, format, target, times), () -> Arrays.fill(target, -1));
  }

  private static void read(Path file, Raw format, int[] target, int times) throws IOException {
    for (int i = 0; i < times; i++) {
      try (ArrayFile open = ArrayFile.open(file, format, Access.read().withThreads(1))) {
        open.read(target);
      }
    }
  }

  /// Reads pages into a buffer off the heap and copies them into an array, by the JDK.
  private static void readPages(Path path) throws Exception {
    byte[] target = new byte[PAGES_KEPT * PAGE_BYTES];
    int pages = Math.toIntExact(Files.size(path) / PAGE_BYTES);
    Random random = new Random(pages);
    print(4_000, times -> readPages(path, target, pages, random, times), () -> {});
  }

  private static void readPages(Path path, byte[] target, int pages, Random random, int times)
      throws IOException {
    ByteBuffer buffer = ByteBuffer.allocateDirect(PAGE_BYTES);
    try (FileChannel channel = FileChannel.open(path)) {
      for (int i = 0; i < times; i++) {
        if (channel.read(buffer.clear(), (long) random.nextInt(pages) * PAGE_BYTES) != PAGE_BYTES) {
          throw new EOFException(path + " has become shorter");
        }
        buffer.flip().get(target, i % PAGES_KEPT * PAGE_BYTES, PAGE_BYTES);
      }
    }
  }

  private static CheckedConsumer<Integer> leasing(long bytes) {
    BufferPool pool = BufferPools.cached();
    return times -> {
      int number = times;
      for (int i = 0; i < number; i++) {
        Lease lease = pool.lease(bytes);
        if (i % SEEN == 0) {
          seen = lease;
        }
        lease.close();
      }
    };
  }

  private static CheckedConsumer<Integer> saving(int length) {
    int[] ints = new Random(length).ints(length).toArray();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    return times -> {
      int number = times;
      for (int i = 0; i < number; i++) {
        bytes.reset();
        ObjectOutputStream out = new ObjectOutputStream(bytes);
        out.writeObject(ints);
        out.flush();
      }
    };
  }
}
