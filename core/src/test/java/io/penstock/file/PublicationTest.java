package io.penstock.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.testing.ChildJvm;
import io.penstock.testing.SpokenAssumption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a file that appears when it is complete leaves as it was.
class PublicationTest {
  private static final String UNKNOWN_LIST =
      "permissions of others, as it may have an access control list";

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

  @Test
  void aHookThatCompletesAFileKeepsIt() throws IOException {
    Path file = folder.resolve("a.npy");
    try (ChildJvm other = ChildJvm.start(FileCompletedByHook.class, file.toString())) {
      assertThat(other.hear()).isEqualTo("begun");
      other.terminate();
      assertThat(other.hearAll()).containsExactly("saved", "another saved");
      assertThat(other.end()).isEqualTo(128 + 15);
    }
    Path another = folder.resolve("another");
    assertThat(listing()).containsExactlyInAnyOrder(file, another);
    try (ArrayFile array = ArrayFile.open(file)) {
      assertThat(array.shape()).isEqualTo(Shape.of(1000));
    }
    assertThat(another).hasContent("by a hook alone");
  }

  @ParameterizedTest
  @MethodSource("engines")
  void aPipeIsRefusedByNameAndStaysOne(FileEngine engine) throws IOException {
    Path pipe = node("pipe", "mkfifo \"$1\"");
    for (Creation creation : List.of(Creation.whenComplete(), Creation.newWhenComplete())) {
      assertThatExceptionOfType(FileSystemException.class)
          .isThrownBy(
              () ->
                  ArrayFile.create(
                      pipe, Npy.of(ElementType.INT, Shape.of(3)), creation.withEngine(engine)))
          .withMessageContaining(pipe.toString());
    }
    assertThat(listing()).containsExactly(pipe);
    assertThat(Publication.isSpecial(pipe)).isTrue();
  }

  @Test
  void aDeviceAndALinkToOneAreRefusedAndStay() throws IOException {
    Path device = node("null", "mknod \"$1\" c 1 3");
    Path link = Files.createSymbolicLink(folder.resolve("link"), device);
    for (Path file : List.of(device, link)) {
      assertThatExceptionOfType(FileSystemException.class)
          .isThrownBy(() -> ArrayFile.create(file, ElementType.INT, Shape.of(3)))
          .withMessageContaining("is a pipe, a socket or a device, which no file replaces");
    }
    assertThat(listing()).containsExactlyInAnyOrder(device, link);
    assertThat(Publication.isSpecial(device)).isTrue();
  }

  @Test
  void whatIsWrittenToADeviceGoesIntoIt() throws IOException {
    Path device = node("null", "mknod \"$1\" c 1 3");
    Publication.write(device, new byte[1000]);
    Publication.writeNew(device, out -> out.write(1));
    assertThat(listing()).containsExactly(device);
    assertThat(Publication.isSpecial(device)).isTrue();
  }

