package io.penstock.simulation;

import io.penstock.memory.BufferPool;
import io.penstock.memory.BufferPools;
import io.penstock.simulation.runtime.Calls;
import io.penstock.simulation.runtime.Draws;
import io.penstock.simulation.runtime.Simulation;
import io.penstock.simulation.runtime.Simulation.SimulatedProcess;
import io.penstock.tree.cache.CachedFile;
import io.penstock.tree.cache.FileCache;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// The cache of files that change while they are served.
final class CacheScenarios {
  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  /// The time that a change may need to show: some ticks of the file system's clock.
  private static final long TICK = 10 * MILLI;

  private CacheScenarios() {}

  /// Files that are replaced and rewritten, with times of a coarse clock, while several threads
  /// open them; the memory has room for some of them. What is served is whole, and not older than
  /// the freshness allows; nothing stays in the pool.
  static void served(Simulation simulation) throws IOException, InterruptedException {
    Draws draws = simulation.draws();
    BufferPool pool = BufferPools.cached(SimulatedPools.options().withCacheBytes(4096));
    long freshness = draws.below(3) == 0 ? 0 : draws.spread(1000, 100 * MILLI);
    try (SimulationFolder folder = new SimulationFolder()) {
      List<Versions> files = new ArrayList<>();
      for (int i = 1 + draws.below(3); i > 0; i--) {
        files.add(new Versions(folder.path().resolve("f" + i)));
      }
      for (Versions file : files) {
        file.write(simulation, draws);
      }
      FileCache cache =
          FileCache.of(draws.spread(8_000, 100_000), Duration.ofNanos(freshness), pool);
      SimulatedProcess server = new SimulatedProcess("server");
      Throwable[] thrown = new Throwable[1];
      int readers = 1 + draws.below(3);
      int[] running = {readers + 1};
      for (int i = 0; i < readers; i++) {
        start(
            simulation,
            server,
            "reader-" + i,
            thrown,
            running,
            () -> {
              for (int round = 0; round < 25; round++) {
                files.get(draws.below(files.size())).check(simulation, cache, freshness);
                if (draws.onceIn(2)) {
                  Calls.parkNanos(draws.below(30 * MILLI));
                }
              }
            });
      }
      start(
          simulation,
          new SimulatedProcess("writer"),
          "writer",
          thrown,
          running,
          () -> {
            for (int round = 0; round < 25; round++) {
              files.get(draws.below(files.size())).write(simulation, draws);
              if (draws.onceIn(2)) {
                Calls.parkNanos(draws.below(60 * MILLI));
              }
            }
          });
      while (running[0] > 0) {
        Calls.sleep(1);
      }
      if (thrown[0] != null) {
        throw new AssertionError("failed", thrown[0]);
      }
      cache.close();
      if (pool.statistics().liveBlocks() != 0) {
        throw new AssertionError("still out: " + pool.statistics());
      }
      pool.close();
    }
  }

  private static void start(
      Simulation simulation,
      SimulatedProcess process,
      String name,
      Throwable[] thrown,
      int[] running,
      Simulation.Body body) {
    Thread _ =
        simulation.start(
            process,
            name,
            () -> {
              try {
                body.run();
              } catch (Throwable e) {
                thrown[0] = e;
              }
              running[0]--;
            });
  }

  /// A file's versions by when each was there.
  private static final class Versions {
    private final Path file;
    private final List<Long> since = new ArrayList<>();

    Versions(Path file) {
      this.file = file;
    }

    /// Replaces the file or writes it anew, with the time of a clock that ticks.
    void write(Simulation simulation, Draws draws) throws IOException {
      int version = since.size();
      byte[] bytes = new byte[draws.onceIn(3) ? 1000 : (int) draws.spread(1, 20_000)];
      Arrays.fill(bytes, (byte) version);
      boolean replaced = draws.below(2) == 0;
      Path target = replaced ? file.resolveSibling("new") : file;
      simulation.write(target, bytes, TICK);
      if (replaced) {
        Files.move(
            target, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      }
      since.add(simulation.nanos());
    }

    void check(Simulation simulation, FileCache cache, long freshness) throws IOException {
      long begin = simulation.nanos();
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      try (CachedFile found = cache.open(file)) {
        long _ = found.writeTo(Channels.newChannel(out), 0, found.size());
      } catch (FileSystemException e) {
        if (String.valueOf(e.getReason()).contains("was changed while it was sent")) {
          return; // one that is not kept
        }
        throw e;
      }
      byte[] bytes = out.toByteArray();
      if (bytes.length == 0) {
        throw new AssertionError("an empty file");
      }
      for (byte one : bytes) {
        if (one != bytes[0]) {
          throw new AssertionError("versions " + bytes[0] + " and " + one + " mixed");
        }
      }
      int version = bytes[0];
      boolean last = version >= since.size() - 1; // one that has just been written is not yet noted
      long until = last ? Long.MAX_VALUE : since.get(version + 1);
      if (until < begin - freshness) {
        throw new AssertionError(
            "version "
                + version
                + " was replaced "
                + (begin - until) / MILLI
                + " ms before it was asked for, by "
                + (since.size() - 1));
      }
    }
  }
}
