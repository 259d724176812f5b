package io.penstock.file;

import static io.penstock.file.Lists.extents;
import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.file.EngineFile.ExtentList;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Lists of extents of which a file says whether they are cached, as far as it is asked.
@EnabledOnOs(OS.LINUX)
class ListResidencyTest {
  @TempDir Path folder;

  /// A sparse file of 64 MiB, of which ranges up to a length are cached.
  private EngineFile automatic(MeddledFile calls) throws IOException {
    FileEngine mapped = FileEngines.of(FileEngine.Mapped.class);
    return new AutoFile(
        folder.resolve("f"), calls, mapped, null, OpenMode.READ, MeddledFile.MAPPING);
  }

  @ParameterizedTest
  @ValueSource(longs = {1 << 20, 20 << 20})
  void extentsAreReadAsAListAlthoughNothingBetweenThemIsCached(long apart) throws IOException {
    MeddledFile calls = MeddledFile.open(Lists.sparse(folder, "f", 64 << 20), OpenMode.READ, 512);
    try (EngineFile file = automatic(calls)) {
      ExtentList extents = extents(512, 0, apart, 3 * apart);
      assertThat(file.tryReadList(extents, new byte[1536], 0)).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1000, 600 + 4096})
  void extentsThatAreReadInOnePieceAreAskedForInOne(long apart) throws IOException {
    MeddledFile calls = MeddledFile.open(Lists.sparse(folder, "f", 64 << 20), OpenMode.READ, 600);
    try (EngineFile file = automatic(calls)) {
      ExtentList extents = extents(600, 0, apart, 2 * apart, 3 * apart);
      assertThat(file.tryReadList(extents, new byte[2400], 0)).isFalse();
      assertThat(calls.questions).isOne();
    }
  }

  @Test
  void listsThatAreNotCachedAreSeldomAskedForUntilOneIs() throws IOException {
    MeddledFile calls =
        MeddledFile.open(Lists.sparse(folder, "f", 64 << 20), OpenMode.READ, 1 << 20);
    try (EngineFile file = automatic(calls)) {
      for (int i = 0; i < 1000; i++) {
        assertThat(file.tryReadList(extents(10, 0, 20 << 20), new byte[20], 0)).isFalse();
      }
      assertThat(calls.questions).isLessThan(30);
      int read = 0;
      for (int i = 0; i < 100; i++) {
        read += file.tryReadList(extents(10, 0, 10_000), new byte[20], 0) ? 1 : 0;
      }
      assertThat(read).isGreaterThan(30);
    }
  }
}
