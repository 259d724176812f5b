package io.penstock.simulation;

import io.penstock.memory.BufferPool;
import io.penstock.memory.BufferPools;
import io.penstock.memory.Lease;
import io.penstock.memory.PoolExhaustedException;
import io.penstock.memory.PoolOptions;
import io.penstock.simulation.runtime.Calls;
import io.penstock.simulation.runtime.Draws;
import io.penstock.simulation.runtime.Simulation;
import io.penstock.simulation.runtime.Simulation.SimulatedProcess;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/// Pools of memory that threads use at the same time.
final class MemoryScenarios {
  private static final int REGION = 1 << 20;

  private MemoryScenarios() {}

  /// Threads that lease memory, keep it, hand it on to others and give it back, while the pool is
  /// trimmed and may be exhausted: no byte is handed out twice, and nothing stays out.
  static void pool(Simulation simulation) throws InterruptedException {
    Draws draws = simulation.draws();
    PoolOptions options =
        SimulatedPools.options()
            .withLimitBytes((1L + draws.below(4)) * REGION)
            .withCacheBytes(draws.spread(1, REGION / 4));
    BufferPool pool =
        switch (draws.below(4)) {
          case 0 -> BufferPools.buddy1(options);
          case 1 -> BufferPools.buddy2(options);
          default -> BufferPools.cached(options);
        };
    SimulatedProcess process = new SimulatedProcess("pool");
    List<Held> table = new ArrayList<>();
    Throwable[] thrown = new Throwable[1];
    int[] running = new int[1];
    int generations = 1 + draws.below(3);
    for (int generation = 0; generation < generations; generation++) {
      int threads = 1 + draws.below(5);
      running[0] = threads;
      for (int i = 0; i < threads; i++) {
        long seed = draws.below(1L << 40);
        simulation.start(
            process,
            "user-" + generation + "-" + i,
            () -> {
              try {
                use(pool, table, new Draws(seed));
              } catch (Throwable e) {
                thrown[0] = e;
              }
              running[0]--;
            });
      }
      while (running[0] > 0) {
        Calls.sleep(1);
      }
    }
    if (thrown[0] != null) {
      throw new AssertionError("a user failed", thrown[0]);
    }
    table.forEach(Held::close);
    if (pool.statistics().liveBlocks() != 0 || pool.statistics().liveBytes() != 0) {
      throw new AssertionError("still out: " + pool.statistics());
    }
    pool.close();
  }

  /// A lease full of one number.
  private record Held(Lease lease, MemorySegment memory, byte mark) {
    void close() {
      for (long i = 0; i < memory.byteSize(); i += 61) {
        byte found = memory.get(ValueLayout.JAVA_BYTE, i);
        if (found != mark) {
          throw new AssertionError("byte " + i + " is " + found + ", not " + mark);
        }
      }
      lease.close();
    }
  }

  private static void use(BufferPool pool, List<Held> table, Draws draws) {
    List<Held> mine = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      switch (draws.below(8)) {
        case 0, 1, 2, 3 -> {
          try {
            Lease lease = pool.leaseShared(draws.spread(1, REGION / 2));
            byte mark = (byte) draws.below(256);
            MemorySegment memory = lease.segment();
            memory.fill(mark);
            mine.add(new Held(lease, memory, mark));
          } catch (PoolExhaustedException e) {
            mine.forEach(Held::close);
            mine.clear();
          }
        }
        case 4 -> {
          if (!mine.isEmpty()) {
            table.add(mine.removeLast());
          }
        }
        case 5 -> {
          if (!table.isEmpty()) {
            table.removeLast().close();
          }
        }
        case 6 -> {
          if (draws.onceIn(4)) {
            long _ = pool.trim();
          }
        }
        default -> {
          if (!mine.isEmpty()) {
            mine.remove(draws.below(mine.size())).close();
          }
        }
      }
      Calls.point();
    }
    mine.forEach(Held::close);
  }
}
