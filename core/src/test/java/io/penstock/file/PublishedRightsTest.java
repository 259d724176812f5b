package io.penstock.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.penstock.array.ElementType;
import io.penstock.array.Shape;
import io.penstock.testing.ForeignFileSystem;
import io.penstock.testing.SpokenAssumption;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Who may do what with a file that appears when it is complete.
class PublishedRightsTest {
  private static final String LIST = "system.posix_acl_access";
  private static final String LIST_FOR_NEW = "system.posix_acl_default";

  @TempDir Path folder;

  @BeforeEach
  void needsPermissions() throws IOException {
    FileStore store = Files.getFileStore(folder);
    assumeTrue(store.supportsFileAttributeView(PosixFileAttributeView.class));
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
  @MethodSource(Engines.USABLE)
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

  @ParameterizedTest
  @MethodSource(Engines.USABLE)
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

  static void requireOthers(Path file) throws IOException {
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
    byte[] older = set(file, LIST, list);
    assertThat(permissions(file)).isEqualTo("rw-r-----");
    assertThat(Publication.write(file, new byte[10])).isEmpty();
    assertThat(Attributes.get(file, LIST)).isEqualTo(older);
    assertThat(permissions(file)).isEqualTo("rw-r-----");
  }

  @Test
  void aListThatTheFolderGivesToNewFilesDoesNotOpenAReplacedOne() throws IOException {
    Path file = create(folder.resolve("a.npy"));
    allow(file, "rw-r-----");
    byte[] _ = set(folder, LIST_FOR_NEW, accessList(7, 7, 7, 7, 0));
    Publication.write(file, new byte[10]);
    assertThat(Attributes.get(file, LIST)).isEmpty();
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
    return Attributes.get(file, name);
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
  void aNewFileTakesTheRightsOfItsSource() throws IOException {
    Path source = Files.writeString(folder.resolve("source"), "private");
    requireOthers(source);
    allow(source, "rwx------");
    Path file = folder.resolve("a");
    Publication.ofNew(file).withRightsOf(source).write(out -> out.write(1));
    assertThat(permissions(file)).isEqualTo("rwx------");
    assertThat(Files.getAttribute(file, "unix:uid")).isEqualTo(1234);
  }

  @Test
  void aLinkToASourceLendsTheRightsOfWhatItLeadsTo() throws IOException {
    Path source = Files.writeString(folder.resolve("source"), "private");
    allow(source, "rw-------");
    Path link = Files.createSymbolicLink(folder.resolve("link"), source);
    Path file = folder.resolve("a");
    Publication.ofNew(file).withRightsOf(link).write(out -> out.write(1));
    assertThat(permissions(file)).isEqualTo("rw-------");
  }

  @Test
  void aSourceThatHasGoneLeavesTheFileToItsOwner() throws IOException {
    Path file = folder.resolve("a");
    Publication.ofNew(file)
        .withRightsOf(folder.resolve("gone"))
        .write(
            out -> {
              out.write(1);
              assertThat(listing().stream().map(PublishedRightsTest::permissionsOf))
                  .containsExactly("rw-------");
            });
    assertThat(permissions(file)).isEqualTo("rw-------");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-------", "rwxr-x---", "r--------"})
  void aNewFileHasThePermissionsThatAreAskedFor(String permissions) throws IOException {
    Path file = folder.resolve("a");
    int mode = ViewAttributes.mode(PosixFilePermissions.fromString(permissions));
    assertThat(Publication.ofNew(file).withPermissions(mode).write(out -> out.write(1))).isEmpty();
    assertThat(permissions(file)).isEqualTo(permissions);
    assertThat(listing()).containsExactly(file);
  }

  @Test
  void aFileHasItsRightsWhenItIsSyncedAndWhenItAppears() throws IOException {
    Path file = create(folder.resolve("a.npy"));
    allow(file, "rw-r-x---");
    Publication synced = Publication.of(file);
    synced.fillUnsynced(out -> out.write(1));
    assertThat(permissions(synced.temporary())).isEqualTo("rw-------");
    synced.sync();
    assertThat(permissions(synced.temporary())).isEqualTo("rw-r-x---");
    synced.discard();
    Publication appearing = Publication.of(file);
    appearing.fillUnsynced(out -> out.write(1));
    appearing.appear();
    assertThat(permissions(file)).isEqualTo("rw-r-x---");
  }

  @Test
  void whatAFileSystemDoesNotGiveAwayIsToldAndTheFileIsNoMoreOpen() throws IOException {
    ForeignFileSystem files = ForeignFileSystem.in(folder);
    Path file = files.twin(Path.of("/a"));
    Path behind = Files.writeString(files.behind(file), "old");
    requireOthers(behind);
    allow(behind, "rw-rw-r--");
    String owner = Files.getOwner(behind).getName();
    files.keepOwners();
    assertThat(Publication.write(file, new byte[10]))
        .containsExactly("owner " + owner, "group 5678");
    assertThat(permissions(behind)).isEqualTo("rw-r--r--");
    assertThat(listing()).containsExactly(behind);
  }

  @Test
  void aSourceInAnArchiveLendsWhatItHas() throws IOException {
    URI zip = URI.create("jar:" + folder.resolve("a.zip").toUri());
    Path file = folder.resolve("a");
    try (FileSystem archive = FileSystems.newFileSystem(zip, Map.of("create", "true"))) {
      Path source = Files.writeString(archive.getPath("/source"), "packed");
      Publication.ofNew(file).withRightsOf(source).write(out -> out.write(1));
    }
    assertThat(file).hasBinaryContent(new byte[] {1});
  }

  /// Ways to publish a file while something happens to its target.
  private static void publish(String way, Path file, Publication.Content meanwhile)
      throws IOException {
    if (way.equals("array")) {
      try (ArrayFile array = ArrayFile.create(file, ElementType.INT, Shape.of(3))) {
        array.write(new int[3]);
        meanwhile.writeTo(OutputStream.nullOutputStream());
      }
    } else {
      Publication.write(
          file,
          out -> {
            out.write(1);
            meanwhile.writeTo(out);
          });
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"stream", "array"})
  void aFileWhosePlaceIsFreeMeanwhileHasWhatNewOnesHave(String way) throws IOException {
    Path plain = Files.writeString(folder.resolve("plain"), "");
    Path file = create(folder.resolve("a.npy"));
    allow(file, "rwx--x---");
    publish(way, file, _ -> Files.delete(file));
    assertThat(permissions(file)).isEqualTo(permissions(plain));
    assertThat(listing()).containsExactlyInAnyOrder(plain, file);
  }

  @ParameterizedTest
  @ValueSource(strings = {"stream", "array"})
  void soItHasTheListOfItsFolder(String way) throws IOException {
    byte[] _ = set(folder, LIST_FOR_NEW, accessList(7, 6, 0, 4, 0));
    Path plain = Files.writeString(folder.resolve("plain"), "");
    Path file = create(folder.resolve("a.npy"));
    publish(way, file, _ -> Files.delete(file));
    assertThat(Attributes.get(file, LIST)).isNotEmpty().isEqualTo(Attributes.get(plain, LIST));
    assertThat(permissions(file)).isEqualTo(permissions(plain)).isEqualTo("rw-r-----");
  }

  @ParameterizedTest
  @ValueSource(strings = {"stream", "array"})
  void theFileThatIsThereInTheEndLendsItsRights(String way) throws IOException {
    Path file = create(folder.resolve("a.npy"));
    allow(file, "rwxrwxrwx");
    publish(
        way,
        file,
        _ -> {
          Path next = Files.writeString(folder.resolve("next"), "private");
          allow(next, "r--------");
          Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        });
    assertThat(permissions(file)).isEqualTo("r--------");
  }

  @ParameterizedTest
  @ValueSource(strings = {"stream", "array"})
  void aFileThatComesMeanwhileLendsItsRightsToo(String way) throws IOException {
    Path file = folder.resolve("a.npy");
    publish(
        way,
        file,
        _ -> {
          Files.writeString(file, "private");
          allow(file, "rw-------");
        });
    assertThat(permissions(file)).isEqualTo("rw-------");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw-------", "rwxr-x--x"})
  void aListThatTheFolderGivesToNewFilesStaysAsNarrowAsTheSource(String permissions)
      throws IOException {
    Path source = Files.writeString(folder.resolve("source"), "");
    allow(source, permissions);
    byte[] _ = set(folder, LIST_FOR_NEW, accessList(7, 6, 5, 7, 5));
    Path plain =
        Files.createFile(
            folder.resolve("plain"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions)));
    Path file = folder.resolve("a");
    Publication.ofNew(file).withRightsOf(source).write(out -> out.write(1));
    assertThat(Attributes.get(file, LIST)).isNotEmpty().isEqualTo(Attributes.get(plain, LIST));
    assertThat(permissions(file)).isEqualTo(permissions(plain)).isEqualTo(permissions);
    assertThat(listing()).containsExactlyInAnyOrder(source, plain, file);
  }

  private List<Path> listing() throws IOException {
    return listing(folder);
  }

  static List<Path> listing(Path of) throws IOException {
    try (Stream<Path> files = Files.list(of)) {
      return files.toList();
    }
  }

  static Path create(Path file) throws IOException {
    try (ArrayFile array = ArrayFile.create(file, ElementType.INT, Shape.of(3))) {
      array.write(new int[] {1, 2, 3});
    }
    return file;
  }

  static void allow(Path file, String permissions) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  private static String permissionsOf(Path file) {
    try {
      return permissions(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String permissions(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }
}