  @Test
  void whatIsWrittenToAPipeReachesItsReader() throws Exception {
    Path pipe = node("pipe", "mkfifo \"$1\"");
    CompletableFuture<byte[]> read =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return Files.readAllBytes(pipe);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            },
            run -> Thread.ofPlatform().daemon().start(run));
    Publication.write(pipe, "through".getBytes(UTF_8));
    assertThat(read.get(60, TimeUnit.SECONDS)).asString(UTF_8).isEqualTo("through");
    assertThat(Publication.isSpecial(pipe)).isTrue();
  }

  private Path node(String name, String script) throws IOException {
    Path path = folder.resolve(name);
    SpokenAssumption.that(
        Script.succeeds(script, path.toString()), "no such node can be made here: " + script);
    return path;
  }

  @ParameterizedTest
  @MethodSource("engines")
  void aReplacedFileKeepsItsOwnerGroupListAndAttributes(FileEngine engine) throws IOException {
    Path file = create(folder.resolve("a.npy"));
    requireOthers(file);
    allow(file, "rw-r-----");
    UserDefinedFileAttributeView user =
        Files.getFileAttributeView(file, UserDefinedFileAttributeView.class);
    user.write("colour", ByteBuffer.wrap(new byte[] {1, 0, 2}));
    Creation creation = Creation.whenComplete().withEngine(engine);
    try (ArrayFile array = ArrayFile.create(file, Npy.of(ElementType.INT, Shape.of(3)), creation)) {
      array.write(new int[3]);
    }
    assertThat(Files.getAttribute(file, "unix:uid")).isEqualTo(1234);
    assertThat(Files.getAttribute(file, "unix:gid")).isEqualTo(5678);
    assertThat(permissions(file)).isEqualTo("rw-r-----");
    assertThat((byte[]) Files.getAttribute(file, "user:colour")).containsExactly(1, 0, 2);
  }

  private static void requireOthers(Path file) throws IOException {
    try {
      Files.setAttribute(file, "unix:uid", 1234);
      Files.setAttribute(file, "unix:gid", 5678);
    } catch (IOException e) {
      SpokenAssumption.that(false, "files cannot be given away here: " + e.getMessage());
    }
  }

  /// A list that lets a user read and the file's group not: as permissions it looks like `rw-r--`.
  @Test
  void anAccessControlListIsKept() throws IOException {
    Path file = create(folder.resolve("a.npy"));
    byte[] list = accessList(6, 4, 0, 4, 0);
    byte[] older = set(file, "system.posix_acl_access", list);
    assertThat(permissions(file)).isEqualTo("rw-r-----");
    assertThat(Publication.write(file, new byte[10])).isEmpty();
    assertThat(get(file, "system.posix_acl_access")).isEqualTo(older);
    assertThat(permissions(file)).isEqualTo("rw-r-----");
  }

  @Test
  void aListThatTheFolderGivesToNewFilesDoesNotOpenAReplacedOne() throws IOException {
    Path file = create(folder.resolve("a.npy"));
    allow(file, "rw-r-----");
    byte[] _ = set(folder, "system.posix_acl_default", accessList(7, 7, 7, 7, 0));
    Publication.write(file, new byte[10]);
    assertThat(get(file, "system.posix_acl_access")).isEmpty();
    assertThat(permissions(file)).isEqualTo("rw-r-----");
  }

  /// The kernel's form of a list: a version, and a tag, permissions and an id for each entry.
  private static byte[] accessList(int owner, int user1000, int group, int mask, int others) {
    ByteBuffer list = ByteBuffer.allocate(4 + 5 * 8).order(ByteOrder.LITTLE_ENDIAN).putInt(2);
    int[][] entries = {
      {1, owner, -1}, {2, user1000, 1000}, {4, group, -1}, {16, mask, -1}, {32, others, -1}
    };
    for (int[] entry : entries) {
      list.putShort((short) entry[0]).putShort((short) entry[1]).putInt(entry[2]);
    }
    return list.array();
  }

  private static byte[] set(Path file, String name, byte[] value) throws IOException {
    SpokenAssumption.that(
        Attributes.set(file, name, value), "attributes like " + name + " cannot be set here");
    return get(file, name);
  }

  private static byte[] get(Path file, String name) throws IOException {
    return Attributes.get(file, name);
  }

  @Test
  void whoCannotGiveAwayAFileOpensItToNobody() throws IOException {
    Path file = create(folder.resolve("a.npy"));
    requireOthers(file);
    allow(file, "rw-r-----");
    allow(folder, "rwxrwxrwx");
    SpokenAssumption.that(
        Script.succeeds("setpriv --reuid 4321 --regid 4321 --clear-groups true"),
        "no process of another user can be started here");
    try (ChildJvm other =
        ChildJvm.start(
            List.of("setpriv", "--reuid", "4321", "--regid", "4321", "--clear-groups"),
            List.of("--enable-native-access=io.penstock"),
            Map.of(),
            WriterOfOneFile.class,
            file.toString())) {
      assertThat(other.hearAll()).containsExactly("owner 1234, group 5678, " + UNKNOWN_LIST);
    }
    assertThat(Files.getAttribute(file, "unix:uid")).isEqualTo(4321);
    assertThat(permissions(file)).isEqualTo("rw-------");
    assertThat(Files.size(file)).isEqualTo(10);
  }

  @Test
  void whoMayNotOpenTheOldFileOpensTheNewOneToNobodyElse() throws IOException {
    Path file = create(folder.resolve("a.npy"));
    requireOthers(file);
    Files.setAttribute(file, "unix:uid", 4321);
    Files.setAttribute(file, "unix:gid", 4321);
    allow(file, "---rw----");
    allow(folder, "rwxrwxrwx");
    SpokenAssumption.that(
        Script.succeeds("setpriv --reuid 4321 --regid 4321 --clear-groups true"),
        "no process of another user can be started here");
    try (ChildJvm other =
        ChildJvm.start(
            List.of("setpriv", "--reuid", "4321", "--regid", "4321", "--clear-groups"),
            List.of("--enable-native-access=io.penstock"),
            Map.of(),
            WriterOfOneFile.class,
            file.toString())) {
      assertThat(other.hearAll()).containsExactly(UNKNOWN_LIST);
    }
    assertThat(permissions(file)).isEqualTo("---------");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "--illegal-native-access=deny"})
  void theSameGoesWithoutNativeAccess(String option) throws IOException {
    Path file = create(folder.resolve("a.npy"));
    requireOthers(file);
    allow(file, "rw-r--r--");
    allow(folder, "rwxrwxrwx");
    SpokenAssumption.that(
        Script.succeeds("setpriv --reuid 4321 --regid 4321 --clear-groups true"),
        "no process of another user can be started here");
    try (ChildJvm other =
        ChildJvm.start(
            List.of("setpriv", "--reuid", "4321", "--regid", "4321", "--clear-groups"),
            option.isEmpty() ? List.of("--enable-native-access=io.penstock") : List.of(option),
            Map.of(),
            WriterOfOneFile.class,
            file.toString())) {
      assertThat(other.hearAll()).hasSize(1).first().asString().contains("owner", "group");
    }
    assertThat(permissions(file)).isEqualTo("rw-r--r--");
  }

  @Test
  void theTemporaryFileIsItsOwnersFromItsFirstMoment() throws IOException {
    Path file = create(folder.resolve("a.npy"));
    Publication publication = Publication.of(file);
    try (FileChannel _ = publication.open()) {
      assertThat(permissions(publication.temporary())).isEqualTo("rw-------");
    }
    publication.discard();
    assertThat(listing()).containsExactly(file);
  }

  @Test
  void aLinkOfTheTemporaryNameIsNotFollowed() throws IOException {
    Path precious = Files.writeString(folder.resolve("precious"), "precious");
    Publication publication = Publication.of(folder.resolve("a"));
    Files.createSymbolicLink(publication.temporary(), precious);
    assertThatExceptionOfType(FileAlreadyExistsException.class).isThrownBy(publication::create);
    assertThat(precious).hasContent("precious");
  }

  @Test
  void aFileThatMustBeNewReplacesNothingThatCameMeanwhile() throws IOException {
    Path file = folder.resolve("a");
    assertThatExceptionOfType(FileAlreadyExistsException.class)
        .isThrownBy(
            () ->
                Publication.writeNew(
                    file,
                    out -> {
                      out.write(1);
                      Files.writeString(file, "by another");
                    }))
        .withMessage(file + ": exists already; choose another name or remove it");
    assertThat(file).hasContent("by another");
    assertThat(listing()).containsExactly(file);
  }

  @Test
  void anArrayThatMustBeNewReplacesNothingEither() throws IOException {
    Path file = folder.resolve("a.npy");
    ArrayFile array =
        ArrayFile.create(file, Npy.of(ElementType.INT, Shape.of(3)), Creation.newWhenComplete());
    array.write(new int[3]);
    Files.writeString(file, "by another");
    assertThatExceptionOfType(FileAlreadyExistsException.class).isThrownBy(array::close);
    assertThat(file).hasContent("by another");
    assertThat(listing()).containsExactly(file);
    assertThatExceptionOfType(FileAlreadyExistsException.class)
        .isThrownBy(
            () ->
                ArrayFile.create(
                    file, Npy.of(ElementType.INT, Shape.of(3)), Creation.newWhenComplete()));
  }

  @Test
  void aLinkThatLeadsNowhereIsNothingNew() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("none"));
    assertThatExceptionOfType(FileAlreadyExistsException.class)
        .isThrownBy(() -> Publication.writeNew(link, out -> out.write(1)));
    assertThat(listing()).containsExactly(link);
  }

  @Test
  void aNewFileTakesTheRightsOfItsSource() throws IOException {
    Path source = Files.writeString(folder.resolve("source"), "private");
    allow(source, "rwx------");
    Path file = folder.resolve("a");
    Publication.ofNew(file).withRightsOf(source).write(out -> out.write(1));
    assertThat(permissions(file)).isEqualTo("rwx------");
  }

  @Test
  void aFolderOfAFileSystemWithoutSuchACallIsTakenForSynced() throws IOException {
    SpokenAssumption.that(Files.isDirectory(Path.of("/proc/self")), "no /proc here");
    Publication.syncFolder(Path.of("/proc/self"));
    Publication.syncFolder(folder);
    assertThatExceptionOfType(NoSuchFileException.class)
        .isThrownBy(() -> Publication.syncFolder(folder.resolve("missing")));
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
