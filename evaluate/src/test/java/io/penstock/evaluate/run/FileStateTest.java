package io.penstock.evaluate.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.penstock.file.PageCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileStateTest {
  private static final int BYTES = 8 << 20;

  @TempDir Path folder;

  private Path file = Path.of("");

  @BeforeEach
  void aFileThatIsNowhereButInTheCache() throws IOException {
    file = folder.resolve("data.bin");
    new FileContents(file, new ContentPattern(1, 1), BYTES).make(FileState.CACHED.pieceBytes());
    assumeTrue(
        PageCache.residentBytes(file, 0, BYTES).isPresent(), "this system does not tell residency");
    assumeTrue(!Files.getFileStore(file).type().equals("tmpfs"), "memory has no device behind it");
  }

  @Test
  void aColdFileHasNoPageInTheCacheAndAllItsBytes() throws IOException, AbsentException {
    FileState.COLD.make(file);
    assertThat(PageCache.residentBytes(file, 0, BYTES)).hasValue(0);
    assertThat(new FileContents(file, new ContentPattern(1, 1), BYTES).difference()).isEmpty();
  }

  @Test
  void aCachedFileHasAllOfThem() throws IOException, AbsentException {
    FileState.COLD.make(file);
    FileState.CACHED.make(file);
    assertThat(PageCache.residentBytes(file, 0, BYTES)).hasValue(BYTES);
  }

  @Test
  void aFileInSmallFoliosIsWrittenAgainWhereItHasLeftTheCache()
      throws IOException, AbsentException {
    FileContents contents = new FileContents(file, new ContentPattern(2, 1), BYTES);
    FileState.COLD.make(file);
    FileState.CACHED_SMALL.make(contents);
    assertThat(PageCache.residentBytes(file, 0, BYTES)).hasValue(BYTES);
    assertThat(contents.difference()).isEmpty();
  }

  @Test
  void aNewFileIsNotThereYet() throws IOException, AbsentException {
    FileState.NEW_FILE.make(file);
    assertThat(file).doesNotExist();
    FileState.NEW_FILE.make(file);
    assertThat(file).doesNotExist();
  }
}
