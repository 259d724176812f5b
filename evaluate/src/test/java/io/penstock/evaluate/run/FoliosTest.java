package io.penstock.evaluate.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FoliosTest {
  private static final int BYTES = 16 << 20;

  @TempDir Path folder;

  @Test
  void aFileWrittenPageByPageLiesInSinglePages() throws IOException {
    assumeTrue(Files.isReadable(Path.of("/proc/kpageflags")), "the kernel tells root alone");
    String small = words(FileState.CACHED_SMALL);
    assertThat(small).matches("in folios of \\d+ KiB");
  }

  @Test
  void aFileWrittenInLargePiecesLiesNoSmallerThanOneWrittenPageByPage() throws IOException {
    assertThat(words(FileState.CACHED)).isNotBlank().doesNotContain("-");
  }

  @Test
  void aSystemThatDoesNotTellIsNotGuessedAbout() {
    assertThat(Folios.words(folder.resolve("nothing"))).isEqualTo("in folios of unknown size");
  }

  @Test
  void sizesAreWrittenInTheUnitThatTheyAreWholeIn() {
    assertThat(Folios.size(4096)).isEqualTo("4 KiB");
    assertThat(Folios.size(8 << 20)).isEqualTo("8 MiB");
    assertThat(Folios.size(1_000)).isEqualTo("1000 bytes");
  }

  private String words(FileState state) throws IOException {
    Path file = folder.resolve("data.bin");
    new FileContents(file, new ContentPattern(1, 1), BYTES).make(state.pieceBytes());
    return Folios.words(file);
  }
}
