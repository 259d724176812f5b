package io.penstock.tree.cache;

import static io.penstock.tree.cache.CachedFiles.LONG;
import static io.penstock.tree.cache.CachedFiles.TEN_FILES;
import static io.penstock.tree.cache.CachedFiles.bytes;
import static io.penstock.tree.cache.CachedFiles.file;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.penstock.memory.BufferPool;
import io.penstock.memory.BufferPools;
import io.penstock.memory.Lease;
import io.penstock.memory.PoolExhaustedException;
import io.penstock.memory.PoolOptions;
import io.penstock.testing.SpokenAssumption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the cache of files keeps within its memory, and what leaves it.
class FileCacheBudgetTest {
  @TempDir Path folder;

  @Test
  void theBudgetIsKeptAndWhatIsAskedForOftenStays() throws IOException {
    List<Path> hot = new ArrayList<>();
    try (FileCache cache = FileCache.of(TEN_FILES, LONG)) {
      for (int i = 0; i < 8; i++) {
        hot.add(file(folder, "hot" + i, 10_000, i));
      }
      for (int round = 0; round < 10; round++) {
        for (Path path : hot) {
          bytes(cache, path);
        }
      }
      for (int i = 0; i < 200; i++) {
        Path once = file(folder, "once" + i, 10_000, 7);
        assertThat(bytes(cache, once)).containsOnly(7);
        assertThat(cache.statistics().bytes()).isLessThanOrEqualTo(100_000);
      }
      long loads = cache.statistics().loads();
      for (Path path : hot) {
        bytes(cache, path);
      }
      assertThat(cache.statistics().loads()).isEqualTo(loads);
    }
  }

  private List<Path> tenFilesThatFillIt(String name) throws IOException {
    List<Path> files = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      files.add(file(folder, name + i, 10_000, i));
    }
    return files;
  }

  @Test
  void whoIsAskedForOnceReplacesNobodyWhoWasToo() throws IOException {
    List<Path> files = tenFilesThatFillIt("a");
    try (FileCache cache = FileCache.of(TEN_FILES, LONG)) {
      for (Path path : files) {
        bytes(cache, path);
      }
      bytes(cache, file(folder, "late", 10_000, 10));
      for (Path path : files) {
        bytes(cache, path);
      }
      assertThat(cache.statistics().loads()).isEqualTo(10);
      assertThat(cache.statistics().passed()).isEqualTo(1);
    }
  }

  @Test
  void whoWasAskedForSinceIsPassedOverOnce() throws IOException {
    List<Path> files = tenFilesThatFillIt("a");
    try (FileCache cache = FileCache.of(TEN_FILES, LONG)) {
      for (Path path : files) {
        bytes(cache, path);
        bytes(cache, path);
      }
      Path late = folder.resolve("late");
      for (int i = 0; i < 5; i++) {
        assertThatIOException().isThrownBy(() -> cache.open(late));
      }
      Path there = file(folder, "late", 10_000, 10);
      bytes(cache, there);
      assertThat(cache.statistics().loads()).isEqualTo(10);
      bytes(cache, there);
      assertThat(cache.statistics().loads()).isEqualTo(11);
    }
  }

  @Test
  void theMemoryOfTheEvictedIsUsedAgain() throws IOException {
    try (FileCache cache = FileCache.of(TEN_FILES, LONG)) {
      for (Path path : tenFilesThatFillIt("old")) {
        bytes(cache, path);
      }
      for (Path path : tenFilesThatFillIt("new")) {
        for (int i = 0; i < 3; i++) {
          bytes(cache, path);
        }
      }
      assertThat(cache.statistics().evicted()).isEqualTo(10);
      assertThat(cache.statistics().bytes()).isEqualTo(100_000);
    }
  }

  @Test
  void filesThatWereWrittenJustNowTakeTheirMemoryOnce() throws IOException {
    try (FileCache cache = FileCache.of(TEN_FILES, LONG)) {
      for (int i = 0; i < 10; i++) {
        bytes(cache, Files.write(folder.resolve("fresh" + i), new byte[10_000]));
      }
      assertThat(cache.statistics().bytes()).isEqualTo(100_000);
      assertThat(cache.statistics().passed()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void smallFilesTakeWhatIsKeptOfEach(int size) throws IOException {
    int files = 2000;
    try (FileCache cache = FileCache.of(100 << 10, LONG)) {
      for (int i = 0; i < files; i++) {
        Path path = file(folder, "small" + i, size, 1);
        for (int ask = 0; ask < 3; ask++) {
          assertThat(bytes(cache, path)).hasSize(size);
        }
      }
      assertThat(cache.statistics().files()).isBetween(50L, 100L);
      assertThat(cache.statistics().evicted()).isPositive();
    }
  }

  @Test
  void whatThePoolHasNoMemoryForTakesNoRoom() throws IOException {
    Path kept = file(folder, "kept", 10_000, 1);
    Path broken = file(folder, "broken", 25_000, 2);
    PoolOptions options = PoolOptions.defaults().withRegionBytes(1 << 20).withLimitBytes(1 << 20);
    try (BufferPool pool = BufferPools.cached(options)) {
      FileCache cache = FileCache.of(TEN_FILES, LONG, pool);
      try (Lease _ = pool.lease(1 << 20)) {
        for (int i = 0; i < 10; i++) {
          assertThatExceptionOfType(PoolExhaustedException.class)
              .isThrownBy(() -> cache.open(broken));
        }
      }
      bytes(cache, kept);
      assertThat(cache.statistics().files()).isEqualTo(1);
      assertThat(cache.statistics().passed()).isZero();
      cache.close();
    }
  }

  // Who may read all may not read these: nothing can be read from them.
  @Test
  void whatCannotBeReadTakesNoRoom() throws IOException {
    Path kept = file(folder, "kept", 10_000, 1);
    Path broken = Path.of("/sys/bus/cpu/uevent");
    SpokenAssumption.that(Files.exists(broken), "no file of sysfs that can only be written");
    try (FileCache cache = FileCache.of(TEN_FILES, LONG)) {
      for (int i = 0; i < 100; i++) {
        assertThatIOException().isThrownBy(() -> cache.open(broken));
      }
      bytes(cache, kept);
      assertThat(cache.statistics().files()).isEqualTo(1);
      assertThat(cache.statistics().passed()).isZero();
    }
  }

  @Test
  void whatIsEvictedIsForgottenAndMayComeBack() throws IOException {
    try (FileCache cache = FileCache.of(TEN_FILES, LONG)) {
      for (int round = 1; round <= 14; round++) {
        for (int i = 0; i < 12; i++) {
          Path path = round == 1 ? file(folder, "f" + i, 10_000, i) : folder.resolve("f" + i);
          for (int ask = 0; ask < (i + round) % 4; ask++) {
            assertThat(bytes(cache, path)).hasSize(10_000).containsOnly(i);
          }
          assertThat(cache.statistics().bytes()).isLessThanOrEqualTo(100_000);
        }
      }
      assertThat(cache.statistics().evicted()).isPositive();
    }
  }
}
