package io.penstock.compress;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.penstock.file.FormatException;
import io.penstock.testing.AllocatedBytes;
import io.penstock.testing.ChildJvm;
import io.penstock.testing.Contents;
import io.penstock.testing.Seed;
import io.penstock.testing.SpokenAssumption;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TimeZone;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Zip archives: what is read, what is refused, and that nothing leaves the target.
class ZipArchiveTest {
  private static final Limits LIMITS = Limits.defaults();
  private static final FileTime TIME = FileTime.fromMillis(1_700_000_000_000L);

  @TempDir private Path folder;

  @Test
  void whatIsPackedIsUnpacked() throws IOException {
    byte[] one = Contents.mixed(new Random(1), 100_000);
    byte[] archive = zip("a/one", one, "a/b/two", new byte[0], "three", one);
    Path target = folder.resolve("target");
    extract(archive, target);
    assertThat(target.resolve("a/one")).hasBinaryContent(one);
    assertThat(target.resolve("a/b/two")).isEmptyFile();
    assertThat(target.resolve("three")).hasBinaryContent(one);
    assertThat(Files.getLastModifiedTime(target.resolve("three")).toMillis())
        .isCloseTo(TIME.toMillis(), within(2000L));
  }

  /// In a POSIX locale Java can only name files in ASCII.
  @Test
  void namesOfAnyCharacterAreUnpackedWhereJavaCanNameThem() throws IOException {
    String name = "größe/漢字";
    byte[] archive = zip(name, new byte[] {1});
    Path target = folder.resolve("target");
    if (Charset.forName(System.getProperty("sun.jnu.encoding")).newEncoder().canEncode(name)) {
      extract(archive, target);
      assertThat(target.resolve(name)).hasBinaryContent(new byte[] {1});
    } else {
      assertThatExceptionOfType(FormatException.class)
          .isThrownBy(() -> extract(archive, target))
          .withMessageContaining("has a name that this file system does not allow");
      assertThat(target).doesNotExist();
    }
  }

  @Test
  void anEmptyArchiveIsRead() throws IOException {
    extract(zip(), folder.resolve("target"));
    assertThat(folder.resolve("target")).isEmptyDirectory();
  }

