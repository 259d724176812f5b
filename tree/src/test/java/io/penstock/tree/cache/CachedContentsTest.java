package io.penstock.tree.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.memory.BufferPool;
import io.penstock.memory.BufferPools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Memory that is given back when the last one leaves it.
class CachedContentsTest {
  @TempDir Path folder;

  @Test
  void whoComesAfterTheLastHasLeftGetsNothing() throws IOException {
    Path file = Files.write(folder.resolve("file"), new byte[100]);
    try (BufferPool pool = BufferPools.cached()) {
      CachedContents contents = CachedContents.read(file, pool, FileStamp.of(file)).orElseThrow();
      assertThat(contents.use()).isTrue();
      contents.release();
      assertThat(pool.statistics().liveBlocks()).isEqualTo(1);
      contents.release();
      assertThat(pool.statistics().liveBlocks()).isZero();
      assertThat(contents.use()).isFalse();
    }
  }

  @Test
  void aFileThatIsNotAsItWasGivesNothingAndKeepsNoMemory() throws IOException {
    Path file = Files.write(folder.resolve("file"), new byte[100]);
    FileStamp before = FileStamp.of(file);
    Path _ = Files.write(file, new byte[99]);
    try (BufferPool pool = BufferPools.cached()) {
      assertThat(CachedContents.read(file, pool, before)).isEmpty();
      assertThat(pool.statistics().liveBlocks()).isZero();
    }
  }
}
