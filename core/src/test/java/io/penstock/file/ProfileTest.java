package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.testing.ChildJvm;
import io.penstock.testing.ForeignFileSystem;
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
  void aProfileThatIsMissingOrCannotBeUnderstoodIsAGuess() throws IOException {
    assertThat(Profile.load(folder.resolve("none"))).isEqualTo(Profile.guess());
    Path wrong = Files.writeString(folder.resolve("wrong"), "readThreads=0\n");
    assertThat(Profile.load(wrong)).isEqualTo(Profile.guess());
    Path empty = Files.createFile(folder.resolve("empty"));
    assertThat(Profile.read(empty)).isEqualTo(Profile.guess());
    assertThat(Profile.guess().engine()).isEqualTo("auto");
    assertThat(Profile.guess().readThreads()).isBetween(1, 8);
    assertThat(Profile.guess().writeThreads()).isBetween(1, 2);
  }

  @Test
  void sizesAreNothingOrPagesUpToTheLargestChunk() {
    for (int bytes : new int[] {0, 4096, Access.LARGEST_CHUNK}) {
      assertThat(new Profile("auto", 1, 1, bytes).chunkBytes()).isEqualTo(bytes);
    }
    for (int bytes : new int[] {-4096, 4095, Access.LARGEST_CHUNK + 4096}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new Profile("auto", 1, 1, bytes))
          .withMessage("chunk size " + bytes + " must be 0, or a multiple of 4096 up to 2097152");
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Profile("auto", 0, 1, 0))
        .withMessage("thread counts must be at least 1, not 0 and 1");
    assertThatIllegalArgumentException().isThrownBy(() -> new Profile("auto", 1, 0, 0));
  }

  @Test
  void aProfileIsWhereThePropertySaysOrInTheUsersFolder() {
    String before = System.getProperty("penstock.profile", "");
    try {
      System.setProperty("penstock.profile", folder.resolve("p").toString());
      assertThat(Profile.location()).isEqualTo(folder.resolve("p"));
      System.setProperty("penstock.profile", "");
      assertThat(Profile.location()).endsWithRaw(Path.of("penstock", "profile.properties"));
    } finally {
      System.setProperty("penstock.profile", before);
    }
  }

  @Test
  void anEngineThatThereIsNotOrThatIsAutoIsAuto() {
    assertThat(engine("warp").name()).isEqualTo("auto");
    assertThat(engine("auto")).isSameAs(FileEngines.auto());
    assertThat(engine("channel"))
        .hasToString("engine channel, else engine auto")
        .satisfies(preferred -> assertThat(preferred.obstacle()).isEmpty());
  }

  @Test
  void aFileThatTheProfilesEngineCannotOpenIsMovedByAuto() throws IOException {
    ForeignFileSystem files = ForeignFileSystem.in(folder);
    FileEngine preferred = engine("posix");
    Path made = files.getPath("/made");
    try (EngineFile file = preferred.create(made)) {
      file.resize(4);
    }
    try (EngineFile file = preferred.open(made, OpenMode.READ)) {
      assertThat(file.size()).isEqualTo(4);
    }
    assertThat(files.behind(made)).hasSize(4);
  }

  @ParameterizedTest
  @MethodSource(Engines.USABLE)
  void theHeaderOfAFileForWritingAloneIsReadByAnyEngine(FileEngine engine) throws IOException {
    Path path = folder.resolve("a.npy");
    Npy.write(path, Shape.of(2), new byte[] {1, 2});
    Access access = Access.read().withEngine(engine(engine.name())).withMode(OpenMode.WRITE);
    try (ArrayFile file = ArrayFile.open(path, access)) {
      assertThat(file.shape()).isEqualTo(Shape.of(2));
      file.write(new byte[] {3, 4});
    }
    assertThat(Npy.readBytes(path)).containsExactly(3, 4);
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
