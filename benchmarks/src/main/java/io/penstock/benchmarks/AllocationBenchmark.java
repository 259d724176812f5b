package io.penstock.benchmarks;

import io.penstock.memory.BufferPool;
import io.penstock.memory.BufferPools;
import io.penstock.memory.Lease;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/// The cost of a block of memory that is given back at once. `penstock evaluate messages.allocate`
/// measures the same in its own way; the two are to agree.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class AllocationBenchmark {
  /// Of a block.
  @Param({"256", "65536"})
  public long bytes;

  private final BufferPool pool = BufferPools.cached();

  /// Made by JMH.
  public AllocationBenchmark() {}

  /// From a pool like the shared one.
  @Benchmark
  public void lease(Blackhole hole) {
    Lease lease = pool.lease(bytes);
    hole.consume(lease);
    lease.close();
  }

  /// From an arena of its own.
  @Benchmark
  public void confinedArena(Blackhole hole) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(bytes, 64);
      hole.consume(memory);
    }
  }

  /// From the garbage collector.
  @Benchmark
  public ByteBuffer heapBuffer() {
    return ByteBuffer.allocate((int) bytes);
  }
}
