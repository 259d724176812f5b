package io.penstock.simulation;

import io.penstock.memory.BufferPool;
import io.penstock.memory.BufferPools;
import io.penstock.memory.PoolOptions;
import io.penstock.memory.Stash;
import io.penstock.memory.Storage;
import io.penstock.simulation.runtime.Simulation;
import java.lang.foreign.Arena;
import java.lang.reflect.Field;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// Pools of a simulation, whose memory goes with the run: a process that was killed releases
/// nothing.
public final class SimulatedPools {
  private static final int REGION = 1 << 20;
  private static final int PAGE = 4096;

  private static Arena arena = Arena.ofShared();
  private static @Nullable Simulation of;
  private static @Nullable BufferPool shared;

  private SimulatedPools() {}

  /// What [BufferPool#shared()] is in rewritten code: a pool of the run, since what earlier runs
  /// have left in one would change this run.
  public static BufferPool shared() {
    Simulation now = Simulation.current();
    BufferPool pool = shared;
    if (pool == null || !now.equals(of)) {
      pool = BufferPools.cached(options());
      shared = pool;
      of = now;
    }
    return pool;
  }

  /// Ends the memory of the last run, and empties what processes keep of their transfers and files,
  /// for the same reason: workspaces, and the shared files that processes had open which were
  /// killed.
  static void forget() {
    arena.close();
    arena = Arena.ofShared();
    try {
      Object stash = kept("io.penstock.file.TransferContext", "STASH");
      Field slots = Stash.class.getDeclaredField("slots");
      slots.setAccessible(true);
      AtomicReferenceArray<?> workspaces = (AtomicReferenceArray<?>) slots.get(stash);
      for (int i = 0; i < workspaces.length(); i++) {
        workspaces.set(i, null);
      }
      ((Map<?, ?>) kept("io.penstock.collective.SharedPointerFile", "USERS")).clear();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("these are kept elsewhere by now", e);
    }
  }

  private static Object kept(String type, String field) throws ReflectiveOperationException {
    Field found = Class.forName(type).getDeclaredField(field);
    found.setAccessible(true);
    return found.get(null);
  }

  /// Small regions of memory of this run.
  public static PoolOptions options() {
    Storage storage = Storage.of(bytes -> arena.allocate(bytes, PAGE), _ -> {});
    return PoolOptions.defaults().withRegionBytes(REGION).withStorage(storage);
  }
}
