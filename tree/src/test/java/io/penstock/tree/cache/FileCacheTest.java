package io.penstock.tree.cache;

import static io.penstock.tree.cache.CachedFiles.LONG;
import static io.penstock.tree.cache.CachedFiles.TEN_FILES;
import static io.penstock.tree.cache.CachedFiles.bytes;
import static io.penstock.tree.cache.CachedFiles.file;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.file.attribute.PosixFilePermission.OWNER_READ;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.penstock.memory.BufferPool;
import io.penstock.memory.BufferPools;
import io.penstock.memory.PoolExhaustedException;
import io.penstock.memory.PoolOptions;
import io.penstock.testing.ForwardedPool;
import io.penstock.testing.Seed;
import io.penstock.testing.SpokenAssumption;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the cache of files gives. What it keeps is in [FileCacheBudgetTest], what it does not keep
/// in [StoredFileTest].
class FileCacheTest {
  @TempDir Path folder;

  @Test
  void aFileIsReadOnceAndGivenFromMemoryThen() throws IOException {
    Path path = file(folder, "a", 1000, 1);
    try (FileCache cache = FileCache.of(1 << 20, LONG)) {
      for (int i = 0; i < 5; i++) {
        assertThat(bytes(cache, path)).hasSize(1000).containsOnly(1);
      }
      CacheStatistics statistics = cache.statistics();
      assertThat(statistics.loads()).isEqualTo(1);
      assertThat(statistics.hits()).isEqualTo(4);
      assertThat(statistics.files()).isEqualTo(1);
      assertThat(statistics.bytes()).isEqualTo(1000);
    }
  }

