package io.penstock.ffi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.penstock.testing.ForeignFileSystem;
import io.penstock.testing.SpokenAssumption;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.ProviderMismatchException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Names for C functions: the bytes that the path has, and no more.
class FileNameTest {
  @ParameterizedTest
  @ValueSource(strings = {"a", "a/b", "../a", "a b%20c", "\u00fc", "/", "/a", "/a/b"})
  void pathsStayAsTheyAre(String text) {
    Charset names = Charset.forName(System.getProperty("sun.jnu.encoding"));
    SpokenAssumption.that(
        names.newEncoder().canEncode(text), "names of files are " + names + " in this locale");
    assertThat(FileName.bytes(Path.of(text))).isEqualTo(text.getBytes(names));
  }

  /// Folders above the working one may be closed to who works in it.
  @Test
  void theSystemIsGivenRelativePathsAsSuch() {
    try (Arena arena = Arena.ofConfined()) {
      assertThat(FileName.of(Path.of("a/b"), arena).getString(0)).isEqualTo("a/b");
      assertThat(FileName.of(Path.of(""), arena).getString(0)).isEqualTo(".");
    }
  }

  @Test
  void namesThatAreNoTextKeepTheirBytes() {
    Path absolute = Path.of(URI.create("file:///a%FF/%80%C3%BC"));
    byte[] last = {(byte) 0x80, (byte) 0xc3, (byte) 0xbc};
    assertThat(FileName.bytes(absolute)).startsWith('/', 'a', 0xff, '/').endsWith(last);
    assertThat(FileName.bytes(absolute.getFileName())).isEqualTo(last);
  }

  @Test
  void pathsOfOtherFileSystemsHaveNone(@TempDir Path folder) throws IOException {
    Path foreign = ForeignFileSystem.in(folder.resolve("hidden")).twin(folder.resolve("f"));
    Path jrt = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules");
    for (Path path : new Path[] {foreign, jrt}) {
      assertThat(FileName.isSystems(path)).isFalse();
      assertThatExceptionOfType(ProviderMismatchException.class)
          .isThrownBy(() -> FileName.bytes(path))
          .withMessageContaining(path.toString());
    }
    assertThat(FileName.isSystems(folder)).isTrue();
  }
}