  @Test
  void moreThan65535FilesAreRead() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipWriter zip = new ZipWriter(bytes, 0)) {
      for (int i = 0; i < 66_000; i++) {
        zip.file("f" + i, TIME, new ByteArrayInputStream(new byte[0]));
      }
    }
    try (ZipArchive archive = open(bytes.toByteArray())) {
      assertThat(archive.items()).hasSize(66_000);
      assertThat(archive.items().getLast().name()).isEqualTo("f65999");
    }
  }

  @Test
  @Tag("long")
  void aFileAbove4GiBIsRead() throws IOException {
    long size = (4L << 30) + 17;
    Path path = folder.resolve("large.zip");
    try (ZipWriter zip = new ZipWriter(Files.newOutputStream(path), 1);
        InputStream zeros = new Zeros(size)) {
      zip.file("zeros", TIME, zeros);
    }
    try (ZipArchive archive = ZipArchive.open(path, Limits.upTo(size));
        InputStream in = archive.content(archive.items().getFirst())) {
      assertThat(in.transferTo(OutputStream.nullOutputStream())).isEqualTo(size);
    }
  }

  /// So many zeros.
  private static final class Zeros extends InputStream {
    private long left;

    Zeros(long count) {
      left = count;
    }

    @Override
    public int read() {
      return left-- > 0 ? 0 : -1;
    }

    @Override
    public int read(byte[] target, int at, int count) {
      int n = (int) Math.min(left, count);
      Arrays.fill(target, at, at + n, (byte) 0);
      left -= n;
      return n == 0 ? -1 : n;
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../out",
        "a/../../out",
        "a/..",
        "..",
        ".",
        "a/./b",
        "/abs",
        "//abs",
        "a//b",
        "C:/x",
        "c:x",
        "a\\b",
        "..\\out",
        "nul\0",
        ""
      })
  void aNameThatCouldLeaveTheTargetIsRefusedBeforeAnythingIsWritten(String name)
      throws IOException {
    byte[] archive = zip("good", new byte[3], name, new byte[3]);
    Path target = folder.resolve("target");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> extract(archive, target))
        .withMessageStartingWith(folder.resolve("archive.zip").toString());
    assertThat(target).doesNotExist();
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void namesThatClashAreRefused() throws IOException {
    for (String[] names :
        new String[][] {{"same", "same"}, {"a", "a/b"}, {"a/b", "a"}, {"a", "a/"}, {"a/", "a"}}) {
      byte[] forged = stored(names);
      assertThatExceptionOfType(FormatException.class)
          .as(Arrays.toString(names))
          .isThrownBy(() -> extract(forged, folder.resolve("target")))
          .withMessageContaining("is there twice");
      assertThat(folder.resolve("target")).doesNotExist();
    }
  }

  @Test
  void whatCouldBeRunCanBeRunAgain() throws IOException {
    for (int mode : new int[] {0100755, 0100644}) {
      byte[] archive = zip("program", new byte[] {1});
      int directory = directoryAt(archive);
      archive[directory + 5] = 3; // made on Unix
      little(archive).putInt(directory + 38, mode << 16);
      Path target = folder.resolve("target" + mode);
      extract(archive, target);
      assertThat(target.resolve("program").toFile().canExecute()).isEqualTo((mode & 0100) != 0);
    }
  }

  private static byte[] withMode(byte[] archive, int mode) {
    int directory = directoryAt(archive);
    archive[directory + 5] = 3; // made on Unix
    little(archive).putInt(directory + 38, mode << 16);
    return archive;
  }

  private static String permissions(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void filesAndFoldersHaveThePermissionsOfTheArchive() throws IOException {
    ByteArrayOutputStream archive = new ByteArrayOutputStream();
    try (ZipWriter zip = new ZipWriter(archive, 6)) {
      zip.file("closed/private", TIME, 0600, new ByteArrayInputStream(new byte[10]));
      zip.folder("closed", TIME, 0700);
      zip.file("program", TIME, 0755, new ByteArrayInputStream(new byte[10]));
      zip.file("finished", TIME, 04400, new ByteArrayInputStream(new byte[10]));
      zip.file("plain", TIME, new ByteArrayInputStream(new byte[10]));
    }
    Path target = folder.resolve("target");
    extract(archive.toByteArray(), target);
    assertThat(permissions(target.resolve("closed"))).isEqualTo("rwx------");
    assertThat(permissions(target.resolve("closed/private"))).isEqualTo("rw-------");
    assertThat(permissions(target.resolve("finished"))).isEqualTo("r--------");
    Path ordinary = Files.writeString(folder.resolve("ordinary"), "");
    assertThat(permissions(target.resolve("plain"))).isEqualTo(permissions(ordinary));
    Path made =
        Files.createDirectory(
            folder.resolve("made"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
    assertThat(permissions(target.resolve("program"))).isEqualTo(permissions(made));
  }

  @Test
  void aUmaskHoldsForWhatCanBeRun() throws IOException {
    Path archive = folder.resolve("archive.zip");
    try (ZipWriter zip = new ZipWriter(Files.newOutputStream(archive), 6)) {
      zip.file("program", TIME, 0755, new ByteArrayInputStream(new byte[10]));
    }
    Path target = folder.resolve("target");
    try (ChildJvm other =
        ChildJvm.start(
            List.of("sh", "-c", "umask 077; exec \"$@\"", "sh"),
            List.of(),
            Map.of(),
            ExtractingProgram.class,
            archive.toString(),
            target.toString())) {
      assertThat(other.hearAll()).containsExactly("begun", "done");
    }
    assertThat(permissions(target.resolve("program"))).isEqualTo("rwx------");
    assertThat(permissions(target)).isEqualTo("rwx------");
  }

  @Test
  void anExtractionThatIsEndedLeavesNoFile() throws IOException {
    Path archive = folder.resolve("archive.zip");
    try (ZipWriter zip = new ZipWriter(Files.newOutputStream(archive), 1)) {
      zip.file("first", TIME, new ByteArrayInputStream(new byte[10]));
      zip.file("large", TIME, new Zeros(1L << 30));
    }
    Path target = folder.resolve("target");
    try (ChildJvm other =
        ChildJvm.start(ExtractingProgram.class, archive.toString(), target.toString())) {
      assertThat(other.hear()).isEqualTo("begun");
      while (files(target).isEmpty()) {
        Thread.onSpinWait();
      }
      other.terminate();
      assertThat(other.end()).isEqualTo(128 + 15);
    }
    assertThat(target).doesNotExist();
  }

  @Test
  void anExtractionThatIsEndedWhileFilesGetTheirNamesLeavesNone() throws IOException {
    Path archive = folder.resolve("archive.zip");
    int count = 5000;
    try (ZipWriter zip = new ZipWriter(Files.newOutputStream(archive), 0)) {
      for (int i = 0; i < count; i++) {
        zip.file("in/" + i, TIME, new ByteArrayInputStream(new byte[0]));
      }
    }
    Path target = folder.resolve("target");
    try (ChildJvm other =
        ChildJvm.start(ExtractingProgram.class, archive.toString(), target.toString())) {
      assertThat(other.hear()).isEqualTo("begun");
      while (!Files.exists(target.resolve("in/0"))) {
        Thread.onSpinWait();
      }
      other.terminate();
      if (other.hearAll().isEmpty()) {
        assertThat(target).doesNotExist();
      } else {
        assertThat(files(target.resolve("in"))).hasSize(count); // it was done already
      }
    }
  }

  @Test
  void whatHasNoRoomIsNamed() throws IOException {
    Path archive = folder.resolve("archive.zip");
    try (ZipWriter zip = new ZipWriter(Files.newOutputStream(archive), 1)) {
      zip.file("in/large", TIME, new Zeros(1 << 20));
    }
    Path target = folder.resolve("target");
    try (ChildJvm other =
        ChildJvm.start(
            List.of("sh", "-c", "ulimit -f 100; exec \"$@\"", "sh"),
            List.of("-XX:-UsePerfData"),
            Map.of(),
            ExtractingProgram.class,
            archive.toString(),
            target.toString())) {
      assertThat(other.hearAll()).containsExactly("begun");
      assertThat(other.errors())
          .contains(target.resolve("in/large") + ": cannot be written at byte ");
    }
    assertThat(target).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100})
  void foldersHaveThePermissionsOfTheArchive(int files) throws IOException {
    Path archive = folder.resolve("archive.zip");
    try (ZipWriter zip = new ZipWriter(Files.newOutputStream(archive), 0)) {
      zip.folder("closed", TIME, 0555);
      zip.folder("closed/inner", TIME, 0500);
      for (int i = 0; i < files; i++) {
        zip.file("closed/inner/" + i, TIME, new ByteArrayInputStream(new byte[0]));
      }
    }
    Path target = folder.resolve("target");
    try (ChildJvm other = extractingAsAnother("umask 022", archive, target)) {
      assertThat(other.hearAll()).as(other.errors()).containsExactly("begun", "done");
    }
    assertThat(permissions(target)).isEqualTo("rwxr-xr-x");
    assertThat(permissions(target.resolve("closed"))).isEqualTo("r-xr-xr-x");
    assertThat(permissions(target.resolve("closed/inner"))).isEqualTo("r-x------");
    assertThat(files(target.resolve("closed/inner"))).hasSize(files);
    Path again = target;
    try (ChildJvm other = extractingAsAnother("umask 022", archive, again)) {
      assertThat(other.hearAll()).containsExactly("begun"); // it is there already
    }
    assertThat(files(target.resolve("closed/inner"))).hasSize(files);
  }

  @ParameterizedTest
  @CsvSource({"umask 0222, 1, r-xr-xr-x", "umask 0777, 1, ---------", "umask 0777, 100, ---------"})
  void aUmaskThatDeniesTheOwnerHindersNoExtraction(String umask, int files, String permissions)
      throws IOException {
    Path archive = folder.resolve("archive.zip");
    try (ZipWriter zip = new ZipWriter(Files.newOutputStream(archive), 0)) {
      for (int i = 0; i < files; i++) {
        zip.file("in/this/" + i, TIME, new ByteArrayInputStream(new byte[0]));
      }
    }
    Path target = folder.resolve("target");
    try (ChildJvm other = extractingAsAnother(umask, archive, target)) {
      assertThat(other.hearAll()).as(other.errors()).containsExactly("begun", "done");
    }
    assertThat(permissions(target)).isEqualTo(permissions);
    assertThat(permissions(target.resolve("in/this"))).isEqualTo(permissions);
    assertThat(files(target.resolve("in/this"))).hasSize(files);
  }

  /// Unpacks as a user without privileges.
  private ChildJvm extractingAsAnother(String first, Path archive, Path target) throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    String another = "setpriv --reuid 4321 --regid 4321 --clear-groups ";
    Process trial = new ProcessBuilder("sh", "-c", another + "true").start();
    SpokenAssumption.that(
        trial.onExit().join().exitValue() == 0, "no process of another user can be started here");
    return ChildJvm.start(
        List.of("sh", "-c", first + "; exec " + another + "\"$@\"", "sh"),
        List.of(ChildJvm.NATIVE_ACCESS),
        Map.of(),
        ExtractingProgram.class,
        archive.toString(),
        target.toString());
  }

  private static List<Path> files(Path target) throws IOException {
    if (!Files.exists(target)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(target)) {
      return files.toList();
    }
  }

  /// As jars have them: a type that no system knows for folders, and that of the pipe from which a
  /// file's content came.
  @Test
  void oddTypesAreNoLinks() throws IOException {
    Path target = folder.resolve("target");
    extract(withMode(zip("folder/", new byte[0]), 0177777), target);
    extract(withMode(zip("piped", new byte[] {1}), 0010600), target);
    assertThat(target.resolve("folder")).isDirectory();
    assertThat(target.resolve("piped")).isRegularFile().hasBinaryContent(new byte[] {1});
    for (int mode : new int[] {0120777, 0140755, 0060660, 0020666}) {
      assertThatExceptionOfType(FormatException.class)
          .isThrownBy(() -> extract(withMode(zip("special", new byte[0]), mode), target))
          .withMessageContaining("is a link or a device");
    }
  }

  @Test
  void aTimeIsTheSameInEveryZone() throws IOException {
    FileTime odd = FileTime.fromMillis(1_700_000_001_000L);
    TimeZone here = TimeZone.getDefault();
    byte[] archive;
    try {
      TimeZone.setDefault(TimeZone.getTimeZone("Asia/Kathmandu"));
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (ZipWriter zip = new ZipWriter(bytes, 6)) {
        zip.file("file", odd, new ByteArrayInputStream(new byte[10]));
        zip.folder("folder", odd);
      }
      archive = bytes.toByteArray();
      TimeZone.setDefault(TimeZone.getTimeZone("America/St_Johns"));
      try (ZipArchive opened = open(archive)) {
        assertThat(opened.items()).extracting(ZipItem::modified).containsOnly(odd.toInstant());
      }
      extract(archive, folder.resolve("target"));
    } finally {
      TimeZone.setDefault(here);
    }
    assertThat(Files.getLastModifiedTime(folder.resolve("target/file"))).isEqualTo(odd);
  }

  @Test
  void aTimeOfWindowsIsRead() throws IOException {
    ZipEntry entry = new ZipEntry("file");
    byte[] field = new byte[36];
    little(field).putShort(0, (short) 10).putShort(2, (short) 32);
    little(field).putShort(8, (short) 1).putShort(10, (short) 24);
    little(field).putLong(12, (1_700_000_001L + 11_644_473_600L) * 10_000_000 + 1234567);
    entry.setExtra(field);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.putNextEntry(entry);
      zip.closeEntry();
    }
    try (ZipArchive opened = open(bytes.toByteArray())) {
      assertThat(opened.items().getFirst().modified().getEpochSecond()).isEqualTo(1_700_000_001L);
    }
  }

  @Test
  void aFileThatComesMeanwhileIsNotReplacedAndNothingElseAppears() throws IOException {
    byte[] archive = zip("a", new byte[10], "b", new byte[10]);
    Path target = Files.createDirectory(folder.resolve("target"));
    Files.createSymbolicLink(target.resolve("b"), folder.resolve("nowhere"));
    assertThatExceptionOfType(FileAlreadyExistsException.class)
        .isThrownBy(() -> extract(archive, target));
    assertThat(files(target)).containsExactly(target.resolve("b"));
  }

  @Test
  void whatOthersHavePutIntoNewFoldersMeanwhileStays() throws Exception {
    byte[] large = new byte[8 << 20];
    new Random(1).nextBytes(large);
    byte[] archive = zip("d/a", large, "d/b", new byte[] {1, 2, 3});
    archive[directoryAt(archive) - 17] ^= 1; // the last byte of what d/b holds
    boolean met = false;
    for (int i = 0; i < 50 && !met; i++) {
      Path target = Files.createDirectory(folder.resolve("target" + i));
      Path foreign = target.resolve("d/foreign");
      AtomicBoolean over = new AtomicBoolean();
      CountDownLatch looking = new CountDownLatch(1);
      Thread other =
          Thread.ofPlatform().start(() -> putWhenItsFolderIsThere(foreign, looking, over));
      looking.await();
      assertThatExceptionOfType(FormatException.class)
          .isThrownBy(() -> extract(archive, target))
          .withMessageContaining("d/b");
      over.set(true);
      other.join();
      met = Files.exists(foreign);
      assertThat(files(target)).isSubsetOf(target.resolve("d"), foreign);
    }
    assertThat(met).isTrue();
  }

  private static void putWhenItsFolderIsThere(
      Path file, CountDownLatch looking, AtomicBoolean over) {
    while (!Files.isDirectory(file.resolveSibling(".")) && !over.get()) {
      looking.countDown();
    }
    try {
      Path _ = Files.createFile(file);
    } catch (IOException _) {
      // too late: the folder is gone again
    }
  }

  @Test
  void aLinkInTheArchiveIsRefused() throws IOException {
    byte[] archive = zip("link", "/etc/passwd".getBytes(UTF_8));
    int directory = directoryAt(archive);
    archive[directory + 5] = 3; // made on Unix
    little(archive).putInt(directory + 38, 0120777 << 16);
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> extract(archive, folder.resolve("target")))
        .withMessageContaining("is a link or a device");
  }

  @Test
  void aLinkThatIsInTheWayIsNotFollowed() throws IOException {
    Path target = Files.createDirectory(folder.resolve("target"));
    Path outside = Files.createDirectory(folder.resolve("outside"));
    Files.createSymbolicLink(target.resolve("a"), outside);
    Files.createSymbolicLink(target.resolve("f"), outside.resolve("f"));
    assertThatExceptionOfType(FileSystemException.class)
        .isThrownBy(() -> extract(zip("a/b", new byte[1]), target))
        .withMessageContaining("in the way");
    assertThatExceptionOfType(FileSystemException.class)
        .isThrownBy(() -> extract(zip("f", new byte[1]), target));
    assertThat(outside).isEmptyDirectory();
  }

  @Test
  void whatExistsIsNotReplacedAndWhatWasWrittenGoesAgain() throws IOException {
    Path target = Files.createDirectory(folder.resolve("target"));
    Files.writeString(target.resolve("old"), "old");
    byte[] archive = zip("new/file", new byte[5], "old", new byte[5]);
    assertThatExceptionOfType(FileAlreadyExistsException.class)
        .isThrownBy(() -> extract(archive, target));
    assertThat(target.resolve("old")).hasContent("old");
    try (Stream<Path> left = Files.list(target)) {
      assertThat(left).containsExactly(target.resolve("old"));
    }
  }

  @Test
  void anArchiveThatIsCutAnywhereIsRefused() throws IOException {
    byte[] archive = zip("one", Contents.mixed(new Random(2), 500), "two", new byte[100]);
    for (int length = 0; length < archive.length; length++) {
      byte[] cut = Arrays.copyOf(archive, length);
      assertThatExceptionOfType(FormatException.class).isThrownBy(() -> open(cut).close());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\0", "PK", "some garbage"})
  void whatStandsBeforeOrBehindIsRefused(String garbage) throws IOException {
    byte[] archive = zip("one", new byte[100]);
    byte[] more = garbage.getBytes(ISO_8859_1);
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> open(Contents.joined(archive, more)).close());
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> open(Contents.joined(more, archive)).close());
  }

  @Test
  void anyBitThatIsFlippedIsNoticedOrHarmless() throws IOException {
    byte[] content = Contents.mixed(new Random(3), 300);
    byte[] archive = zip("name", content);
    for (int bit = 0; bit < 8 * archive.length; bit++) {
      requireNoticedOrHarmless(Contents.flipped(archive, bit), content);
    }
  }

  @Test
  void randomDamageIsNoticedOrHarmless() throws IOException {
    damage(500);
  }

  @Test
  @Tag("long")
  void muchRandomDamageIsNoticedOrHarmless() throws IOException {
    damage(200_000);
  }

  private void damage(int times) throws IOException {
    Random random = Seed.sow(getClass());
    byte[] content = Contents.mixed(random, 1000);
    byte[] archive = zip("name", content);
    for (int i = 0; i < times; i++) {
      requireNoticedOrHarmless(Contents.damaged(random, archive), content);
    }
  }

  private void requireNoticedOrHarmless(byte[] damaged, byte[] content) {
    try (ZipArchive archive = open(damaged)) {
      for (ZipItem item : archive.items()) {
        try (InputStream in = archive.content(item)) {
          assertThat(in.readAllBytes()).isEqualTo(content);
        }
      }
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("archive.zip, byte ");
    }
  }

  @Test
  void aReaderThatTriesAgainFindsNoEndOfADamagedFile() throws IOException {
    byte[] archive = stored("name");
    archive[14] ^= 1; // the checksum, in the header and in the directory
    archive[directoryAt(archive) + 16] ^= 1;
    try (ZipArchive opened = open(archive);
        InputStream in = opened.content(opened.items().getFirst())) {
      for (int i = 0; i < 2; i++) {
        assertThatExceptionOfType(FormatException.class)
            .isThrownBy(in::readAllBytes)
            .withMessageContaining("its checksum is wrong");
      }
    }
  }

  @Test
  void anArchiveWhoseNextEntryCannotBeWrittenFailsByThatAlone() throws IOException {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int value) throws IOException {
            throw new IOException("no room");
          }
        };
    ZipWriter zip = new ZipWriter(full, 1);
    zip.folder("a".repeat(40_000), TIME); // stays in the buffer
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> zip.folder("b".repeat(40_000), TIME))
        .withMessage("no room");
    assertThatExceptionOfType(IOException.class).isThrownBy(zip::close).withMessage("no room");
  }

  @Test
  void permissionsAreKeptWhereTheContentOfTheLastFileCannotBeRead() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    InputStream closed = InputStream.nullInputStream();
    closed.close();
    try (ZipWriter zip = new ZipWriter(bytes, 1)) {
      zip.file("program", TIME, 0755, new ByteArrayInputStream(new byte[10]));
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> zip.file("lost", TIME, 0644, closed));
    }
    try (ZipArchive archive = open(bytes.toByteArray())) {
      assertThat(archive.items())
          .extracting(item -> item.mode() & 0777)
          .containsExactly(0755, 0644);
    }
  }

  @Test
  void headersThatDisagreeAreRefused() throws IOException {
    byte[] archive = zip("name", new byte[100]);
    int[] fields = {8, 30}; // method and name
    for (int field : fields) {
      byte[] forged = archive.clone();
      forged[field] ^= 1;
      assertThatExceptionOfType(FormatException.class)
          .isThrownBy(() -> open(forged).close())
          .withMessageContaining("than in the archive's directory");
    }
    for (int field : new int[] {16, 20, 24}) { // checksum and sizes, in the directory
      byte[] forged = archive.clone();
      forged[directoryAt(archive) + field] ^= 1;
      assertThatExceptionOfType(FormatException.class)
          .isThrownBy(() -> open(forged).close())
          .withMessageContaining("than in the archive's directory");
    }
  }

  @Test
  void filesThatShareDataAreRefused() throws IOException {
    byte[] archive = zip("aaaa", new byte[100], "bbbb", new byte[100]);
    byte[] forged = renamed(archive, "bbbb", "aaaa");
    int second = secondInDirectory(forged);
    little(forged).putInt(second + 42, 0);
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> open(forged).close())
        .withMessageContaining("shares data with");
  }

  @Test
  void headersThatLieOverOneAnotherAreNotEachReadWhole() throws IOException {
    String[] names = IntStream.range(0, 2000).mapToObj("%04d"::formatted).toArray(String[]::new);
    byte[] archive = stored(names);
    int directory = directoryAt(archive);
    for (int at = 0; at < directory; at += 34) {
      little(archive).putShort(at + 28, (short) 0xffff); // an extra field over those that follow
    }
    byte[] forged =
        Contents.joined(
            Arrays.copyOf(archive, directory),
            new byte[70_000],
            Arrays.copyOfRange(archive, directory, archive.length));
    little(forged).putInt(forged.length - 6, directory + 70_000);
    Path path = Files.write(folder.resolve("archive.zip"), forged);
    long before = AllocatedBytes.now();
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> ZipArchive.open(path, LIMITS).close())
        .withMessageContaining("shares data with");
    assertThat(AllocatedBytes.now() - before).isLessThan(40L * forged.length);
  }

  @Test
  void aSmallFileOfAnArchiveIsReadWithLittleMemory() throws IOException {
    int files = 1000;
    String[] names = IntStream.range(0, files).mapToObj("%04d"::formatted).toArray(String[]::new);
    try (ZipArchive archive = open(stored(names))) {
      long before = AllocatedBytes.now();
      for (ZipItem item : archive.items()) {
        try (InputStream in = archive.content(item)) {
          assertThat(in.read()).isNegative();
        }
      }
      assertThat((AllocatedBytes.now() - before) / files).isLessThan(8000);
    }
  }

  @Test
  void aBombIsRefusedBeforeItIsUnpacked() throws IOException {
    byte[] bomb = zip("zeros", new byte[64 << 20]);
    Path target = folder.resolve("target");
    assertThatExceptionOfType(FormatException.class)
        .isThrownBy(() -> extract(bomb, target))
        .withMessageContaining("more than 200 times its size");
    assertThat(target).doesNotExist();
    Path file = Files.write(folder.resolve("archive.zip"), bomb);
    try (ZipArchive archive = ZipArchive.open(file, Limits.upTo(64 << 20))) {
      archive.extract(target);
    }
    assertThat(target.resolve("zeros")).hasSize(64 << 20);
  }

  @Test
  void aFileThatUnpacksToMoreThanItAnnouncesIsReadNoFurther() throws IOException {
    byte[] archive = zip("zeros", new byte[1 << 20]);
    int directory = directoryAt(archive);
    little(archive).putInt(directory - 4, 10).putInt(directory + 24, 10);
    try (ZipArchive opened = open(archive);
        InputStream in = opened.content(opened.items().getFirst())) {
      assertThatExceptionOfType(FormatException.class)
          .isThrownBy(() -> in.read(new byte[1000]))
          .withMessageContaining("unpacks to more than the 10 bytes announced");
    }
  }

  @Test
  void anUnknownMethodIsListedButNotRead() throws IOException {
    byte[] archive = zip("name", new byte[100]);
    archive[8] = 14;
    archive[directoryAt(archive) + 10] = 14;
    try (ZipArchive opened = open(archive)) {
      ZipItem item = opened.items().getFirst();
      assertThat(item.method().label()).isEqualTo("method 14");
      assertThatExceptionOfType(FormatException.class).isThrownBy(() -> opened.content(item));
    }
  }

  private static int directoryAt(byte[] archive) {
    return little(archive).getInt(archive.length - 6);
  }

  private static int secondInDirectory(byte[] archive) {
    int first = directoryAt(archive);
    ByteBuffer little = little(archive);
    return first + 46 + little.getShort(first + 28) + little.getShort(first + 30);
  }

  private static ByteBuffer little(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /// The same with a name changed to one of the same length, wherever it stands.
  private static byte[] renamed(byte[] archive, String from, String to) {
    return new String(archive, ISO_8859_1).replace(from, to).getBytes(ISO_8859_1);
  }

  /// An archive of empty stored files, made by hand, since the JDK would refuse some names.
  private static byte[] stored(String... names) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ByteArrayOutputStream directory = new ByteArrayOutputStream();
    for (String name : names) {
      int at = bytes.size();
      byte[] text = name.getBytes(UTF_8);
      byte[] head = new byte[30];
      little(head).putInt(0x04034b50).putShort((short) 20).putShort((short) 0x800);
      little(head).putShort(26, (short) text.length);
      bytes.writeBytes(head);
      bytes.writeBytes(text);
      byte[] item = new byte[46];
      little(item)
          .putInt(0x02014b50)
          .putShort((short) 20)
          .putShort((short) 20)
          .putShort((short) 0x800);
      little(item).putShort(28, (short) text.length).putInt(42, at);
      directory.writeBytes(item);
      directory.writeBytes(text);
    }
    byte[] end = new byte[22];
    little(end)
        .putInt(0x06054b50)
        .putShort(8, (short) names.length)
        .putShort(10, (short) names.length);
    little(end).putInt(12, directory.size()).putInt(16, bytes.size());
    return Contents.joined(bytes.toByteArray(), directory.toByteArray(), end);
  }

  private static byte[] zip(Object... namesAndContents) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (int i = 0; i < namesAndContents.length; i += 2) {
        ZipEntry entry = new ZipEntry((String) namesAndContents[i]);
        entry.setLastModifiedTime(TIME);
        zip.putNextEntry(entry);
        zip.write((byte[]) namesAndContents[i + 1]);
        zip.closeEntry();
      }
    }
    return bytes.toByteArray();
  }

  private ZipArchive open(byte[] archive) throws IOException {
    return ZipArchive.open(Files.write(folder.resolve("archive.zip"), archive), LIMITS);
  }

  private void extract(byte[] archive, Path target) throws IOException {
    try (ZipArchive opened = open(archive)) {
      opened.extract(target);
    }
  }
}