  @Test
  void aPartOfAFileIsWritten() throws IOException {
    Path path = Files.writeString(folder.resolve("p"), "0123456789");
    try (FileCache cache = FileCache.of(1 << 20, LONG);
        CachedFile file = cache.open(path)) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      assertThat(file.writeTo(Channels.newChannel(bytes), 3, 4)).isEqualTo(4);
      assertThat(bytes.toString(US_ASCII)).isEqualTo("3456");
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> file.writeTo(Channels.newChannel(bytes), 7, 4));
    }
  }

  @Test
  void oneLoadServesAllWhoAskAtTheSameTime() throws Exception {
    Path path = file(folder, "a", 200_000, 1);
    try (FileCache cache = FileCache.of(1 << 20, LONG)) {
      CountDownLatch start = new CountDownLatch(1);
      AtomicReference<Throwable> failure = new AtomicReference<>();
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        threads.add(
            Thread.startVirtualThread(
                () -> {
                  try {
                    start.await();
                    assertThat(bytes(cache, path)).hasSize(200_000).containsOnly(1);
                  } catch (Exception | AssertionError e) {
                    failure.set(e);
                  }
                }));
      }
      start.countDown();
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(failure.get()).isNull();
      assertThat(cache.statistics().loads()).isEqualTo(1);
    }
  }

  @Test
  void aChangeIsSeenWhenTheFreshnessIsOver() throws IOException {
    Path path = file(folder, "a", 100, 1);
    try (FileCache at = FileCache.of(1 << 20, Duration.ZERO);
        FileCache later = FileCache.of(1 << 20, LONG)) {
      assertThat(bytes(at, path)).containsOnly(1);
      assertThat(bytes(later, path)).containsOnly(1);
      file(folder, "a", 100, 2);
      assertThat(bytes(at, path)).containsOnly(2);
      assertThat(bytes(later, path)).containsOnly(1);
    }
  }

  /// It was read in the tick in which it was written: the second write leaves size and time alike.
  @Test
  void aChangeThatDoesNotShowInTheTimeIsSeenWhenTheFreshnessIsOver() throws IOException {
    FileTime tick = FileTime.from(Instant.now().plusSeconds(30));
    try (FileCache cache = FileCache.of(1 << 20, Duration.ZERO)) {
      for (int value = 1; value <= 2; value++) {
        Path path = file(folder, "a", 100, value);
        Files.setLastModifiedTime(path, tick);
        assertThat(bytes(cache, path)).containsOnly(value);
      }
      assertThat(bytes(cache, folder.resolve("a"))).containsOnly(2);
      assertThat(cache.statistics().loads()).isEqualTo(3); // it may have been written since
    }
  }

  /// As the files of a reproducible build, or of a package, have: one time for all versions.
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aChangeWhoseTimeWasSetBackIsSeenWhenTheFreshnessIsOver(boolean anew) throws IOException {
    try (FileCache cache = FileCache.of(1 << 20, Duration.ZERO)) {
      for (int value = 1; value <= 2; value++) {
        if (anew) {
          Files.deleteIfExists(folder.resolve("a")); // most file systems give its number again
        }
        Path path = file(folder, "a", 100, value);
        Files.setLastModifiedTime(path, FileTime.from(Instant.EPOCH));
        assertThat(bytes(cache, path)).containsOnly(value);
      }
    }
  }

  /// So that one which may not be read any more is refused.
  @Test
  void aFileWhosePermissionsHaveChangedIsReadAgain() throws IOException {
    Path path = file(folder, "a", 100, 1);
    try (FileCache cache = FileCache.of(1 << 20, Duration.ZERO)) {
      assertThat(bytes(cache, path)).containsOnly(1);
      Path _ = Files.setPosixFilePermissions(path, Set.of(OWNER_READ));
      assertThat(bytes(cache, path)).containsOnly(1);
      assertThat(cache.statistics().loads()).isEqualTo(2);
    }
  }

  @Test
  void whoHasAFileKeepsItsMemoryWhateverBecomesOfTheCache() throws IOException {
    Path path = file(folder, "a", 100_000, 1);
    try (BufferPool pool = BufferPools.cached()) {
      FileCache cache = FileCache.of(1 << 20, Duration.ZERO, pool);
      CachedFile kept = cache.open(path);
      file(folder, "a", 100_000, 2);
      assertThat(bytes(cache, path)).containsOnly(2);
      cache.close();
      assertThat(bytes(kept)).hasSize(100_000).containsOnly(1);
      kept.close();
      kept.close();
      assertThatIllegalStateException().isThrownBy(() -> bytes(kept));
      assertThatIllegalStateException().isThrownBy(() -> cache.open(path));
    }
  }

  @Test
  @Timeout(60)
  void whoWaitsForALoadThatFailsLoadsTheFile() throws Exception {
    Path path = file(folder, "a", 25_000, 1);
    AtomicReference<Thread> second = new AtomicReference<>();
    try (BufferPool pool = failingOnce(() -> waitsUntilParked(second.get()));
        FileCache cache = FileCache.of(TEN_FILES, LONG, pool)) {
      FutureTask<byte[]> found = new FutureTask<>(() -> bytes(cache, path));
      second.set(Thread.ofPlatform().daemon().unstarted(found));
      assertThatExceptionOfType(PoolExhaustedException.class).isThrownBy(() -> cache.open(path));
      assertThat(found.get()).hasSize(25_000).containsOnly(1);
    }
  }

  private static void waitsUntilParked(Thread started) {
    started.start();
    while (started.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
  }

  /// A pool that has no memory for the first who asks.
  ///
  /// @param meanwhile what happens before that is told
  private static BufferPool failingOnce(Runnable meanwhile) {
    AtomicBoolean failed = new AtomicBoolean();
    return new ForwardedPool(
        BufferPools.cached(PoolOptions.defaults()),
        _ -> {
          if (failed.compareAndSet(false, true)) {
            meanwhile.run();
            throw new PoolExhaustedException("no memory");
          }
        });
  }

  @Test
  void aFileWhoseTimeLiesInTheFutureIsReadOnce() throws IOException {
    Path path = file(folder, "early", 100, 1);
    Files.setLastModifiedTime(path, FileTime.from(Instant.now().plus(Duration.ofDays(1))));
    try (FileCache cache = FileCache.of(TEN_FILES, Duration.ZERO)) {
      for (int i = 0; i < 3; i++) {
        assertThat(bytes(cache, path)).hasSize(100);
      }
      assertThat(cache.statistics().loads()).isEqualTo(1);
      assertThat(cache.statistics().hits()).isEqualTo(2);
    }
  }

  @Test
  void aFreshnessMayLastForEver() throws IOException {
    Path path = file(folder, "old", 100, 1);
    try (FileCache cache = FileCache.of(TEN_FILES, ChronoUnit.FOREVER.getDuration())) {
      assertThat(bytes(cache, path)).containsOnly(1);
      Path _ = file(folder, "old", 100, 2);
      assertThat(bytes(cache, path)).containsOnly(1);
    }
  }

  @Test
  void whatIsNoFileIsRefusedAndForgotten() throws IOException {
    Path missing = folder.resolve("missing");
    try (FileCache cache = FileCache.of(1000, LONG)) {
      assertThatExceptionOfType(NoSuchFileException.class)
          .isThrownBy(() -> cache.open(missing))
          .withMessage(missing + ": no such file");
      assertThatIOException()
          .isThrownBy(() -> cache.open(folder))
          .withMessage(folder + ": is no regular file");
      Files.writeString(missing, "here");
      assertThat(bytes(cache, missing)).hasSize(4);
    }
    assertThatIllegalArgumentException().isThrownBy(() -> FileCache.of(0, LONG));
  }

  @Test
  void filesThatAreReplacedAllTheTimeAreNeverMixed() throws Exception {
    Random random = Seed.sow(FileCacheTest.class);
    Path path = state(1);
    try (FileCache cache = FileCache.of(1 << 20, Duration.ofMillis(1))) {
      Thread writer =
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int i = 0; i < 200; i++) {
                      state(1 + random.nextInt(100));
                    }
                  });
      int reads = 0;
      while (writer.isAlive() || reads == 0) {
        byte[] bytes = bytes(cache, path);
        assertThat(bytes).hasSize(1000 * bytes[0]).containsOnly(bytes[0]);
        reads++;
      }
      writer.join();
    }
  }

  private Path state(int value) {
    try {
      byte[] bytes = new byte[1000 * value];
      Arrays.fill(bytes, (byte) value);
      Path fresh = Files.write(folder.resolve("fresh"), bytes);
      return Files.move(fresh, folder.resolve("state"), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/proc/version", "/sys/kernel/mm/transparent_hugepage/enabled"})
  void aFileThatDoesNotEndWhereItSaysIsRefused(Path made) throws IOException {
    SpokenAssumption.that(Files.exists(made), "no " + made);
    try (FileCache cache = FileCache.of(1 << 20, LONG)) {
      assertThatIOException()
          .isThrownBy(() -> cache.open(made))
          .withMessage(
              made
                  + ": has another size than it says, as files of /proc and /sys do;"
                  + " read it as a stream");
      assertThat(cache.statistics().files()).isZero();
    }
  }
}
