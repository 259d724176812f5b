package io.penstock.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.file.FileEngine;
import io.penstock.file.FileEngines;
import io.penstock.testing.ChildJvm;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Method;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// No call leaves anything on the heap once it is compiled.
class AllocationTest {
  private static final int CALLS = 5000;
  private static final int MIN_ROUNDS = 200;

  /// On a busy machine the compiler gets to a method as late as that.
  private static final Duration MOST = Duration.ofMinutes(3);

  private static final List<Object> ARRAYS =
      List.of(
          new byte[5_000],
          new short[2_500],
          new char[2_500],
          new int[1_250],
          new long[625],
          new float[1_250],
          new double[625]);

  @TempDir Path folder;

  /// A call to be repeated.
  private interface Call {
    void make() throws IOException;
  }

  @ParameterizedTest
  @ValueSource(strings = {"BIG_ENDIAN", "LITTLE_ENDIAN"})
  void writingToAStreamAllocatesNothing(String order) throws Exception {
    ArrayDataOutputStream out =
        new ArrayDataOutputStream(OutputStream.nullOutputStream(), order(order));
    assertAllocatesNothing(
        () -> {
          write(out);
          out.writeUTF("some text");
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"BIG_ENDIAN", "LITTLE_ENDIAN"})
  void readingFromAStreamAllocatesNothing(String order) throws Exception {
    ArrayDataInputStream in = new ArrayDataInputStream(new Endless(), order(order));
    assertAllocatesNothing(() -> read(in));
  }

  @ParameterizedTest
  @ValueSource(strings = {"BIG_ENDIAN", "LITTLE_ENDIAN"})
  void movingToAndFromAFileAllocatesNothing(String order) throws Exception {
    FileEngine _ = FileEngines.named("posix"); // in steady state C functions are bound
    try (ArrayRandomAccessFile file =
        new ArrayRandomAccessFile(
            folder.resolve("file"), FileMode.READ_WRITE, order(order), 8 << 10)) {
      assertAllocatesNothing(
          () -> {
            file.seek(0);
            write(file);
            file.seek(0);
            read(file);
          });
    }
  }

  /// Compiled code misses what no class has been loaded for, and nothing but this code is compiled.
  @Test
  void aProgramThatOnlyWritesFloatsAllocatesNothing() throws Exception {
    List<String> compiling =
        List.of(
            "-Xbatch",
            "-XX:TieredStopAtLevel=4",
            "-XX:CompileCommand=quiet",
            "-XX:CompileCommand=compileonly,io.penstock.stream.*::encode");
    try (ChildJvm child = ChildJvm.start(compiling, Map.of(), FloatWriter.class)) {
      assertThat(child.hearAll()).as(child::errors).containsExactly("0");
    }
  }

  @Test
  void theMeasureNoticesAnAllocation() throws Exception {
    Object[] kept = new Object[1];
    assertThat(bytesPerCall(() -> kept[0] = new byte[1])).isGreaterThanOrEqualTo(16);
  }

  private static ByteOrder order(String name) {
    return name.equals("BIG_ENDIAN") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
  }

  private static void write(ArrayDataOutput out) throws IOException {
    for (int i = 0; i < ARRAYS.size(); i++) {
      out.writeArray(ARRAYS.get(i));
    }
    out.writeByte(1);
    out.writeInt(1);
    out.writeDouble(1);
    out.writeChars("text");
  }

  private static void read(ArrayDataInput in) throws IOException {
    for (int i = 0; i < ARRAYS.size(); i++) {
      in.readArray(ARRAYS.get(i));
    }
    in.readByte();
    in.readInt();
    in.readDouble();
  }

  /// Repeats until the compiler is done with the call, as long as that takes within reason.
  private static void assertAllocatesNothing(Call call) throws Exception {
    double least = Double.MAX_VALUE;
    long start = System.nanoTime();
    for (int round = 0; least >= 1 && isWorthARound(round, start); round++) {
      least = Math.min(least, bytesPerCall(call));
    }
    assertThat(least).as("bytes allocated by a call").isLessThan(1);
  }

  private static boolean isWorthARound(int round, long start) {
    return round < MIN_ROUNDS || System.nanoTime() - start < MOST.toNanos();
  }

  private static double bytesPerCall(Call call) throws Exception {
    long before = allocated();
    for (int i = 0; i < CALLS; i++) {
      call.make();
    }
    return (allocated() - before) / (double) CALLS;
  }

  /// By reflection, because the module has no need of `jdk.management` but here.
  private static long allocated() throws Exception {
    Object threads =
        Class.forName("java.lang.management.ManagementFactory")
            .getMethod("getThreadMXBean")
            .invoke(null);
    Method counter =
        Class.forName("com.sun.management.ThreadMXBean")
            .getMethod("getCurrentThreadAllocatedBytes");
    return (long) counter.invoke(threads);
  }

  /// Gives whatever lies in the target.
  private static final class Endless extends InputStream {
    @Override
    public int read() {
      return 0;
    }

    @Override
    public int read(byte[] target, int from, int count) {
      return count;
    }
  }
}
