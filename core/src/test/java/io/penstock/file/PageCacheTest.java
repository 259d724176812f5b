package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.penstock.ffi.NativeAccess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageCacheTest {
  private static final int BYTES = 4 << 20;

  // The system's temporary folder may be in memory, where nothing can be evicted.
  @TempDir(factory = BuildFolder.class)
  Path folder;

  @Test
  void whatWasJustReadIsResidentUntilItIsEvicted() throws IOException {
    Path file = Files.write(folder.resolve("f"), new byte[BYTES]);
    PageCache.evict(file);
    OptionalLong cold = PageCache.residentBytes(file, 0, BYTES);
    byte[] _ = Files.readAllBytes(file);
    OptionalLong warm = PageCache.residentBytes(file, 0, BYTES);

    assertThat(cold.orElseThrow()).isLessThan(BYTES / 10);
    assertThat(warm.orElseThrow()).isGreaterThan(BYTES * 9L / 10);
  }

  @Test
  void missingFilesAreNamed() {
    assertThatThrownBy(() -> PageCache.evict(folder.resolve("absent")))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessageContaining("absent")
        .hasMessageEndingWith(": ENOENT: no such file or directory");
  }

  @Test
  void whatIsAskedForIsCountedAndNoMore() throws IOException {
    Path file = Files.write(folder.resolve("f"), new byte[10_000]);
    assertThat(PageCache.residentBytes(file, 0, 10_000)).hasValue(10_000);
    assertThat(PageCache.residentBytes(file, 4096, 10)).hasValue(10);
    assertThat(PageCache.residentBytes(file, 0, 0)).hasValue(0);
    long page = NativeAccess.libc().orElseThrow().pageBytes();
    assertThat(PageCache.residentBytes(file, 0, 1 << 20))
        .hasValue(Math.ceilDiv(10_000, page) * page); // in whole pages
    PageCache.evict(file);
    assertThat(PageCache.residentBytes(file, 0, 10_000)).hasValue(0);
    assertThat(BootstrapFileTest.descriptors(file)).isZero();
  }
}
