package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a file that appears when it is complete leaves as it was.
class PublicationTest {
  @TempDir Path folder;

  @BeforeEach
  void needsPermissions() throws IOException {
    FileStore store = Files.getFileStore(folder);
    assumeTrue(store.supportsFileAttributeView(PosixFileAttributeView.class));
  }

  static Stream<FileEngine> engines() {
    return FileEngines.all().stream().filter(engine -> engine.obstacle().isEmpty());
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-------", "rw-rw-rw-", "rwxr-x--x", "r--r--r--", "-w--w----"})
  void aReplacedFileKeepsItsPermissions(String permissions) throws IOException {
    Path file = create(folder.resolve("a.npy"));
    allow(file, permissions);
    create(file);
    assertThat(permissions(file)).isEqualTo(permissions);
  }

  @ParameterizedTest
  @MethodSource("engines")
  void everyEngineKeepsThem(FileEngine engine) throws IOException {
    Path file = create(folder.resolve("a.npy"));
    allow(file, "rw-r-----");
    Creation creation = Creation.whenComplete().withEngine(engine);
    try (ArrayFile array = ArrayFile.create(file, Npy.of(ElementType.INT, Shape.of(3)), creation)) {
      array.write(new int[3]);
    }
    assertThat(permissions(file)).isEqualTo("rw-r-----");
  }

  @Test
  void thePermissionsOfASymbolicLinksTargetAreKept() throws IOException {
    Path file = create(folder.resolve("a.npy"));
    allow(file, "rw-r-----");
    Path link = Files.createSymbolicLink(folder.resolve("link.npy"), file);
    create(link);
    assertThat(Files.isSymbolicLink(link)).isTrue();
    assertThat(permissions(file)).isEqualTo("rw-r-----");
  }

  @Test
  void aNewFileHasThoseThatTheProcessGives() throws IOException {
    Path plain = Files.writeString(folder.resolve("plain"), "");
    assertThat(permissions(create(folder.resolve("a.npy")))).isEqualTo(permissions(plain));
  }

  @Test
  void whoMayNotReadTheOldFileCannotReadTheNewOneWhileItIsFilled() throws IOException {
    Path file = create(folder.resolve("a.npy"));
    allow(file, "r--------");
    try (ArrayFile array = ArrayFile.create(file, ElementType.INT, Shape.of(3))) {
      List<Path> others = listing().stream().filter(path -> !path.equals(file)).toList();
      assertThat(others).hasSize(1);
      assertThat(permissions(others.getFirst())).isEqualTo("rw-------");
      array.write(new int[3]);
    }
    assertThat(permissions(file)).isEqualTo("r--------");
  }

  @Test
  void aJvmThatIsToldToEndTakesItsUnfinishedFileWithIt() throws IOException {
    Path file = create(folder.resolve("a.npy"));
    try (ChildJvm other = ChildJvm.start(UnfinishedFile.class, file.toString())) {
      assertThat(other.hear()).isEqualTo("begun");
      assertThat(listing()).hasSize(2);
      other.terminate();
      assertThat(other.end()).isEqualTo(128 + 15);
    }
    assertThat(listing()).containsExactly(file);
    try (ArrayFile array = ArrayFile.open(file)) {
      assertThat(array.shape()).isEqualTo(Shape.of(3));
    }
  }

  private List<Path> listing() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  private static Path create(Path file) throws IOException {
    try (ArrayFile array = ArrayFile.create(file, ElementType.INT, Shape.of(3))) {
      array.write(new int[] {1, 2, 3});
    }
    return file;
  }

  private static void allow(Path file, String permissions) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  private static String permissions(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }
}
