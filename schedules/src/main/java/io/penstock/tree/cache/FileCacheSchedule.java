package io.penstock.tree.cache;

import io.penstock.memory.BufferPool;
import io.penstock.memory.BufferPools;
import io.penstock.memory.PoolOptions;
import io.penstock.memory.Storage;
import io.penstock.schedules.Threads;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Arrays;

/// Two threads open a file in a cache while a third closes that: each gets all of the file or is
/// refused, and at the end no memory is out.
public final class FileCacheSchedule {
  private static final int BYTES = 100;

  private final BufferPool pool =
      BufferPools.plain(PoolOptions.defaults().withStorage(Storage.heap()));
  private final FileCache cache;
  private final Path file;

  private FileCacheSchedule(Path file, Duration freshness) {
    this.file = file;
    this.cache = FileCache.of(1 << 20, freshness, pool);
  }

  private void open() throws IOException {
    try (CachedFile found = cache.open(file)) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      long written = found.writeTo(Channels.newChannel(out), 0, BYTES);
      Threads.require(
          written == BYTES && Arrays.equals(out.toByteArray(), new byte[BYTES]), "other bytes");
    } catch (IllegalStateException e) {
      Threads.require(e.toString().contains("closed"), e.toString());
    }
  }

  private void check() {
    Threads.require(pool.statistics().liveBlocks() == 0, "memory is out");
    Threads.require(cache.statistics().bytes() == 0, "a closed cache keeps a file");
    pool.close();
  }

  /// Runs it.
  public static void run() throws Exception {
    Path file = Files.createTempFile("penstock-schedule", ".bin");
    try {
      Files.write(file, new byte[BYTES]);
      Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000));
      FileCacheSchedule schedule = new FileCacheSchedule(file, Duration.ofHours(1));
      Threads.run(schedule::open, schedule::open, schedule.cache::close);
      schedule.check();
    } finally {
      Files.delete(file);
    }
  }
}
