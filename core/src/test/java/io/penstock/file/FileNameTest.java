package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.penstock.testing.ChildJvm;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Names of files are bytes: no engine may need them to be text.
class FileNameTest {
  @TempDir Path folder;

  /// A name with bytes that are no UTF-8, one in UTF-8, and one that looks escaped.
  @ParameterizedTest
  @ValueSource(strings = {"%FF.npy", "%C3%BC%20x.npy", "100%25%32%35.npy", "%80%FE%FF"})
  void everyEngineOpensAndCreatesWhateverTheNamesBytes(String escaped) throws IOException {
    URI name = URI.create(folder.toUri() + escaped);
    assertThat(Nameless.failures(name)).isEmpty();
    assertThat(names(folder)).containsExactly(Path.of(name).toUri());
  }

  @Test
  void aFoldersNameMayBeNoTextEither() throws IOException {
    Path inner = Path.of(URI.create(folder.toUri() + "%80"));
    Files.createDirectory(inner);
    assertThat(Nameless.failures(URI.create(inner.toUri() + "%FF.npy"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"%FF.npy", "%C3%BC.npy", "plain.npy"})
  void soItIsWhereTheJvmTakesNamesForAscii(String escaped) throws IOException {
    URI name = URI.create(folder.toUri() + escaped);
    try (ChildJvm ascii =
        ChildJvm.start(
            List.of(ChildJvm.NATIVE_ACCESS),
            Map.of("LC_ALL", "C"),
            Nameless.class,
            name.toString())) {
      assertThat(ascii.hearAll()).isEmpty();
      assertThat(ascii.end()).as(ascii.errors()).isZero();
    }
    assertThat(names(folder)).containsExactly(Path.of(name).toUri());
  }

  private static List<URI> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(Path::toUri).toList();
    }
  }
}
