package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.testing.ChildJvm;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The defaults of a machine change how fast files are moved, and nothing else.
class ProfileTest {
  private static final Raw FORMAT = Raw.of(ElementType.BYTE, ByteOrder.BIG_ENDIAN, Shape.of(4));

  @TempDir Path folder;

  private static FileEngine engine(String name) {
    return new Profile(name, 1, 1, 0).fileEngine();
  }

  @Test
  void whatIsSavedIsLoaded() throws IOException {
    Profile profile = new Profile("mapped", 3, 2, 8192);
    Path file = folder.resolve("a").resolve("profile");
    profile.save(file);
    assertThat(Profile.load(file)).isEqualTo(profile);
    assertThat(file).hasContent(profile.text());
  }

  @ParameterizedTest
  @MethodSource(Engines.USABLE)
  void aFileIsUsableWhateverTheEngine(FileEngine engine) throws IOException {
    FileEngine preferred = engine(engine.name());
    assertThat(preferred.name()).isEqualTo(engine.name());
    Path path = folder.resolve("new");
    try (EngineFile file = preferred.create(path)) {
      file.resize(4);
    }
    for (OpenMode mode : OpenMode.values()) {
      try (EngineFile file = preferred.open(path, mode)) {
        assertThat(file.size()).isEqualTo(4);
      }
      assertThatExceptionOfType(NoSuchFileException.class)
          .isThrownBy(() -> preferred.open(folder.resolve("missing"), mode));
    }
  }

  /// A file that may be written and not read cannot be mapped.
  @Test
  void anEngineThatTheProfileHasChosenIsExplainedByIt() throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[4]);
    for (String name : List.of("mapped", "auto")) {
      Access access = Access.read().withEngine(engine(name));
      try (ArrayFile file = ArrayFile.open(path, FORMAT, access)) {
        if (name.equals("auto")) {
          assertThat(file.explain()).doesNotContain("default");
        } else {
          assertThat(file.explain())
              .endsWith("; engine mapped is this user's default: " + Profile.location());
        }
      }
    }
  }

  @Test
  void aProfileThatCannotBeReadIsAnErrorThatNamesIt() throws IOException {
    Path file = Files.writeString(folder.resolve("profile"), "chunkBytes=5\n");
    assertThatIOException()
        .isThrownBy(() -> Profile.read(file))
        .withMessageContainingAll(file.toString(), "chunk size 5")
        .withMessageNotContaining("\n");
    assertThatIOException().isThrownBy(() -> Profile.read(folder.resolve("none")));
  }

  @Test
  void aNumberThatIsNoneIsToldInOneLineWithItsName() throws IOException {
    Path file = Files.writeString(folder.resolve("p"), "readThreads=w\\nx\\u001b[31m\n");
    assertThatIOException()
        .isThrownBy(() -> Profile.read(file))
        .withMessage(file + ": readThreads is no whole number: 'w?x?[31m'");
  }

  @Test
  void aFileForWritingAloneIsWrittenAlsoWhereMappingIsPreferred() throws IOException {
    Path path = Files.write(folder.resolve("f"), new byte[4]);
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("-w-------"));
    try (ChildJvm child =
        ChildJvm.start(
            PermissionTest.withoutPrivileges(path),
            List.of(ChildJvm.NATIVE_ACCESS),
            Map.of(),
            ProfileTest.class,
            path.toString())) {
      assertThat(child.hearAll()).containsExactly("write: ok");
      assertThat(child.end()).as(child.errors()).isZero();
    }
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
    assertThat(Files.readAllBytes(path)).containsExactly(1, 2, 3, 4);
  }

  /// Writes to a file as a profile with `mapped` would have it.
  public static void main(String[] arguments) {
    Access access = Access.readWrite().withEngine(engine("mapped")).withMode(OpenMode.WRITE);
    Outcome.say("write", () -> write(Path.of(arguments[0]), access));
  }

  private static void write(Path path, Access access) throws IOException {
    try (ArrayFile file = ArrayFile.open(path, FORMAT, access)) {
      file.write(new byte[] {1, 2, 3, 4});
    }
  }
}
