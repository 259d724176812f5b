package io.penstock.evaluate.check;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.file.Access;
import io.penstock.file.ArrayFile;
import io.penstock.file.FileEngines;
import io.penstock.file.Raw;
import io.penstock.memory.BufferPool;
import io.penstock.memory.BufferPools;
import io.penstock.memory.Lease;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.nio.ByteOrder;
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

  /// Leases so many bytes of a pool and gives them back.
  static final String LEASE = "lease";

  /// Saves an array of so many random integers into memory, by the JDK.
  static final String SAVE = "save";

  private static final int SAMPLES = 25;
  private static final long WARM_NANOS = 1_500_000_000;

  /// So often a lease is kept where others could see it, lest the compiler leave all of them out.
  private static final int SEEN = 1024;

  private static volatile @Nullable Lease seen;

  private PlainLoop() {}

  /// An operation, so many times.
  @FunctionalInterface
  private interface Operation {
    void times(int number) throws IOException;

    /// What precedes each sample and does not count.
    default void before() {}
  }

  /// Arguments: what to do, and to what.
  static void main(String[] arguments) throws IOException {
    switch (arguments[0]) {
      case READ -> print(1, new Reading(Path.of(arguments[1])));
      case LEASE -> print(500_000, leasing(Long.parseLong(arguments[1])));
      case SAVE -> print(5_000, saving(Integer.parseInt(arguments[1])));
      default -> throw new IllegalArgumentException(arguments[0]);
    }
  }

  private static void print(int times, Operation operation) throws IOException {
    for (long start = System.nanoTime(); System.nanoTime() - start < WARM_NANOS; ) {
      operation.times(times);
    }
    double[] nanos = new double[SAMPLES];
    for (int i = 0; i < SAMPLES; i++) {
      operation.before();
      long start = System.nanoTime();
      operation.times(times);
      nanos[i] = (double) (System.nanoTime() - start) / times;
    }
    System.out.println(CrossCheck.median(nanos));
  }

  /// Reads a file into an array that is spoilt before, as the evaluation does it to its own.
  private static final class Reading implements Operation {
    private final Path file;
    private final Raw format;
    private final int[] target;

    Reading(Path file) throws IOException {
      this.file = file;
      target = new int[Math.toIntExact(Files.size(file) / Integer.BYTES)];
      format = Raw.of(ElementType.INT, ByteOrder.nativeOrder(), Shape.of(target.length));
      FileEngines.bind();
    }

    @Override
    public void before() {
      Arrays.fill(target, -1);
    }

    @Override
    public void times(int number) throws IOException {
      for (int i = 0; i < number; i++) {
        try (ArrayFile open = ArrayFile.open(file, format, Access.read().withThreads(1))) {
          open.read(target);
        }
      }
    }
  }

  private static Operation leasing(long bytes) {
    BufferPool pool = BufferPools.cached();
    return times -> {
      for (int i = 0; i < times; i++) {
        Lease lease = pool.lease(bytes);
        if (i % SEEN == 0) {
          seen = lease;
        }
        lease.close();
      }
    };
  }

  private static Operation saving(int length) {
    int[] ints = new Random(length).ints(length).toArray();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    return times -> {
      for (int i = 0; i < times; i++) {
        bytes.reset();
        ObjectOutputStream out = new ObjectOutputStream(bytes);
        out.writeObject(ints);
        out.flush();
      }
    };
  }
}
